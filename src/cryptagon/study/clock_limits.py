"""The clock limit by experiment of what a study measures: the same unit, the same layout, the known
answers, and virtual boards.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from statistics import quantiles

from cryptagon import paths
from cryptagon.catalog import Entry, Target, target
from cryptagon.errors import CryptagonError
from cryptagon.fpga import Implementation
from cryptagon.study.memo import Memo
from cryptagon.study.plan import Plan, plan
from cryptagon.study.product import Product
from cryptagon.study.stages import Stages
from cryptagon.timing import (
    Board,
    ClockLimit,
    Layout,
    Stimulus,
    boards,
    clock_limit,
    layout_of,
    stimulus,
)
from cryptagon.toolchain import end_all

Teller = Callable[[str], None]


@dataclass(frozen=True)
class LimitRequest:
    """What to examine. `variant`: "" is the first one; `quick`: one synthesis strategy and one
    placement seed.

    `answers`: how many known answers go through, each of a cipher encrypted and decrypted; 0 for
    all.
    """

    name: str
    approach: str
    target: str
    variant: str = ""
    quick: bool = False
    answers: int = 32


@dataclass(frozen=True)
class BoardLimit:
    """A virtual board and its limit; `ratio` is that to the static figure of place and route."""

    board: Board
    limit: ClockLimit
    ratio: float


@dataclass(frozen=True)
class Spread:
    """Of the ratios over all boards."""

    least: float
    lower_quartile: float
    median: float
    upper_quartile: float
    greatest: float


@dataclass(frozen=True)
class Findings:
    """What came of a subject.

    `corner` is the limit with the tool's own delays, those of the slow corner; `messages` went
    through.
    """

    label: str
    target: str
    layout: Implementation
    messages: int
    corner: ClockLimit
    boards: tuple[BoardLimit, ...]

    @property
    def corner_ratio(self) -> float:
        """Of the limit with the tool's own delays to the static figure."""
        assert self.layout.fmax_mhz  # what has no clock has no layout to time
        return self.corner.limit_mhz / self.layout.fmax_mhz

    @property
    def spread(self) -> Spread | None:
        """The spread of the ratios; None with fewer than two boards."""
        ratios = sorted(each.ratio for each in self.boards)
        if len(ratios) < 2:
            return None
        lower, median, upper = quantiles(ratios, n=4, method="inclusive")
        return Spread(ratios[0], lower, median, upper, ratios[-1])


@dataclass(frozen=True)
class Routed:
    """A unit on a part: what place and route reported of its best layout, and that layout with its
    delays.
    """

    implementation: Implementation
    layout: Layout

    @property
    def fmax_mhz(self) -> float:
        """By static timing of place and route."""
        assert self.implementation.fmax_mhz  # layout_of has seen to it
        return self.implementation.fmax_mhz


@dataclass(frozen=True)
class _Unit:
    """What goes through timing simulation, whatever it is a unit of."""

    label: str
    routed: Routed
    stimulus: Stimulus


def routed(chosen: Plan, entry: Entry, found: Target, tell: Teller) -> Routed:
    """The best layout of an entry by the search of its plan, with its delays; made, or fetched from
    the build folder.

    Raises CryptagonError where the core or its layout cannot be made, and for a part whose cells
    are not modelled.
    """
    stages = Stages(chosen, Memo(paths.build_folder() / "study"))
    tell("Verilog core")
    product = stages.make_core(Product(entry), tell).product
    tell("place and route")
    product = stages.implement(product, found, tell).product
    implementation = _of(product)
    tell("layout with delays")
    rules = chosen.contest.rules
    return Routed(implementation, layout_of(stages.design(product), found, implementation, rules))


def find_limits(
    subject: LimitRequest, *, count: int, seed: int, jobs: int, tell: Teller
) -> Findings:
    """Make or fetch the layout, check it at a slow clock, and find the limit of `count` boards by
    `seed`, `jobs` at once.

    `tell` hears of each step, from any thread. Raises CryptagonError where there is no such design
    or layout, or the routed unit is at fault.
    """
    found = target(subject.target)
    unit = _unit(subject, found, tell)
    netlist, fmax = unit.routed.layout.netlist, unit.routed.fmax_mhz
    corner = clock_limit(netlist, unit.stimulus, lambda text: tell(f"slow corner: {text}"))
    tell(f"slow corner: {corner.limit_mhz:.1f} MHz, static {fmax:.1f} MHz")

    def examine(board: Board) -> BoardLimit:
        limit = clock_limit(board.delays(netlist), unit.stimulus)
        tell(
            f"board {board.number} of {count}: {limit.limit_mhz:.1f} MHz, {limit.limit_mhz / fmax:.3f} of static"
        )
        return BoardLimit(board, limit, limit.limit_mhz / fmax)

    limits = _side_by_side(examine, boards(count, seed=seed), jobs)
    implementation, messages = unit.routed.implementation, len(unit.stimulus.titles)
    return Findings(unit.label, found.name, implementation, messages, corner, limits)


def _side_by_side(
    examine: Callable[[Board], BoardLimit], chosen: Sequence[Board], jobs: int
) -> tuple[BoardLimit, ...]:
    """Every board, `jobs` at once.

    Whatever ends it early ends all of it: no board is begun any more, and no simulation goes on.
    """
    with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="board") as pool:
        try:
            return tuple(pool.map(examine, chosen))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            end_all()
            raise


def _unit(subject: LimitRequest, found: Target, tell: Teller) -> _Unit:
    chosen = plan(subject.name, quick=subject.quick)
    if subject.variant:
        chosen.entries[0].algorithm.variant(
            subject.variant
        )  # one that is unknown is told with those that are close
    entry = _one(
        subject, [each for each in chosen.entries if subject.variant in ("", each.variant.name)]
    )
    made = routed(chosen, entry, found, tell)
    tests = chosen.kind.tests(entry.algorithm, entry.variant, replace(chosen.setting, quick=False))
    return _Unit(entry.label, made, stimulus(*tests.sample(subject.answers)))


def _one(subject: LimitRequest, entries: Sequence[Entry]) -> Entry:
    found = next((entry for entry in entries if entry.approach == subject.approach), None)
    if found is None:
        known = ", ".join(entry.label for entry in entries) or "none"
        what = f"there is no design of {subject.name}{f', variant {subject.variant},' if subject.variant else ''} by {subject.approach}"
        raise CryptagonError(what, why=f"there is: {known}")
    return found


def _of(product: Product) -> Implementation:
    if product.fault:
        raise product.fault
    assert product.implementation  # made by the stage before
    return product.implementation
