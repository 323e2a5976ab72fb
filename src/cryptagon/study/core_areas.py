"""Cores alone, by synthesis: area and depth in seconds, without verification and without the
hardware around them; nothing is recorded.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cryptagon.approaches import entries_of, made
from cryptagon.batch import Execute
from cryptagon.catalog import AlgorithmFolder, Effort, Entry, Rules, Target
from cryptagon.classes import class_of
from cryptagon.errors import CryptagonError, MachineError
from cryptagon.fpga import (
    QUICK,
    Area,
    Attempt,
    Design,
    implement,
    plan_synthesis,
    synthesise,
    unplaced,
)
from cryptagon.study.designs import core_design
from cryptagon.study.events import Event, State, Watcher
from cryptagon.study.plan import contest_of

CORE_STAGE = "core"
ALL_STRATEGIES = "all"
Result = TypeVar("Result")


@dataclass(frozen=True)
class Synthesis:
    """A target and the name of one of its synthesis strategies."""

    target: Target
    strategy: str

    @property
    def stage(self) -> str:
        """What progress is told of."""
        return f"{self.target.name}, {self.strategy}"


@dataclass(frozen=True)
class CoreArea:
    """A core on a target by a strategy: its `area`, counted in the netlist or, where it was placed,
    as nextpnr counts, and its depth in look-up tables.

    `fmax_mhz` is None where nothing was placed. With a `fault` there are no figures.
    """

    entry: Entry
    synthesis: Synthesis
    area: Area | None = None
    levels: int | None = None
    fmax_mhz: float | None = None
    placed: bool = False
    fault: CryptagonError | None = None


def asked_entries(
    found: Sequence[AlgorithmFolder],
    approaches: Sequence[str],
    variants: Sequence[str],
    targets: Sequence[Target],
) -> list[Entry]:
    """The cores of these algorithms by these approaches (none: all) and in these variants (none:
    all that are meant for one of the targets).

    Raises CryptagonError where there is none.
    """
    for name in variants:
        for one in found:
            one.variant(name)
    entries = [entry for one in found for entry in entries_of(one)]
    chosen = [
        one
        for one in entries
        if (not approaches or one.approach in approaches)
        and (
            one.variant.known_as in variants
            if variants
            else any(one.variant.is_for(target) for target in targets)
        )
    ]
    if not chosen:
        there = ", ".join(entry.label for entry in entries) or "none"
        raise CryptagonError(
            "there is no such core",
            why=f"there is: {there}",
            fix="leave out --approach or --variant",
        )
    return chosen


def syntheses(targets: Sequence[Target], strategies: Sequence[str] = ()) -> list[Synthesis]:
    """Each target with each of its strategies of these names: the first one where there are none,
    and every one with ALL_STRATEGIES.

    Raises CryptagonError where a target lacks one.
    """
    asked = tuple(dict.fromkeys(strategies))
    names = ALL_STRATEGIES if ALL_STRATEGIES in asked else asked or QUICK.strategies
    effort = Effort(strategies=names)
    return [Synthesis(one, name) for one in targets for name in effort.strategies_of(one)]


def core_areas(
    entries: Sequence[Entry],
    asked: Sequence[Synthesis],
    watch: Watcher,
    execute: Execute,
    *,
    place: bool,
) -> list[CoreArea]:
    """Each core by each synthesis, under the rules of its class's default contest.

    With `place` it is placed and routed, with one seed. A core that fails keeps no other back;
    MachineError is raised.
    """
    found = execute(_areas_of, [(entry, asked, watch, place) for entry in entries])
    return [one for areas in found for one in areas]


def _areas_of(
    entry: Entry, asked: Sequence[Synthesis], watch: Watcher, place: bool
) -> list[CoreArea]:
    try:
        core = _watched(
            entry,
            CORE_STAGE,
            watch,
            lambda: made(entry, class_of(entry.algorithm).module),
            lambda one: one.text,
        ).core
    except CryptagonError as fault:
        _raise_of_machine(fault)
        return [CoreArea(entry, one, fault=fault) for one in asked]
    return [_area(entry, core_design(entry, core), one, watch, place=place) for one in asked]


def _area(
    entry: Entry, design: Design, synthesis: Synthesis, watch: Watcher, *, place: bool
) -> CoreArea:
    rules = contest_of(entry.algorithm).rules
    try:
        return _watched(
            entry,
            synthesis.stage,
            watch,
            lambda: _measured(entry, design, synthesis, rules, place=place),
            _in_words,
        )
    except CryptagonError as fault:
        _raise_of_machine(fault)
        return CoreArea(entry, synthesis, fault=fault)


def _measured(
    entry: Entry, design: Design, synthesis: Synthesis, rules: Rules, *, place: bool
) -> CoreArea:
    target, strategy = synthesis.target, synthesis.strategy
    before = unplaced(synthesise(plan_synthesis(design, target, strategy, rules)))
    if not place or target.status == "estimate":
        return CoreArea(entry, synthesis, before.area, before.levels)
    best = implement(design, target, Effort(strategies=(strategy,)), rules=rules)
    if not best.ok:
        raise CryptagonError(
            best.status, where=str(best.folder), fix="the logs of the tools are in that folder"
        )
    return CoreArea(entry, synthesis, _placed(best), before.levels, best.fmax_mhz, placed=True)


def _placed(best: Attempt) -> Area:
    return Area(best.luts or 0, best.ffs or 0, best.brams or 0, best.dsps or 0)


def _in_words(one: CoreArea) -> str:
    clock = "" if one.fmax_mhz is None else f", {one.fmax_mhz:.1f} MHz"
    return f"{one.area.luts:,} LUT, {one.levels} levels{clock}" if one.area else ""


def _watched(
    entry: Entry,
    stage: str,
    watch: Watcher,
    work: Callable[[], Result],
    text: Callable[[Result], str],
) -> Result:
    """What the work gives; the watcher hears of its begin and end."""

    def tell(state: State, said: str = "") -> None:
        watch(Event(entry, stage, state, said))

    tell("running")
    try:
        result = work()
    except CryptagonError as fault:
        tell("failed", fault.what)
        raise
    tell("done", text(result))
    return result


def _raise_of_machine(fault: CryptagonError) -> None:
    if isinstance(fault, MachineError):
        raise fault
