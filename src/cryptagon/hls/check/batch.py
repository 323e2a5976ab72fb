"""Many small designs in one Verilator build, each against its own native run, with the same items
on every stream.
"""

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic

from cryptagon.hls.check.equivalence import first_after_reset
from cryptagon.hls.check.expectation import expect
from cryptagon.hls.check.simulation import RESETS, STALL, Transfer, build_testbench, simulate
from cryptagon.hls.check.stimulus import Stimulus
from cryptagon.hls.check.testbench import Bench, Made_co, write_testbench
from cryptagon.hls.compiler import HlsResult, compile_source
from cryptagon.hls.native import NativeDesign
from cryptagon.hls.source.interface import Port

PATIENCE = 6000  # cycles; longer than any design of a batch computes without moving an item
Items = Sequence[int | Mapping[str, int]]


@dataclass(frozen=True)
class CDesign:
    """A C design and its stimulus.

    An item is an integer or the fields of a struct; wires hold their value all the time.
    """

    name: str
    source: str
    items: Mapping[str, Items]
    wires: Mapping[str, int] = field(default_factory=dict)
    memories: Mapping[str, Sequence[int]] = field(default_factory=dict)

    @property
    def stimulus(self) -> Stimulus:
        """The items with their fields by name."""
        return Stimulus(
            {name: [_fields(item) for item in items] for name, items in self.items.items()},
            self.wires,
            self.memories,
        )


@dataclass(frozen=True)
class Outcome(Generic[Made_co]):
    """What a design wrote, by output stream: natively, in Verilog with stalls, and in Verilog
    without.

    `memories` are the elements of its memory ports in the end natively, by name; `differing` tells
    which are others in Verilog. `after_reset` tells what was wrong first behind a reset in mid-run.
    """

    result: Made_co
    native: dict[str, list[int]]
    stalled: dict[str, list[int]]
    free: dict[str, list[Transfer]]
    withdrawn: frozenset[str] = frozenset()
    memories: Mapping[str, Sequence[int]] = field(default_factory=dict)
    differing: tuple[str, ...] = ()
    after_reset: str = ""

    def cycles(self, stream: str) -> list[int]:
        """Cycles between the items of an output stream when nothing stalls."""
        moments = [transfer.cycle for transfer in self.free[stream]]
        return [later - sooner for sooner, later in itertools.pairwise(moments)]

    @property
    def agree(self) -> bool:
        """Whether all three runs wrote the same, to streams and to memories, before and after each
        reset, and no offered item was taken back.
        """
        free = {
            name: [transfer.item for transfer in transfers] for name, transfers in self.free.items()
        }
        same = self.stalled == self.native and free == self.native
        return same and not (self.withdrawn or self.differing or self.after_reset)

    def check(self) -> None:
        """Fails unless something came out and all three runs agree."""
        assert any(self.native.values()), "the native run wrote nothing"
        assert not self.withdrawn
        assert not self.differing
        assert self.stalled == self.native
        assert {
            name: [t.item for t in transfers] for name, transfers in self.free.items()
        } == self.native
        assert not self.after_reset


def cosimulate(designs: Sequence[CDesign], folder: Path) -> dict[str, Outcome[HlsResult]]:
    """Compiles, builds and runs all designs; the outcomes by name."""
    folder.mkdir(parents=True, exist_ok=True)
    benches = {design.name: bench_of(design, folder) for design in designs}
    return run_benches(benches, folder)


def run_benches(
    benches: Mapping[str, Bench[Made_co]], folder: Path, patience: int = PATIENCE
) -> dict[str, Outcome[Made_co]]:
    """Builds one simulator of all benches and runs it; the outcomes by name.

    A run ends when no item has moved for `patience` cycles.
    """
    place = folder / "testbench"
    write_testbench(list(benches.values()), place)
    verilog = [source for bench in benches.values() for source in bench.result.core.sources]
    program = build_testbench(place, verilog, folder)
    free = simulate(program, place, stall=0, patience=patience)
    stalled = simulate(program, place, stall=STALL, patience=patience, resets=RESETS)
    outcomes = {}
    for name, bench in benches.items():
        streams = {stream: f"{name}.{stream}" for stream in bench.expected.items}
        without = {stream: list(free.transfers.get(key, [])) for stream, key in streams.items()}
        items = {
            stream: [t.item for t in stalled.transfers.get(key, [])]
            for stream, key in streams.items()
        }
        outside = [f"{name}.{port.name}" for port in bench.result.memories]
        withdrawn = frozenset((free.withdrawn | stalled.withdrawn) & {*streams.values(), *outside})
        differing = tuple(
            f"{key}, {what}"
            for key in outside
            for run in (free, stalled)
            for what in run.memories.get(key, ())
        )
        outcomes[name] = Outcome(
            bench.result,
            dict(bench.expected.items),
            items,
            without,
            withdrawn,
            bench.expected.memories,
            differing,
            first_after_reset(bench.result, stalled),
        )
    return outcomes


def bench_of(design: CDesign, folder: Path, dump: Collection[str] = ()) -> Bench[HlsResult]:
    """A design compiled, and run natively; `dump` names passes of which the result has what was
    there before and after.
    """
    return bench_of_source(design.name, design.source, lambda _: design.stimulus, folder, dump=dump)


def bench_of_source(
    name: str,
    text: str,
    stimulus_of: Callable[[Mapping[str, Port]], Stimulus],
    folder: Path,
    dump: Collection[str] = (),
) -> Bench[HlsResult]:
    """C compiled as the module `name`, and run natively with what suits its ports; `dump` as for
    `bench_of`.
    """
    source = folder / f"{name}.c"
    source.write_text(text)
    result = compile_source(source, folder, module=name, dump=dump)
    stimulus = stimulus_of(result.ports)
    return Bench(result, stimulus, expect(NativeDesign.build(source, folder), stimulus))


def _fields(item: int | Mapping[str, int]) -> Mapping[str, int]:
    return {"data": item} if isinstance(item, int) else item
