"""From what a compilation gave to what its report says."""

import re
import time
from collections import defaultdict
from collections.abc import Collection, Mapping

from cryptagon import __version__, toolchain
from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.cycles import LoopCycles
from cryptagon.hls.llvm_ir import Location
from cryptagon.hls.optimised_ir import Node
from cryptagon.hls.registers import Register
from cryptagon.hls.report.content import Cost, Design, Line, LoopEntry, Memory, Place, RegisterEntry, Report, StateEntry, Stream
from cryptagon.hls.report.flow import explanation_of, lines_of, transitions_of
from cryptagon.hls.report.operators import OperatorTable
from cryptagon.hls.report.paths import critical_paths, place_of
from cryptagon.hls.source_files import SourceFiles

TOOLS = ("zig-cc", "llvmlite", "xls")


def report_of(result: HlsResult) -> Report:
    """The report of a compilation; the source's files must still lie where they were compiled."""
    return _Collector(result).report()


class _Collector:
    def __init__(self, result: HlsResult) -> None:
        self.begun = time.perf_counter()
        self.result, self.files = result, SourceFiles(result.source)
        self.table = OperatorTable(result.optimised, {rom.name: len(rom.words) for rom in result.datapath.roms})
        self.lines_of_states = lines_of(result.machine, self.files)
        self.text: dict[str, list[str]] = {}
        self.identifiers = frozenset(re.findall(r"[A-Za-z_]\w*", result.source.read_text(errors="replace")))

    def report(self) -> Report:
        result = self.result
        nodes = result.optimised.nodes.values()
        lines, memories = self._lines(), self._memories()
        return Report(
            design=self._design(memories),
            streams=tuple(self._streams()),
            states=tuple(self._states()),
            transitions=transitions_of(result.machine),
            loops=tuple(self._loops()),
            registers=tuple(self._register(register) for register in result.registers.registers),
            operators=self.table.count(nodes),
            other_operators=self.table.count(node for node in nodes if not node.places),
            lines=lines,
            memories=memories,
            paths=critical_paths(result.optimised, self.table),
            nets={node.name: str(place_of(node)) for node in nodes if node.places},
            cost=Cost(
                compile_seconds=round(result.seconds, 3),
                peak_memory_mib=round(result.peak_memory_mib, 1),
                report_seconds=round(time.perf_counter() - self.begun, 3),
            ),
        )

    def _design(self, memories: tuple[Memory, ...]) -> Design:
        result = self.result
        state_bits = sum(update.width for update in result.datapath.updates if update.register == "fsm")
        return Design(
            module=result.module,
            source=result.source.name,
            defines=dict(sorted(result.defines.items())),
            tools={"cryptagon": __version__, **{name: toolchain.find(name).version for name in TOOLS}},
            states=len(result.states),
            register_bits=result.registers.bits + state_bits,
            state_register_bits=state_bits,
            memory_bits=sum(memory.words * memory.width for memory in memories),
        )

    def _streams(self) -> list[Stream]:
        ports = self.result.ports.values()
        return [Stream(name=p.name, kind=p.kind, bits=p.bits, fields={p.signal_of(field): field.bits for field in p.fields}) for p in ports]

    def _place(self, location: Location) -> Place:
        return Place(file=self.files.path(location) if location.line else "", line=location.line)

    def _code(self, place: Place) -> str:
        """The text of a line; nothing for a file that is not there, as a compiler's own."""
        if place.file not in self.text:
            path = self.result.source.parent / place.file
            self.text[place.file] = path.read_text(errors="replace").splitlines() if path.is_file() else []
        lines = self.text[place.file]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else ""

    def _states(self) -> list[StateEntry]:
        loops = {loop.header: self._loop_location(loop) for loop in self.result.loops}
        found = []
        for number, state in enumerate(self.result.states):
            place = self._place(loops.get(state.block, state.location) if state.reason == "loop" else state.location)
            lines = self.lines_of_states[number]
            text = {"reason": state.reason, "explanation": explanation_of(state), "code": self._code(place).strip()}
            found.append(StateEntry(number=number, place=place, lines=lines, **text))
        return found

    def _loop_location(self, loop: LoopCycles) -> Location:
        """Where a loop stands; the run of the whole function again and again, which no line says, where its first state begins."""
        shared = any(other.location == loop.location for other in self.result.loops if other.header != loop.header)
        if loop.parent or not shared:
            return loop.location
        instructions = self.result.machine.function.blocks[loop.header].instructions
        return next((i.location for i in instructions if i.location.line), loop.location)

    def _loops(self) -> list[LoopEntry]:
        number = {state.block: i for i, state in enumerate(self.result.states)}
        found = []
        for loop in self.result.loops:
            place = self._place(self._loop_location(loop))
            counts = {"least": loop.least, "most": loop.most, "trips_least": loop.trips_least, "trips_most": loop.trips_most}
            states = tuple(number[state.block] for state in loop.states)
            found.append(LoopEntry(place=place, code=self._code(place).strip(), states=states, **counts))
        return found

    def _register(self, register: Register) -> RegisterEntry:
        names = {c_name(member, self.result.variables, self.identifiers) for member in register.members}
        update = next(u for u in self.result.datapath.updates if u.register == f"r_{register.name}")
        return RegisterEntry(
            name=register.name,
            bits=register.width,
            variables=tuple(sorted(names - {""})),
            values=len(register.members),
            reset=update.reset,
            needs_reset=update.needs_reset,
            enable=bool(update.load),
        )

    def _lines(self) -> tuple[Line, ...]:
        """The source whole, then of other files the lines that run or became operators."""
        nodes: dict[Place, list[Node]] = defaultdict(list)
        for node in self.result.optimised.nodes.values():
            nodes[place_of(node)].append(node)
        states: dict[Place, list[int]] = defaultdict(list)
        for number, places in enumerate(self.lines_of_states):
            for place in places:
                states[place].append(number)
        source = self.result.source.name
        self._code(Place(file=source, line=1))
        places = [Place(file=source, line=number + 1) for number in range(len(self.text[source]))]
        others = [place for place in dict.fromkeys([*nodes, *states]) if place.line and place.file != source]
        places += sorted(others, key=lambda place: (place.file, place.line))
        return tuple(
            Line(
                place=place,
                text=self._code(place),
                states=tuple(states.get(place, ())),
                operators=self.table.count(nodes.get(place, ())),
                levels=self._longest_chain(nodes.get(place, [])),
            )
            for place in places
        )

    def _longest_chain(self, nodes: list[Node]) -> float:
        """Levels of the longest chain of operators that all stem from one line."""
        ready: dict[str, float] = {}
        for node in nodes:
            ready[node.name] = self.table.levels(node) + max((ready.get(name, 0.0) for name in node.operands), default=0.0)
        return round(max(ready.values(), default=0.0), 2)

    def _memories(self) -> tuple[Memory, ...]:
        nodes = self.result.optimised.nodes.values()
        readers = [node.options["to_apply"] for node in nodes if node.operation == "invoke"]
        return tuple(
            Memory(kind="ROM", name=rom.name, words=len(rom.words), width=rom.width, readers=readers.count(rom.name))
            for rom in self.result.datapath.roms
        )


def c_name(value: str, variables: Mapping[str, str], identifiers: Collection[str]) -> str:
    """The C variable that an SSA value stands for, as far as it is known; a stream's field as STREAM.FIELD.

    clang names values after variables, and after operations (`add`) where there is none: only the source's `identifiers` count.
    """
    field = re.fullmatch(r"cg\.\d+\.(\w+)\.\d+\.(\w+).*", value)
    if field:
        return variables.get(value) or ".".join(field.groups())
    parts = [part for part in value.removeprefix("cg.register.").split(".") if not part.isdigit()]
    plain = parts[-1 if value.startswith("cg.register.") else 0] if parts else ""
    return plain if plain in identifiers else variables.get(value, "")
