"""Functions that take clock cycles and are there once, whichever places call them: shared functions
with clocked loops, with a `wait()`, or with calls of other shared functions.

Such a function becomes states of the one machine. A call hands its operands to the function's first
block and goes on there; the function's last block goes on behind the call that was made, by a
number that a register keeps meanwhile.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from cryptagon.hls.ir.graph import retreating_edges
from cryptagon.hls.ir.instructions import (
    Address,
    Branch,
    Const,
    Extract,
    Instruction,
    Load,
    Location,
    Name,
    Operand,
    Phi,
    PointerStep,
    Read,
    UnitCall,
    Wait,
    Write,
    jump,
)
from cryptagon.hls.ir.model import Block, Function
from cryptagon.hls.states.conflicts import Conflict
from cryptagon.hls.states.cutting import CALL, Cut, cut_off, drop_unreached
from cryptagon.hls.states.cycles import LoopCycles, cycles_of_run, loops_of
from cryptagon.hls.states.machine import Machine, State
from cryptagon.hls.units.operations import Operation, Operations
from cryptagon.hls.units.shared_functions import SharedFunction

ENTRY, EXIT, WHICH = "call", "return", "which"


@dataclass(frozen=True)
class Subroutine:
    """A shared function as states.

    `text` is the module that it was read from. All names in it begin with `prefix`. `body` begins
    with the block `entry`, which takes the values `operands`, and ends with the block `exit`, which
    makes `result` and leads nowhere yet.
    `starts` are the places where its clocked loops begin. `called` are the operations of what it
    calls.
    """

    function: SharedFunction
    text: str
    body: Function
    states: tuple[State, ...]
    operands: tuple[Name, ...]
    result: Name
    starts: dict[str, Location]
    called: Operations

    @property
    def prefix(self) -> str:
        """What its names begin with."""
        return prefix_of(self.function)

    @property
    def entry(self) -> str:
        """Its first block."""
        return self.prefix + ENTRY

    @property
    def exit(self) -> str:
        """Its last block."""
        return self.prefix + EXIT

    @property
    def variables(self) -> dict[str, str]:
        """What the values that a call hands over are called: operands as in C, a field with its
        operand before it.
        """
        names = [
            port.name if len(port.fields) == 1 else f"{port.name}_{field.name}"
            for port in self.function.operands
            for field in port.fields
        ]
        values = (operand.name for operand in self.operands)
        return {**dict(zip(values, names)), self.prefix + WHICH: f"return_of_{self.function.name}"}

    def cut_off(self, conflict: Conflict) -> "Subroutine":
        """The function with a state that begins where an access must wait."""
        body = self.body.copied()
        state = cut_off(body, conflict, set())
        return replace(self, body=body, states=(*self.states, state))

    def operation(self) -> Operation:
        """What a call of it does."""
        cycles = cycles_of_run(self._machine)
        if self.states[0].block == self.entry:  # the run begins with it
            cycles = cycles[0] + 1, None if cycles[1] is None else cycles[1] + 1
        return replace(self.function.operation(), combinational=False, cycles=cycles)

    @property
    def loops(self) -> tuple[LoopCycles, ...]:
        """Its clocked loops with their cycles."""
        return loops_of(self._machine)

    @property
    def _machine(self) -> Machine:
        """The function alone."""
        states = list(self.states)
        return Machine(self.body, states, self.starts, {}, frozenset(), self.called, {})


def prefix_of(function: SharedFunction) -> str:
    """What the names of blocks and values of a function begin with; no name in C has a dot."""
    return f"cg.in.{function.name}."


def is_clocked(body: Function) -> bool:
    """Whether a shared function takes clock cycles: it has a loop that is not to be unrolled, a
    `wait()`, or a call of another shared function.
    """
    if any(isinstance(i, Wait | UnitCall) for _, i in body.instructions()):
        return True
    ends = (body.blocks[source] for source, _ in retreating_edges(body.graph, body.entry))
    return any(end.branch.loop is None or not end.branch.loop.unroll for end in ends)


def subroutine_of(function: SharedFunction, text: str, cut: Cut) -> Subroutine:
    """A shared function, read from `text`, of which `cut` has all states but for those that a call may need.

    It begins a state with the call where it can be left without any: a call takes a cycle.
    """
    prefix = prefix_of(function)
    states = [replace(state, block=prefix + state.block) for state in cut.states]
    if _is_left_at_once(cut.function, cut.begun):
        reason = f"{CALL} '{function.name}'"
        states.insert(0, State(prefix + ENTRY, reason, function.location))
    body = _without_operands(cut.function.copied(), function)
    ways = _ways_out(body)
    body.blocks = {ENTRY: Block(ENTRY, [jump(body.entry, function.location)]), **body.blocks}
    made, result = _results(function, ways)
    body.blocks[EXIT] = Block(EXIT, [*made, Instruction("ret", "", 0, [])])
    drop_unreached(body)
    _prefix(body, prefix)
    return Subroutine(
        function,
        text,
        body,
        tuple(state for state in states if state.block in body.blocks),
        tuple(Name(one.width, prefix + one.name) for one in _operands(function)),
        Name(result.width, prefix + result.name),
        {prefix + header: place for header, place in cut.loops.items()},
        cut.operations,
    )


def _is_left_at_once(function: Function, begun: Collection[str]) -> bool:
    """Whether a way leads through the function on which no state begins."""
    waiting, seen = [function.entry], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name in begun:
            continue
        seen.add(name)
        following = function.blocks[name].successors
        if not following:
            return True
        waiting += following
    return False


def _operand(function: SharedFunction, port: str, number: int) -> Name:
    """The value that a field of an operand is in the function."""
    (found,) = (one for one in function.operands if one.name == port)
    return Name(found.fields[number].bits, f"operand.{function.operands.index(found) + 1}.{number}")


def _operands(function: SharedFunction) -> list[Name]:
    """These values, in the order of the operands of a call."""
    return [
        _operand(function, port.name, number)
        for port in function.operands
        for number in range(len(port.fields))
    ]


def _without_operands(body: Function, function: SharedFunction) -> Function:
    """The function with values in the place of reads of its operands, in place."""
    ports = {i.result: i.port for _, i in body.instructions() if isinstance(i, Read)}
    names = {
        i.result: _operand(function, ports[i.item], i.index).name
        for _, i in body.instructions()
        if isinstance(i, Extract) and i.item in ports
    }
    for block in body.blocks.values():
        block.instructions = [
            i for i in block.instructions if not (isinstance(i, Read) or i.result in names)
        ]
    body.rename(names)
    return body


def _ways_out(body: Function) -> list[tuple[str, Write]]:
    """Leads each block that gives the result to the last block, in place; with what it gives."""
    ways = []
    for block in body.blocks.values():
        at = next((n for n, i in enumerate(block.instructions) if isinstance(i, Write)), None)
        if at is not None:
            given = block.instructions[at]
            assert isinstance(given, Write)
            ways.append((block.name, given))
            block.instructions = [*block.instructions[:at], jump(EXIT, given.location)]
    return ways


def _results(
    function: SharedFunction, ways: list[tuple[str, Write]]
) -> tuple[list[Instruction], Name]:
    """The last block's instructions, which put the fields of the result together; and the whole."""
    port = function.result
    sources = [source for source, _ in ways]
    phis: list[Instruction] = []
    made: list[Instruction] = []
    whole: Operand = Const(port.bits, 0)
    for number, field in enumerate(port.fields):
        part = Name(field.bits, f"result.{number}")
        given = [write.operands[number] for _, write in ways]
        phis.append(Phi("phi", part.name, part.width, given, list(sources)))
        if len(port.fields) == 1:
            return phis, part
        steps = (
            ("zext", [part]),
            ("shl", [Name(port.bits, f"{part.name}.zext"), Const(port.bits, port.shift_of(field))]),
            ("or", [whole, Name(port.bits, f"{part.name}.shl")]),
        )
        for opcode, operands in steps:
            made.append(Instruction(opcode, f"{part.name}.{opcode}", port.bits, list(operands)))
        whole = Name(port.bits, f"{part.name}.or")
    assert isinstance(whole, Name)
    return [*phis, *made], whole


def with_tables(one: Subroutine, renamed: Mapping[str, str]) -> Subroutine:
    """The function with other names of constant tables."""
    body = one.body.copied()
    for _, instruction in body.instructions():
        if isinstance(instruction, Load):
            instruction.address = _with_table(instruction.address, renamed)
        if isinstance(instruction, PointerStep):
            instruction.base = _with_table(instruction.base, renamed)
    return replace(one, body=body)


def _with_table(address: Address, renamed: Mapping[str, str]) -> Address:
    return replace(address, table=renamed.get(address.table, address.table))


def _prefix(body: Function, prefix: str) -> None:
    """Gives all blocks and values names that no other function has, in place."""
    values = {i.result for _, i in body.instructions() if i.result}
    values |= {use for _, i in body.instructions() for use in i.uses()}
    body.rename({name: prefix + name for name in values})
    for _, instruction in body.instructions():
        instruction.result = instruction.result and prefix + instruction.result
        if isinstance(instruction, Phi):
            instruction.sources = [prefix + source for source in instruction.sources]
        if isinstance(instruction, Branch):
            instruction.targets = [prefix + target for target in instruction.targets]
    body.blocks = {
        prefix + name: Block(prefix + name, block.instructions)
        for name, block in body.blocks.items()
    }
