"""From what a compilation gave to what its report says."""

import re
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from cryptagon import __version__, toolchain
from cryptagon.hls.compiler import HlsResult
from cryptagon.hls.datapath.shared_units import SharedUnit
from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.ir.instructions import Const, Location, UnitCall, Write
from cryptagon.hls.memory.ports import MemoryPort
from cryptagon.hls.memory.rams import Ram
from cryptagon.hls.proof import Proof
from cryptagon.hls.registers.allocation import Register
from cryptagon.hls.report.content import (
    AreaEntry,
    Cost,
    FaultEntry,
    Headline,
    Line,
    LoopEntry,
    Memory,
    MemoryPortEntry,
    Place,
    ProofEntry,
    ProofPart,
    RamEntry,
    RegisterEntry,
    Report,
    StateEntry,
    Stream,
    UnrolledEntry,
)
from cryptagon.hls.report.flow import explanation_of, lines_of, transitions_of
from cryptagon.hls.report.logic import Logic
from cryptagon.hls.report.ram_cells import ecp5_cells
from cryptagon.hls.source.files import SourceFiles

TOOLS = ("zig-cc", "llvmlite", "xls")


def report_of(
    result: HlsResult, proof: Proof | None = None, area: AreaEntry | None = None
) -> Report:
    """The report of a compilation, with its proof and its area where there is one; the source's
    files must still lie where they lay.
    """
    return _Collector(result, proof, area).report()


