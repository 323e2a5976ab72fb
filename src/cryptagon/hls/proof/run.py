"""One clock cycle of a program, from a state's start to the next one's, as naive Verilog: block by
block, one wire an instruction.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from cryptagon.hls.ir.graph import reverse_postorder
from cryptagon.hls.ir.instructions import (
    Const,
    Extract,
    Has,
    Instruction,
    Load,
    Location,
    Name,
    Operand,
    Phi,
    PointerStep,
    PortAccess,
    Undef,
    UnitCall,
    Wait,
)
from cryptagon.hls.ir.metadata import Field
from cryptagon.hls.ir.model import Block
from cryptagon.hls.proof.meaning import NotCoveredError, meaning, open_where
from cryptagon.hls.proof.memory import TableMemory
from cryptagon.hls.proof.program import Program
from cryptagon.hls.proof.sheet import Sheet, Value, anything, literal, zeros
from cryptagon.hls.source.interface import Port
from cryptagon.hls.states.straightening import is_pure
from cryptagon.hls.units.operations import operation_of


@dataclass(frozen=True)
class RunCall:
    """An access to a port or unit that runs where `condition` holds; `order` counts the calls of
    the cycle.
    """

    instruction: PortAccess | UnitCall | Wait
    condition: str
    operands: tuple[Value, ...]
    order: int


@dataclass(frozen=True)
class Leaving:
    """A way to end the cycle: where `condition` holds, the next state begins at block `target`,
    come from `source`.
    """

    condition: str
    source: str
    target: str


@dataclass
class Run:
    """The cycle that begins at the state block `start`.

    `registers` gives each register as a Verilog operand and its width, `results` the operand for
    what each call of a unit gives, by the call's result; `answer` that for stream_has of a stream,
    `item` that for a field of a port.

    After `follow`: `calls` by callee, `leaving`, and `lost`, one-bit conditions under which a
    branch hangs on an open value, after which nothing is defined.
    """

    program: Program
    ports: Mapping[str, Port]
    memory: TableMemory
    sheet: Sheet
    start: str
    registers: Mapping[str, tuple[str, int]]
    results: Mapping[str, str]
    answer: Callable[[str], str]
    item: Callable[[Port, Field], str]
    calls: list[RunCall] = field(default_factory=list)
    leaving: list[Leaving] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    on: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.function = self.program.machine.function
        self.states = self.program.machine.state_blocks
        self.home_block = {
            i.result: block.name for block, i in self.function.instructions() if i.result
        }
        self._made: dict[str, Value] = {}
        self._held: dict[str, Value] = {}
        self._choices: dict[tuple[str, str], Value] = {}
        self._edges: dict[tuple[str, str], str] = {}

    def follow(self) -> None:
        """Writes down all blocks that the cycle can run, each after those that lead to it."""
        graph = {
            name: [t for t in block.successors if t not in self.states]
            for name, block in self.function.blocks.items()
        }
        for name in reverse_postorder(graph, self.start):
            block = self.function.blocks[name]
            if name == self.start:
                self.on[name] = "1'b1"
            else:
                sources = [source for source in self.on if (source, name) in self._edges]
                self.on[name] = self.sheet.any_of([self._edges[source, name] for source in sources])
                self._merge(block, sources)
            self._block(block)

    def _merge(self, block: Block, sources: list[str]) -> None:
        merged = {}
        for phi in block.phis:
            ways = [
                (self._edges[source, block.name], self.use(phi.come_from(source)))
                for source in sources
            ]
            merged[phi.result] = self.sheet.chosen(ways[:-1], ways[-1][1])
        self._made |= merged

    def _block(self, block: Block) -> None:
        for instruction in block.body:
            value = self._instruction(instruction, self.on[block.name])
            if value is not None:
                self._made[instruction.result] = value
        if block.terminator.opcode == "unreachable":
            self.lost.append(self.on[block.name])
        targets = block.successors
        for target in targets:
            condition = self._edge(block, target) if len(targets) > 1 else self.on[block.name]
            if target in self.states:
                self.leaving.append(Leaving(condition, block.name, target))
            else:
                self._edges[block.name, target] = condition

    def _edge(self, block: Block, target: str) -> str:
        """One bit: the block runs and goes on to `target`."""
        terminator, running = block.branch, self.on[block.name]
        subject = self.use(terminator.operands[0])
        if subject.open and target == block.successors[0]:
            self.lost.append(self.sheet.wire(1, f"{running} & (|{subject.open})"))
        if terminator.opcode == "br":
            taken = subject.text if terminator.targets[0] == target else f"~{subject.text}"
            return self.sheet.wire(1, f"{running} & {taken}")
        tests = [
            f"({subject.text} == {self.use(case).text})"
            for case, way in terminator.choices
            if way == target
        ]
        if terminator.targets[0] == target:
            others = [
                f"({subject.text} != {self.use(case).text})" for case, _ in terminator.choices
            ]
            tests.append(f"({' & '.join(others)})" if others else "1'b1")
        return self.sheet.wire(1, f"{running} & ({' | '.join(tests)})")

    def use(self, operand: Operand) -> Value:
        """An operand's value where the blocks written down so far have run, as far as they do."""
        if isinstance(operand, Const):
            return Value(literal(operand.width, operand.value), operand.width)
        if isinstance(operand, Undef):
            return anything(operand.width)
        return self.value(operand.name)

    def value(self, name: str) -> Value:
        """The value of that name: made in this cycle, kept from an earlier one, or whichever of the
        two applies.
        """
        made = self._made.get(name)
        if made is None:
            return self.held(name)
        running = self.on.get(self.home_block[name], "1'b1")
        if running == "1'b1" or not self._is_kept(name):
            return made
        key = (name, running)
        if key not in self._choices:
            self._choices[key] = self.sheet.chosen([(running, made)], self.held(name))
        return self._choices[key]

    def _is_kept(self, name: str) -> bool:
        """Whether the value may be read in this cycle though an earlier one made it."""
        return name in self.program.alive[self.start]

    def held(self, name: str) -> Value:
        """The value as the registers hold it at the cycle's start, computed anew where no register
        does.
        """
        if name not in self._held:
            self._held[name] = (
                self._from_register(name) if name in self.program.homes else self._anew(name)
            )
        return self._held[name]

    def _from_register(self, name: str) -> Value:
        text, width = self.registers[self.program.homes[name]]
        own = self.program.define[name].width
        if own < width:
            return Value(self.sheet.wire(own, f"{text}[{own - 1}:0]"), own)
        return Value(
            text if own == width else self.sheet.wire(own, f"{{{zeros(own - width)}, {text}}}"), own
        )

    def _anew(self, name: str) -> Value:
        instruction = self.program.define[name]
        if isinstance(instruction, Phi | Extract) or not is_pure(instruction):
            raise NotCoveredError(f"no register keeps the value '{name}'")
        return self._computed(instruction, self._held_operand)

    def _held_operand(self, operand: Operand) -> Value:
        return self.held(operand.name) if isinstance(operand, Name) else self.use(operand)

    def _instruction(self, instruction: Instruction, running: str) -> Value | None:
        """Writes down one instruction; returns its value where it has one."""
        if isinstance(instruction, PointerStep):
            return None
        if isinstance(instruction, PortAccess | UnitCall | Wait):
            return self._call(instruction, running)
        if isinstance(instruction, Extract):
            return self._field(instruction)
        return self._computed(instruction, self.use)

    def _computed(self, instruction: Instruction, use) -> Value:  # noqa: ANN001 -- from an operand to its value
        if isinstance(instruction, Load):
            address = self.memory.address(instruction.address, self.program.define.__getitem__, use)
            return self.memory.read(self.sheet, address, instruction.width)
        return meaning(self.sheet, instruction, [use(operand) for operand in instruction.operands])

    def _call(self, instruction: PortAccess | UnitCall | Wait, running: str) -> Value | None:
        operands = tuple(self.use(operand) for operand in instruction.operands)
        self.calls.append(RunCall(instruction, running, operands, len(self.calls)))
        operation = operation_of(instruction, self.program.machine.operations)
        if operation is None or operation.result is None:
            return None
        return open_where(
            self.sheet, Value(self.results[instruction.result], operation.result[1]), *operands
        )

    def _field(self, instruction: Extract) -> Value:
        """A field of an item, or an answer of stream_has."""
        access = self.program.define[instruction.item]
        assert isinstance(access, PortAccess), access
        if isinstance(access, Has):
            return Value(self.answer(access.port), 1)
        port = self.ports[access.port]
        return Value(self.item(port, port.fields[instruction.index]), instruction.width)

    def at_end(self, way: Leaving, name: str) -> tuple[Value, Location]:
        """What the value `name` is when the cycle ends on that way, and the C line that it comes
        from.
        """
        phi = next(
            (phi for phi in self.function.blocks[way.target].phis if phi.result == name), None
        )
        operand = phi.come_from(way.source) if phi else Name(self.program.define[name].width, name)
        maker = self.program.define.get(operand.name) if isinstance(operand, Name) else phi
        return self.use(operand), maker.location if maker else Location()
