"""The testbench of a whole unit of others, and what its own test vectors say of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon.core import VerilogCore
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Kind, Word
from cryptagon.simulate.levels import Item, Stream, top_module
from cryptagon.simulate.result import Fault, SimulationResult
from cryptagon.simulate.simulator import Simulator
from cryptagon.simulate.stalls import NO_STALLS, STALL_MODES, stall_text
from cryptagon.units.described import VHDL
from cryptagon.units.entry import Unit
from cryptagon.units.ghdl_text import zeros_in_doubt
from cryptagon.units.vectors import VectorMessage, Vectors, read_vectors
from cryptagon.units.verilog import SOURCES, UnitVerilog

DOUBTS = 8
"""How many lines of VHDL an error names at most."""
WATCHDOG = 50_000
"""Cycles without a transfer that count as a hang: small units take long over a block."""


@dataclass(frozen=True)
class UnitBench:
    """Drives a unit by the words of `VectorMessage`s. `known`: whether the data that comes is
    compared; its number of words always is.
    """

    design: str
    verilog: str
    streams: tuple[Stream, ...]
    known: bool = True
    name: str = "unit"
    key_update: bool = False
    library: tuple[Path, ...] = ()
    item: str = "word"
    contract: str = "docs/third-party.md"

    def inputs(self, messages: Sequence[VectorMessage]) -> Iterator[Item]:
        """What is offered, in order."""
        for bus in ("pdi", "sdi"):
            for number, message in enumerate(messages):
                words: tuple[Word, ...] = getattr(message, bus)
                yield from (Item(bus, number, word.value, 0, word.kind) for word in words)

    def outputs(self, messages: Sequence[VectorMessage]) -> Iterator[Item]:
        """What must come, in order."""
        for number, message in enumerate(messages):
            for word in message.do:
                compared = self.known or word.kind is Kind.HEADER
                yield Item("do", number, word.value, word.known if compared else 0, word.kind)

    def data_ports(self, stream: Stream) -> tuple[tuple[str, int], ...]:
        """A bus is one port."""
        return ((f"{stream.name}_data", stream.width),)

    def show(self, stream: str, value: int) -> str:
        """A word for people."""
        width = next(each.width for each in self.streams if each.name == stream)
        return f"{value:0{-(-width // 4)}x}"


def bench_of(unit: Unit, made: UnitVerilog, *, known: bool = True) -> UnitBench:
    """The testbench of a unit."""
    return UnitBench(unit.name, top_text(unit, made), streams_of(made), known)


def streams_of(made: UnitVerilog) -> tuple[Stream, ...]:
    """The three buses."""
    w, sw = made.ports.w, made.ports.sw
    return (Stream("pdi", w, True, primary=True), Stream("sdi", sw, True), Stream("do", w, False))


def top_text(unit: Unit, made: UnitVerilog) -> str:
    """The Verilog of the testbench's top."""
    streams = streams_of(made)
    pins = [(f"{stream.name}_data", f"{stream.name}_data") for stream in streams]
    given = ", ".join(f".{name}({value})" for name, value in made.parameters.items())
    instance = f"{unit.top} {f'#({given}) ' if given else ''}unit"
    last = [("do_last", "")] if made.ports.last else []
    return top_module(streams, instance, [*pins, *last], key_update=False)


def own_vectors(unit: Unit, made: UnitVerilog) -> Vectors:
    """The test vectors that come with a unit.

    Raises CryptagonError where they are for other widths.
    """
    found = read_vectors(unit.vectors_folder)
    widths = (made.ports.w, made.ports.sw)
    if (found.w, found.sw) != widths:
        raise CryptagonError(
            "these test vectors are for other bus widths",
            where=str(unit.vectors_folder),
            why=f"they have words of {found.w} and {found.sw} bits, the unit's buses {widths[0]} and {widths[1]}",
            fix="name the folder for these widths by --vectors, or set the generics of the unit",
        )
    return found


@dataclass(frozen=True)
class Checked:
    """What came of a unit's test vectors under one mode of stalls; `fault` is the first wrong word,
    None where all `messages` were right.
    """

    mode: str
    messages: int
    fault: Fault | None = None


def check_vectors(unit: Unit, made: UnitVerilog) -> list[Checked]:
    """Send the unit's own test vectors through it: without stalls, then with stalls on its inputs,
    its outputs and on both.

    Raises CryptagonError for the first word that is wrong without stalls. Under stalls a wrong word
    is told, and no error: a unit that was never tried so can be measured all the same.
    """
    bench, messages = bench_of(unit, made), own_vectors(unit, made).messages
    simulator = Simulator.on(made.core, bench)
    found = []
    for name, stalls in STALL_MODES.items():
        plain = stalls == NO_STALLS
        result = simulator.run(
            messages, stalls=stalls, probe=False, watchdog=WATCHDOG, record=plain
        )
        if plain:
            right(made.core, unit, result, stall_text(name))
        fault = None if result.ok else result.faults[0]
        found.append(Checked(stall_text(name), len(messages), fault))
    return found


def right(core: VerilogCore, unit: Unit, result: SimulationResult, how: str) -> SimulationResult:
    """The result of a run that was made `how`. Raises CryptagonError for its first fault."""
    if result.ok:
        return result
    what, _, details = str(result.faults[0]).partition("\n")
    hangs = result.faults[0].kind == "hang"
    raise CryptagonError(
        f"{unit.name}: {what}",
        where=str(core.sources[0]),
        why=f"{details}\n({how})",
        fix="its reset must be synchronous and active high, its clock clk"
        if hangs
        else f"look at the waveform {result.waveform}{_doubts(core, unit)}",
    )


def _doubts(core: VerilogCore, unit: Unit) -> str:
    """What GHDL can have got wrong, as the end of a sentence; "" for a unit in Verilog."""
    if unit.language != VHDL:
        return ""
    places = zeros_in_doubt(core.sources[0].read_text(encoding="utf-8"))[:DOUBTS]
    said = ", ".join(place.removeprefix(f"{SOURCES}/") for place in places)
    lost = f": a constant may be lost in {said}" if said else ""
    return f", and at what GHDL gets wrong (docs/third-party.md){lost}"