class _Collector:
    def __init__(self, result: HlsResult, proof: Proof | None, area: AreaEntry | None) -> None:
        self.begun = time.perf_counter()
        self.result, self.proof, self.area, self.files = (
            result,
            proof,
            area,
            SourceFiles(result.source),
        )
        self.logic = Logic(result, lambda unit: self._place(unit.function.location))
        self.lines_of_states = lines_of(result.machine, self.files)
        self.text: dict[str, list[str]] = {}
        self.identifiers = frozenset(
            re.findall(r"[A-Za-z_]\w*", result.source.read_text(errors="replace"))
        )

    def report(self) -> Report:
        result = self.result
        lines, memories = self._lines(), self._memories()
        return Report(
            design=self._design(memories),
            streams=tuple(self._streams()),
            states=tuple(self._states()),
            transitions=transitions_of(result.machine),
            loops=tuple(self._loops()),
            unrolled=tuple(self._unrolled()),
            registers=tuple(self._register(register) for register in result.registers.registers),
            operators=self.logic.count(),
            other_operators=self.logic.count(lambda node: not node.places),
            lines=lines,
            memories=memories,
            rams=tuple(map(self._ram, result.rams)),
            memory_ports=tuple(map(self._memory_port, result.memories)),
            shared=self.logic.shared(self._calls),
            paths=self.logic.paths(),
            nets=self.logic.nets(),
            proof=self._proof(self.proof) if self.proof else None,
            area=self.area,
            cost=Cost(
                compile_seconds=round(result.seconds, 3),
                peak_memory_mib=round(result.peak_memory_mib, 1),
                report_seconds=round(time.perf_counter() - self.begun, 3),
                proof_seconds=round(self.proof.seconds, 3) if self.proof else None,
            ),
        )

    def _design(self, memories: tuple[Memory, ...]) -> Headline:
        result = self.result
        state_bits = sum(
            update.width for update in result.datapath.updates if update.register == STATE
        )
        return Headline(
            module=result.module,
            source=result.source.name,
            defines=dict(sorted(result.defines.items())),
            standard=result.standard,
            tools={
                "cryptagon": __version__,
                **{name: toolchain.find(name).version for name in TOOLS},
            },
            states=len(result.states),
            register_bits=result.registers.bits + state_bits,
            state_register_bits=state_bits,
            memory_bits=sum(
                memory.words * memory.width for memory in (*memories, *self.result.rams)
            ),
        )

    def _proof(self, proof: Proof) -> ProofEntry:
        parts = []
        for part in proof.parts:
            faults = tuple(
                FaultEntry(
                    what=fault.what,
                    place=self._place(fault.location),
                    values={name: f"{value:#x}" for name, value in fault.values},
                )
                for fault in part.faults
            )
            parts.append(
                ProofPart(name=part.name, standing=part.standing, why=part.why, faults=faults)
            )
        return ProofEntry(standing=proof.standing, parts=tuple(parts), beside=proof.beside)

    def _streams(self) -> list[Stream]:
        return [
            Stream(
                name=p.name,
                kind=p.kind,
                bits=p.bits,
                fields={p.signal_of(field): field.bits for field in p.fields},
                depth=p.depth,
            )
            for p in self.result.ports.values()
        ]

    def _place(self, location: Location) -> Place:
        return Place(file=self.files.path(location) if location.line else "", line=location.line)

    def _code(self, place: Place) -> str:
        """The text of a line; nothing for a file that is not there, as a compiler's own."""
        if place.file not in self.text:
            path = self.result.source.parent / place.file
            self.text[place.file] = (
                path.read_text(errors="replace").splitlines() if path.is_file() else []
            )
        lines = self.text[place.file]
        return lines[place.line - 1] if 0 < place.line <= len(lines) else ""

    def _states(self) -> list[StateEntry]:
        found = []
        for number, state in enumerate(self.result.states):
            place = self._place(state.location)
            lines = self.lines_of_states[number]
            text = {
                "reason": state.reason,
                "explanation": explanation_of(state),
                "code": self._code(place).strip(),
            }
            found.append(StateEntry(number=number, place=place, lines=lines, **text))
        return found

    def _loops(self) -> list[LoopEntry]:
        found, number = [], self.result.machine.state_blocks
        for loop in self.result.loops:
            place = self._place(loop.location)
            counts = {
                "least": loop.least,
                "most": loop.most,
                "trips_least": loop.trips_least,
                "trips_most": loop.trips_most,
            }
            states = tuple(number[state.block] for state in loop.states)
            found.append(
                LoopEntry(place=place, code=self._code(place).strip(), states=states, **counts)
            )
        return found

    def _unrolled(self) -> Iterator[UnrolledEntry]:
        for loop in self.result.unrolled:
            place = self._place(loop.location)
            code = self._code(place).strip()
            yield UnrolledEntry(
                place=place, code=code, iterations=loop.iterations, at_once=loop.at_once
            )

    def _register(self, register: Register) -> RegisterEntry:
        names = {
            c_name(member, self.result.variables, self.identifiers) for member in register.members
        }
        update = next(u for u in self.result.datapath.updates if u.register == f"r_{register.name}")
        return RegisterEntry(
            name=register.name,
            bits=register.width,
            variables=tuple(sorted(names - {""})),
            values=len(register.members),
            reset=update.reset,
            needs_reset=update.needs_reset,
            enable=bool(update.loads),
        )

    def _lines(self) -> tuple[Line, ...]:
        """The source whole, then of other files the lines that run or became operators."""
        operators, levels = self.logic.count_by_place(), self.logic.levels_by_place()
        states: dict[Place, list[int]] = defaultdict(list)
        for number, places in enumerate(self.lines_of_states):
            for place in places:
                states[place].append(number)
        source = self.result.source.name
        self._code(Place(file=source, line=1))
        places = [Place(file=source, line=number + 1) for number in range(len(self.text[source]))]
        others = [
            place
            for place in dict.fromkeys([*operators, *states])
            if place.line and place.file != source
        ]
        places += sorted(others, key=lambda place: (place.file, place.line))
        return tuple(
            Line(
                place=place,
                text=self._code(place),
                states=tuple(states.get(place, ())),
                operators=operators.get(place, ()),
                levels=levels.get(place, 0.0),
            )
            for place in places
        )

    def _memories(self) -> tuple[Memory, ...]:
        result = self.result
        roms = {
            rom.name: rom
            for datapath in (result.datapath, *(unit.datapath for unit in result.units))
            for rom in datapath.roms
        }
        tables = [
            Memory(
                kind="ROM",
                name=rom.name,
                words=len(rom.words),
                width=rom.width,
                readers=self.logic.readers(rom),
            )
            for rom in roms.values()
        ]
        deep = [port for port in result.ports.values() if port.depth]
        return (
            *tables,
            *(
                Memory(kind="FIFO", name=port.name, words=port.depth, width=port.bits, readers=1)
                for port in deep
            ),
        )

    def _ram(self, ram: Ram) -> RamEntry:
        return RamEntry(
            name=ram.name,
            kind=f"{ram.kind} RAM",
            words=ram.words,
            width=ram.width,
            lanes=tuple(width for _, width in ram.lanes) if ram.masked else (ram.width,),
            read_ports=ram.read_ports,
            cells=ecp5_cells(ram),
            place=self._place(ram.location),
            reads=self._lines_that_call(f"cg.read_ram.{ram.name}"),
            writes=self._lines_that_call(f"cg.write_ram.{ram.name}"),
            inferred=ram.inferred,
        )

    def _memory_port(self, port: MemoryPort) -> MemoryPortEntry:
        signals = dict[str, int]()
        for stream in (port.request, port.response):
            signals |= {stream.signal_of(field): field.bits for field in stream.fields}
            signals |= {f"{stream.name}_valid": 1, f"{stream.name}_ready": 1}
        requests = [
            i
            for _, i in self.result.machine.function.instructions()
            if isinstance(i, Write) and i.port == port.request.name
        ]
        reads, writes = (
            self._in_order([i.location for i in requests if i.operands[0] == Const(1, is_write)])
            for is_write in (0, 1)
        )
        return MemoryPortEntry(
            name=port.name,
            words=port.words,
            width=port.width,
            signals=signals,
            place=self._place(port.location),
            reads=reads,
            writes=writes,
        )

    def _in_order(self, locations: Iterable[Location]) -> tuple[Place, ...]:
        """The places of locations, once each, in the order of the source; what LLVM made has none."""
        places = dict.fromkeys(self._place(one) for one in locations if one.line)
        return tuple(sorted(places, key=lambda place: (place.file, place.line)))

    def _calls(self, unit: SharedUnit) -> tuple[Place, ...]:
        return self._lines_that_call(unit.function.call)

    def _lines_that_call(self, call: str) -> tuple[Place, ...]:
        """The lines that use a unit outside the datapath, once each."""
        instructions = (
            i for _, i in self.result.machine.function.instructions() if i.opcode == "call"
        )
        return self._in_order(
            i.location for i in instructions if isinstance(i, UnitCall) and i.callee == call
        )


def c_name(value: str, variables: Mapping[str, str], identifiers: Collection[str]) -> str:
    """The C variable that an SSA value is, as far as it is known; a stream's field as STREAM.FIELD.

    clang names values after variables, and after operations (`add`) where there is none: only the
    source's `identifiers` count.
    """
    field = re.fullmatch(r"cg\.\d+\.(\w+)\.\d+\.(\w+).*", value)
    if field:
        return variables.get(value) or ".".join(field.groups())
    parts = [part for part in value.removeprefix("cg.register.").split(".") if not part.isdigit()]
    plain = parts[-1 if value.startswith("cg.register.") else 0] if parts else ""
    return plain if plain in identifiers else variables.get(value, "")
