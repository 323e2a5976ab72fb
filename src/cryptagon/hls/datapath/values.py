"""The values of a machine as wires: when each block runs in a cycle, and what an operand is where
it is used.
"""

from dataclasses import replace
from functools import reduce

from cryptagon.hls.datapath.register_facts import RegisterFacts
from cryptagon.hls.datapath.wires import STATE, Fact, Wire
from cryptagon.hls.datapath.xls_ir import XlsWriter
from cryptagon.hls.ir.instructions import Branch, Const, Name, Operand, Phi, Undef
from cryptagon.hls.registers.allocation import Register, RegisterFile
from cryptagon.hls.states.machine import START, Machine

# states; the time of XLS's optimiser grows with the square of the comparisons with one value
MOST_COMPARED = 64


class Values:
    """Conditions and operands of one machine.

    `wires` takes the value of every instruction as it is lowered, in topological order.
    """

    def __init__(self, machine: Machine, registers: RegisterFile, writer: XlsWriter) -> None:
        self.machine, self.registers, self.writer = machine, registers, writer
        self.wires: dict[str, Wire] = {}
        self.defined = machine.function.definitions()
        self.defined_in = {
            i.result: block.name for block, i in machine.function.instructions() if i.result
        }
        self.phi_of_state = {
            phi.result
            for name in machine.state_blocks
            for phi in machine.function.blocks[name].phis
        }
        self.facts = RegisterFacts(machine)
        self.state_bits = max(1, (len(machine.states) - 1).bit_length())
        self._register_names = {f"r_{register.name}" for register in registers.registers}
        self._conditions: dict[tuple[str, str], Wire] = {}
        self._taken: dict[tuple[str, str, str], Wire] = {}

    def both(self, a: Wire, b: Wire) -> Wire:
        """One-bit AND of two conditions; what one of them tells of the registers may decide the
        other, or a factor of it.
        """
        if a.constant is not None or b.constant is not None:
            return self.writer.conjunction(a, b)
        told = tuple(dict.fromkeys((*a.told, *b.told)))
        if a.told and b.told:
            if self.facts.contradict(told):
                return self.writer.false
            a = self._without(a, b.told)
            b = self._without(b, a.told)
        made = self.writer.conjunction(a, b)
        if made in (a, b):
            return replace(made, told=told)
        factors = tuple(dict.fromkeys((*(a.factors or (a,)), *(b.factors or (b,)))))
        return replace(made, told=told, whole=a.whole and b.whole, factors=factors)

    def _without(self, condition: Wire, given: tuple[Fact, ...]) -> Wire:
        """A condition without the factors that hold where the given facts do."""
        factors = condition.factors or (condition,)
        left = [one for one in factors if not (one.whole and self.facts.imply(given, one.told))]
        if len(left) == len(factors):
            return condition
        return reduce(self.both, left, self.writer.true)

    def active(self, block: str) -> Wire:
        """One bit: this activation runs the block."""
        return self.condition(START, block)

    def condition(self, upper: str, lower: str) -> Wire:
        """One bit: given that `upper` runs, `lower` runs too; `upper` must dominate `lower`."""
        key = (upper, lower)
        if key not in self._conditions:
            self._conditions[key] = self._find_condition(upper, lower)
        return self._conditions[key]

    def _find_condition(self, upper: str, lower: str) -> Wire:
        if upper == lower or self.machine.always_reaches(upper, lower):
            return self.writer.true
        nearest = self.machine.dominator[lower]
        if (
            nearest != upper
            and self.machine.before[lower] == [nearest]
            and self._known_on_some_way(nearest)
        ):
            return self.taken(nearest, lower, upper)
        if nearest != upper:
            return self.both(self.condition(upper, nearest), self.condition(nearest, lower))
        return self.writer.disjunction(
            [self.taken(p, lower, upper) for p in self.machine.before[lower]]
        )

    def taken(self, source: str, target: str, upper: str = START) -> Wire:
        """One bit: given that `upper` runs, `source` runs and goes on to `target`.

        A way into `source` on which the branch is known to lead elsewhere is left out.
        """
        key = (source, target, upper)
        if key not in self._taken:
            self._taken[key] = self._find_taken(source, target, upper)
        return self._taken[key]

    def _find_taken(self, source: str, target: str, upper: str) -> Wire:
        known = self._known_on_some_way(source) if upper != source else None
        if known is None:
            return self.both(self.condition(upper, source), self.edge(source, target))
        wanted = self.machine.function.blocks[source].branch.targets[0] == target
        ways = []
        for operand, before in zip(known.operands, known.sources):
            if before in self.machine.reach:
                goes_on = self.use(operand, before)
                entered = self.both(self.condition(upper, before), self.edge(before, source))
                ways.append(self.both(entered, goes_on if wanted else self.writer.inverse(goes_on)))
        return self.writer.disjunction(ways)

    def _known_on_some_way(self, block: str) -> Phi | None:
        """What a block branches on, where that is a merge in this block of which some ways are
        known.
        """
        branch = self._two_way_branch(block)
        condition = branch.operands[0] if branch else None
        define = self.defined[condition.name] if isinstance(condition, Name) else None
        if (
            not isinstance(define, Phi)
            or self.defined_in[define.result] != block
            or define.result in self.phi_of_state
        ):
            return None
        return define if any(isinstance(one, Const) for one in define.operands) else None

    def _two_way_branch(self, block: str) -> Branch | None:
        """The branch at the end of a block, where it is one of a condition to two blocks."""
        found = self.machine.function.blocks.get(block)
        if found is None or found.branch.opcode != "br" or len(set(found.branch.targets)) < 2:
            return None
        return found.branch

    def edge(self, source: str, target: str) -> Wire:
        """One bit: given that `source` runs, it goes on to `target`."""
        if source == START:
            return self._in_state(self.machine.state_blocks[target])
        terminator = self.machine.function.blocks[source].branch
        if len(set(terminator.targets)) == 1:
            return self.writer.true
        if terminator.opcode == "br":
            condition = self.use(terminator.operands[0], source)
            leads = terminator.targets[0] == target
            made = condition if leads else self.writer.inverse(condition)
            told = self._told_by_edge(source, target)
            return replace(made, told=told, whole=bool(told), factors=())
        return self._switch_edge(terminator, source, target)

    def _switch_edge(self, terminator: Branch, source: str, target: str) -> Wire:
        subject = self.use(terminator.operands[0], source)
        is_default = terminator.targets[0] == target
        wanted = [case for case, way in terminator.choices if (way == target) != is_default]
        matches = [
            self.writer.operation("eq", 1, subject, self.use(case, source)) for case in wanted
        ]
        hit = self.writer.disjunction(matches)
        return self.writer.inverse(hit) if is_default else hit

    def _in_state(self, number: int) -> Wire:
        if len(self.machine.states) == 1:
            return self.writer.true
        if len(self.machine.states) > MOST_COMPARED:
            return self.writer.in_one_of((number,))
        with self.writer.nowhere():
            return self.writer.operation(
                "eq", 1, Wire(STATE, self.state_bits), self.writer.literal(self.state_bits, number)
            )

    def use(self, operand: Operand, block: str) -> Wire:
        """The wire of an operand as the end of `block` sees it: made in this cycle, kept in a
        register, or whichever of the two applies.
        """
        if isinstance(operand, Const):
            return self.writer.literal(operand.width, operand.value)
        if isinstance(operand, Undef):
            return self.writer.literal(operand.width, 0)
        home = self.defined_in[operand.name]
        if operand.name in self.phi_of_state:
            return self.register_of(operand)
        if self.certain(home, block):
            way = self._only_way(operand.name, block)
            return self.use(*way) if way else self.wires[operand.name]
        if not self.machine.reach.leads(home, block):
            return self.register_of(operand)
        return self.writer.choice(
            self.active(home), self.wires[operand.name], self.register_of(operand)
        )

    def _only_way(self, name: str, block: str) -> tuple[Operand, str] | None:
        """What a merge in this cycle gives where `block` runs, with the block at whose end that is
        seen; None where it may be several things. What the registers must hold for `block` to run
        may rule ways into the merge out.
        """
        merge = self.defined[name]
        told = self._told_by(START, block) if isinstance(merge, Phi) else ()
        if not isinstance(merge, Phi) or not told:
            return None
        home = self.defined_in[name]
        fork = self.machine.dominator[home]
        ways = [
            (operand, source)
            for operand, source in zip(merge.operands, merge.sources)
            if source in self.machine.reach
            and not self.facts.contradict(
                (*told, *self._told_by(fork, source), *self._told_by_edge(source, home))
            )
        ]
        return ways[0] if len(ways) == 1 else None

    def _told_by(self, upper: str, lower: str) -> tuple[Fact, ...]:
        """What a cycle that runs `lower` tells of the registers, by the branches behind `upper`."""
        found: list[Fact] = []
        while lower != upper:
            above = self.machine.dominator[lower]
            if self.machine.before[lower] == [above]:
                found += self._told_by_edge(above, lower)
            lower = above
        return tuple(found)

    def _told_by_edge(self, source: str, target: str) -> tuple[Fact, ...]:
        """What a branch tells of the registers that leads from `source` to `target`."""
        branch = self._two_way_branch(source)
        if branch is None:
            return ()
        return self.facts.of(branch.operands[0], int(branch.targets[0] == target))

    def certain(self, home: str, block: str) -> bool:
        """Whether a cycle that runs `block` is certain to have run `home`, or is about to, when
        they are the same.
        """
        return home == block or self.machine.runs_before(home, block)

    def held(self, register: Register, width: int) -> Wire:
        """A register as the width of a value that it holds."""
        wire = Wire(f"r_{register.name}", register.width)
        return self.writer.resized(wire, width)

    def is_register(self, wire: Wire) -> bool:
        """Whether a wire is a register as it is."""
        return wire.name in self._register_names

    def register_of(self, operand: Name) -> Wire:
        """What the register of a value holds, as wide as the value; 0 where it has none."""
        register = self.registers.home.get(operand.name)
        return (
            self.held(register, operand.width)
            if register
            else self.writer.literal(operand.width, 0)
        )
