"""The test at the end of a loop's first iteration is known where that iteration runs in the cycle
in which the loop is entered.

A loop of twenty iterations does not end with its first one. Said so, the test is made of registers
alone: it does not wait for what decides which loop is entered, and what is behind the loop hangs on
registers too. Registers have their widths by now, which the tests tell.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cryptagon.hls.ir.instructions import Branch, Const, Name, Operand, Phi, Undef
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.registers.hardware import Hardware
from cryptagon.hls.states.evaluation import EVALUATED, constant_of, evaluate
from cryptagon.hls.states.header_states import AGAIN

DEEPEST = 32  # operations of a test
FIRST, KNOWN, LEFT = ".first", ".known", ".left"


def know_first_tests(hardware: Hardware) -> Hardware:
    """Makes such tests of what the registers hold, in place."""
    function = hardware.machine.function
    for state in hardware.machine.states:
        if state.block.endswith(AGAIN):
            again = function.blocks[state.block]
            for source in function.predecessors()[again.name]:
                _of_end(function, again, function.blocks[source].branch)
    return hardware


def _of_end(function: Function, again: Block, branch: Branch) -> None:
    """The branch at the end of an iteration; one on the way into the loop hangs on other things and
    is left.
    """
    if branch.opcode != "br" or len(set(branch.targets)) < 2:
        return
    test = _Test(function, again, branch.uses()[0])
    goes_on = int(branch.targets[0] == again.name)
    if (
        test.made_of
        and test.entries
        and all(test.outcome(source) == goes_on for source in test.entries)
    ):
        branch.operands[0] = test.known(goes_on)
        (behind,) = set(branch.targets) - {again.name}
        test.choose_by_register(function.blocks[behind].branch)


@dataclass
class _Test:
    """The value `name` on which a loop goes on, as far as it is made of the phis of the loop's
    header and constants.

    `entries` are the ways into the header within a cycle; those into `again`, where the loop's
    state begins, are others.
    """

    function: Function
    again: Block
    name: str

    def __post_init__(self) -> None:
        self.header = self.function.blocks[self.again.successors[0]]
        self.phis = {phi.result: phi for phi in self.header.phis}
        self.entries = [
            source
            for source in self.function.predecessors()[self.header.name]
            if source != self.again.name
        ]
        self.define = self.function.definitions()
        found = list(self._made_of(self.name, DEEPEST))
        self.made_of = [] if None in found else list(dict.fromkeys(name for name in found if name))

    def _made_of(self, name: str, depth: int) -> Iterator[str | None]:
        """The values that the test is made of, operands first; None where something else is among
        them.
        """
        define = self.define[name]
        if name in self.phis:
            return
        if define.opcode not in EVALUATED or not depth:
            yield None
            return
        for operand in define.operands:
            if isinstance(operand, Name):
                yield from self._made_of(operand.name, depth - 1)
        yield name

    def outcome(self, source: str) -> int | None:
        """The test in the first iteration, on one way into the loop; None where it is not known."""
        entered = (
            (name, constant_of(phi.come_from(source), self.define))
            for name, phi in self.phis.items()
        )
        known = {name: constant for name, constant in entered if constant is not None}
        for name in self.made_of:
            value = evaluate(self.define[name], known)
            if value is not None:
                known[name] = value
        return known.get(self.name)

    def known(self, first: int) -> Name:
        """The test as `first` in the first iteration, and made of registers in others."""
        names: dict[str, Operand] = {
            name: phi.come_from(self.again.name) for name, phi in self.phis.items()
        }
        for name in self.made_of:
            define = self.define[name]
            operands = [
                names[one.name] if isinstance(one, Name) else one for one in define.operands
            ]
            self.again.instructions.insert(
                -1, replace(define, result=name + FIRST, operands=operands)
            )
            names[name] = Name(define.width, name + FIRST)
        return self._merged(self.name + KNOWN, Const(1, first), names[self.name])

    def choose_by_register(self, behind: Branch) -> None:
        """Where the way behind the loop hangs on what its iterations only hand on, it hangs on the
        register.
        """
        for number, operand in enumerate(behind.operands):
            phi = self.phis.get(operand.name) if isinstance(operand, Name) else None
            if phi is not None:
                behind.operands[number] = self._merged(
                    phi.result + LEFT, Undef(phi.width), phi.come_from(self.again.name)
                )

    def _merged(self, name: str, entered: Operand, later: Operand) -> Name:
        """A value of the header: `entered` where the loop is entered, else `later`."""
        operands, sources = (
            [*(entered for _ in self.entries), later],
            [*self.entries, self.again.name],
        )
        self.header.instructions.insert(0, Phi("phi", name, later.width, operands, sources))
        return Name(later.width, name)
