"""What must hold in one state: its handshakes, and what its registers hold next."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from cryptagon.hls.datapath.wires import STATE
from cryptagon.hls.ir.instructions import Has, Location, Peek, Read, Write
from cryptagon.hls.ir.metadata import Field
from cryptagon.hls.proof.reference import Case, Never, Reference
from cryptagon.hls.proof.run import Leaving, Run, RunCall
from cryptagon.hls.proof.sheet import Value, anything, literal, zeros
from cryptagon.hls.source.interface import Port


class StateCase:
    """One state's case: `complete` gives it, `pin` adds what units outside the datapath are given.

    `results` are the operands for what units give back, by the calls' results.
    """

    def __init__(
        self, reference: Reference, number: int, block: str, results: Mapping[str, str]
    ) -> None:
        self.reference, self.number = reference, number
        self.sheet, self.program, self.widths = reference.sheet, reference.program, reference.widths
        self.sheet.note(f"state {number}")
        registers = {
            name: (reference.input(name, width), width)
            for name, width in reference.widths.items()
            if name.startswith("r_")
        }
        self.run = Run(
            reference.program,
            reference.ports,
            reference.memory,
            reference.sheet,
            block,
            registers,
            results,
            self.answer,
            self.item,
        )
        self.run.follow()
        given = {"rst": 0} | ({STATE: number} if STATE in self.widths else {})
        self.case = Case(
            f"state {number}", given, number, reference.program.machine.states[number].location
        )
        self.lost = self.sheet.any_of(self.run.lost)

    def answer(self, stream: str) -> str:
        """What stream_has answers: an item is offered, and no earlier answer of this cycle, if one
        is held, said otherwise.
        """
        valid = self.reference.input(f"{stream}_valid", 1)
        if f"missed_{stream}" not in self.widths:
            return valid
        missed = self.reference.input(f"missed_{stream}", 1)
        return self.sheet.wire(1, f"{valid} & ~{missed}")

    def item(self, port: Port, part: Field) -> str:
        """A field of what comes in at a port."""
        return self.reference.input(port.signal_of(part), part.bits)

    def calls(self, kind: str, name: str) -> list[RunCall]:
        """The calls of `cg.KIND.NAME` in this cycle."""
        return [call for call in self.run.calls if call.instruction.callee == f"cg.{kind}.{name}"]

    def happens(self, kind: str, name: str) -> str:
        """One bit: one of these calls runs."""
        return self.sheet.any_of([call.condition for call in self.calls(kind, name)])

    def complete(self, together: frozenset[str], held: Iterable[str]) -> Case:
        """The handshakes and the registers of the state."""
        self._accesses(together)
        for stream in held:
            self._answered(stream)
        self._registers()
        return self.case

    def _accesses(self, together: frozenset[str]) -> None:
        read = self.reference.input
        streams = [port for port in self.reference.ports.values() if port.is_stream]
        sources, sinks = (
            [p for p in streams if not p.is_output],
            [p for p in streams if p.is_output],
        )
        waits = {
            p.name: self.sheet.any_of([self.happens("read", p.name), self.happens("peek", p.name)])
            for p in sources
        }
        writes = {p.name: self.happens("write", p.name) for p in sinks}
        ready = {
            p.name: read(f"{p.name}_ready", 1)
            + (f" | {read(f'taken_{p.name}', 1)}" if p.name in together else "")
            for p in sinks
        }
        self.offered = self.sheet.wire(
            1,
            " & ".join(
                ["1'b1", *(f"(~{waits[p.name]} | {read(f'{p.name}_valid', 1)})" for p in sources)]
            ),
        )
        self.go = self.sheet.wire(
            1,
            " & ".join([self.offered, *(f"(~{writes[p.name]} | {ready[p.name]})" for p in sinks)]),
        )
        for port in sources:
            idle = self.sheet.wire(
                1, f"~{read(f'{port.name}_valid', 1)}"
            )  # nothing is taken then, whatever `ready` is
            self.pin(
                f"{port.name}_ready",
                Value(
                    self.sheet.wire(1, f"{self.happens('read', port.name)} & {self.go}"), 1, idle
                ),
            )
        for port in sinks:
            self._written(port, writes[port.name], port.name in together)
        self._exclusive(streams, writes, together)

    def _written(self, port: Port, writing: str, together: bool) -> None:
        taken = f" & ~{self.reference.input(f'taken_{port.name}', 1)}" if together else ""
        valid = self.sheet.wire(1, f"{writing} & {self.offered}{taken}")
        self.pin(f"{port.name}_valid", Value(valid, 1))
        for number, item in enumerate(port.fields):
            ways = [
                (call.condition, call.operands[number]) for call in self.calls("write", port.name)
            ]
            told = [
                (call.condition, call.instruction.location)
                for call in self.calls("write", port.name)
            ]
            self.pin(port.signal_of(item), self.sheet.chosen(ways, anything(item.bits)), told)
        if together:
            now, ready = (
                self.reference.input(f"taken_{port.name}", 1),
                self.reference.input(f"{port.name}_ready", 1),
            )
            self.pin(
                f"taken_{port.name}",
                Value(self.sheet.wire(1, f"~{self.go} & ({now} | ({valid} & {ready}))"), 1),
            )

    def _answered(self, stream: str) -> None:
        valid, missed = (
            self.reference.input(f"{stream}_valid", 1),
            self.reference.input(f"missed_{stream}", 1),
        )
        self.pin(
            f"missed_{stream}",
            Value(self.sheet.wire(1, f"~{self.go} & ({missed} | ({self.offered} & ~{valid}))"), 1),
        )

    def _exclusive(
        self, streams: Sequence[Port], writes: Mapping[str, str], together: frozenset[str]
    ) -> None:
        """No cycle moves two items of a stream, or reads after it wrote; streams written in one
        cycle can be taken one by one.
        """
        kinds = ("read", "peek", "has", "write")
        own = {
            p.name: sorted(
                (c for kind in kinds for c in self.calls(kind, p.name)), key=lambda c: c.order
            )
            for p in streams
        }
        for name, calls in own.items():
            for one, two in combinations(calls, 2):
                if not isinstance(one.instruction, Peek | Has):
                    self.clash(one, two, f"the stream '{name}' is accessed twice in one cycle")
        for write in [c for c in self.run.calls if isinstance(c.instruction, Write)]:
            for read in [
                c
                for c in self.run.calls
                if isinstance(c.instruction, Read | Peek) and c.order > write.order
            ]:
                if (
                    isinstance(read.instruction, Read | Peek)
                    and self.reference.ports[read.instruction.port].is_stream
                ):
                    self.clash(write, read, "a stream is read after a write in one cycle")
        for one, two in combinations([name for name in writes if writes[name] != "1'b0"], 2):
            if one not in together or two not in together:
                self.never(
                    f"{writes[one]} & {writes[two]}",
                    f"'{one}' and '{two}' are written in one cycle, but not taken one by one",
                    Location(),
                )

    def clash(self, one: RunCall, two: RunCall, meaning: str) -> None:
        """Two calls that must not run in one cycle."""
        self.never(f"{one.condition} & {two.condition}", meaning, two.instruction.location)

    def never(
        self, condition: str, meaning: str, location: Location, *, of_range: bool = False
    ) -> None:
        """A condition that must not hold, unless what holds is undefined."""
        output = self.reference.output(1, self.sheet.wire(1, f"({condition}) & ~{self.lost}"))
        self.case.nevers.append(Never(output, meaning, location, of_range))

    def pin(self, signal: str, value: Value, ways: Sequence[tuple[str, Location]] = ()) -> None:
        """A signal of the core must have a value; `ways` are conditions and the C lines that the
        value then comes from.
        """
        self.case.checks.append(self.reference.check(signal, self.unless_lost(value), ways))

    def unless_lost(self, value: Value) -> Value:
        """The value, with every bit open where the cycle has hung on an open value before."""
        if self.lost == "1'b0":
            return value
        return Value(
            value.text,
            value.width,
            self.sheet.wire(
                value.width,
                f"{{{value.width}{{{self.lost}}}}} | {value.open or zeros(value.width)}",
            ),
        )

    # Registers

    def _registers(self) -> None:
        numbers, ways = self.program.machine.state_blocks, self.run.leaving
        if STATE in self.widths:
            width = self.widths[STATE]
            targets = [
                (way.condition, Value(literal(width, numbers[way.target]), width)) for way in ways
            ]
            self._next(STATE, self.sheet.chosen(targets, anything(width)), ())
        kept: dict[str, list[tuple[Leaving, str]]] = {}
        for way in ways:
            for name in sorted(self.program.needed[way.target]):
                kept.setdefault(self.program.homes[name], []).append((way, name))
        for register in [name for name in self.widths if name.startswith("r_")]:
            self._register(register, kept.get(register, []))

    def _register(self, register: str, kept: Sequence[tuple[Leaving, str]]) -> None:
        width, first, told = self.widths[register], {}, []
        for way, name in kept:
            value, location = self.run.at_end(way, name)
            value = self._fitting(register, width, value, way, location)
            told.append((way.condition, location))
            if way in first:
                differ = f"|(({first[way].text} ^ {value.text}) & ~({first[way].open or zeros(width)} | {value.open or zeros(width)}))"
                self.never(
                    f"{way.condition} & ({differ})", f"{register} must hold two values", location
                )
            first.setdefault(way, value)
        self._next(
            register,
            self.sheet.chosen(
                [(way.condition, value) for way, value in first.items()], anything(width)
            ),
            told,
        )

    def _fitting(
        self, register: str, width: int, value: Value, way: Leaving, location: Location
    ) -> Value:
        """A value as the register holds it, which must have room for it."""
        if value.width <= width:
            return self.sheet.widened(value, width)
        text, mask = (
            self.sheet.named(value).text,
            self.sheet.wire(value.width, value.open) if value.open else "",
        )
        high, low = f"[{value.width - 1}:{width}]", f"[{width - 1}:0]"
        left = f"{text}{high} & ~{mask}{high}" if mask else f"{text}{high}"
        self.never(
            f"{self.go} & {way.condition} & (|({left}))",
            f"a value does not fit into {register}",
            location,
            of_range=True,
        )
        return Value(
            self.sheet.wire(width, text + low),
            width,
            self.sheet.wire(width, mask + low) if mask else "",
        )

    def _next(self, register: str, value: Value, told: Sequence[tuple[str, Location]]) -> None:
        """A register keeps what it holds where the cycle does not happen."""
        now = Value(self.reference.input(register, self.widths[register]), self.widths[register])
        self.pin(register, self.sheet.chosen([(self.go, value)], now), told)
