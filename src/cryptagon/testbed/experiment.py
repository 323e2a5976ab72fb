"""The maximum frequency of a unit by experiment, as a board's is found: messages of several sizes
through the routed netlist with its delays, the clock raised until an answer is wrong.

A short message runs with delays in every cycle. Of a longer one as many cycles do, in windows that
lie evenly over it; in the others every register takes what the gates before it settle to, so that
the message goes through whole and its answer is compared (docs/testbed.md).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from pathlib import Path

from cryptagon import paths
from cryptagon.catalog import Entry, Target
from cryptagon.study.clock_limits import Routed, routed
from cryptagon.study.plan import Plan
from cryptagon.testbed.workload import Workload, workload
from cryptagon.timing import (
    Board,
    Sampling,
    TimedRun,
    TimedSimulator,
    boards,
    in_time_mhz,
    limit_above,
    longest_paths,
    slow_run,
    stimulus,
)
from cryptagon.timing.layout import DELAYS, ROUTED
from cryptagon.timing.netlist import TimedNetlist
from cryptagon.toolchain import code_of, complete, digest_of, json_of

WHOLE_BYTES = 10_000
"""A message up to this size runs with delays in every cycle."""
WINDOW = 128
"""Cycles of a window: a block of any function, whatever the phase at which the window begins."""
FOUND = "experiment.json"

Teller = Callable[[str], None]


@dataclass(frozen=True)
class SizeLimit:
    """A message of `size` bytes. It took `cycles`, of which `timed_cycles` ran with delays.

    Up to `settled_mhz` every register took the right value in each of these. `limit_mhz` is the
    fastest clock with the right answer, and `wrong` what went wrong above it; both None where all
    registers are in time at the limit of a shorter message, so that it holds here too.
    """

    size: int
    cycles: int
    timed_cycles: int
    settled_mhz: float
    limit_mhz: float | None
    wrong: str | None


@dataclass(frozen=True)
class BoardFound:
    """What came of one set of delays; `number` is that of the virtual board, 0 the delays of place
    and route.
    """

    number: int
    sizes: tuple[SizeLimit, ...]

    @property
    def limit_mhz(self) -> float:
        """The fastest clock at which all answers are right: of the worst size."""
        return min(one.limit_mhz for one in self.sizes if one.limit_mhz is not None)

    @property
    def worst(self) -> SizeLimit:
        """The size that sets the limit."""
        return next(one for one in self.sizes if one.limit_mhz == self.limit_mhz)


@dataclass(frozen=True)
class Experiment:
    """A unit on a part. `static_mhz` is static timing of place and route; `corner` has its delays;
    each of the virtual `boards` its own.
    """

    target: str
    strategy: str
    seed: int
    luts: int
    static_mhz: float
    corner: BoardFound
    boards: tuple[BoardFound, ...]

    @property
    def ratio(self) -> float:
        """Experiment over static timing, with the delays of place and route."""
        return self.corner.limit_mhz / self.static_mhz

    def board_ratio(self, board: BoardFound) -> float:
        """A board's limit over static timing of place and route."""
        return board.limit_mhz / self.static_mhz


def experiment(
    chosen: Plan,
    entry: Entry,
    found: Target,
    *,
    sizes: Sequence[int],
    count: int = 2,
    seed: int = 1,
    tell: Teller = lambda text: None,
) -> Experiment:
    """Place and route an entry of a plan, and find its limit over messages of these `sizes` in
    bytes; on `count` virtual boards by `seed` too, over messages of up to WHOLE_BYTES (or the
    shortest).

    What was done before is kept: layouts, and the limits of each board. Raises CryptagonError for a
    class that the testbed does not take, a part whose cells are not modelled, a unit without a
    layout, and a wrong answer at a slow clock.
    """
    work = workload(entry)
    unit = routed(chosen, entry, found, tell)
    ordered = sorted(set(sizes))
    short = [size for size in ordered if size <= WHOLE_BYTES] or ordered[:1]
    corner = _found(unit, work, None, ordered, tell)
    drawn = tuple(_found(unit, work, one, short, tell) for one in boards(count, seed=seed))
    made = unit.implementation
    return Experiment(
        found.name, made.strategy, made.seed or 0, made.luts or 0, unit.fmax_mhz, corner, drawn
    )


def sampling_of(size: int) -> Sampling:
    """Which cycles of a message of `size` bytes run with delays: all up to WHOLE_BYTES, of a longer
    one about as many.
    """
    apart = max(1, round(size / WHOLE_BYTES))
    return Sampling(apart * WINDOW, WINDOW)


def _found(
    unit: Routed, work: Workload, board: Board | None, sizes: Sequence[int], tell: Teller
) -> BoardFound:
    """The limits of one set of delays, size by size; each is taken from the build folder where it
    lies there.
    """
    number, layout = board.number if board else 0, unit.layout
    netlist = board.delays(layout.netlist) if board else layout.netlist
    layout_files = [layout.folder / ROUTED, layout.folder / DELAYS]
    decides = [*layout_files, Path(__file__), Path(__file__).with_name("workload.py")]
    common = digest_of(decides, code_of("timing"), str(board), work.bench.design)
    found: list[SizeLimit] = []
    for size in sizes:
        least = min((one.limit_mhz for one in found if one.limit_mhz is not None), default=inf)
        digest = digest_of(common, str(sampling_of(size)), size, least)
        name = f"limit-{work.bench.design}-{number}-{size}-{digest[:20]}"
        place = paths.build_folder() / "testbed" / name
        make = partial(_keep, netlist=netlist, work=work, size=size, least=least, tell=tell)
        complete(place, make)
        found.append(SizeLimit(**json_of(place / FOUND)))
    return BoardFound(number, tuple(found))


def _keep(
    folder: Path, *, netlist: TimedNetlist, work: Workload, size: int, least: float, tell: Teller
) -> None:
    found = _limit(netlist, work, size, least, tell)
    (folder / FOUND).write_text(json.dumps(asdict(found)))


def _limit(
    netlist: TimedNetlist, work: Workload, size: int, least: float, tell: Teller
) -> SizeLimit:
    """A faster run than the slow one is made only where a register may be late at `least`, the limit
    of shorter messages.
    """
    given, sampling = stimulus(work.bench, work.job(size)), sampling_of(size)
    simulator, longest = TimedSimulator.of(netlist, given, sampling), longest_paths(netlist)
    slow = slow_run(simulator, longest)
    in_time = in_time_mhz(slow)
    tell(f"{size / 1000:,g} kB: every register in time up to {in_time:.1f} MHz")
    if in_time >= least:
        return _size(size, slow, None, None)
    found = limit_above(slow, simulator, longest, tell)
    return _size(size, slow, found.limit_mhz, str(found.fault))


def _size(size: int, slow: TimedRun, limit: float | None, wrong: str | None) -> SizeLimit:
    return SizeLimit(size, slow.cycles, slow.timed_cycles, in_time_mhz(slow), limit, wrong)
