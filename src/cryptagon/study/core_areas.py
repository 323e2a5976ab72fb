"""Cores alone, by synthesis: area and depth in seconds, without verification and without the
hardware around them; nothing is recorded.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cryptagon.approaches import entries_of, made
from cryptagon.batch import Execute
from cryptagon.catalog import AlgorithmFolder, Entry, Rules, Target
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
Result = TypeVar("Result")


@dataclass(frozen=True)
class CoreArea:
    """A core on a target: its `area`, counted in the netlist or, where it was placed, as nextpnr
    counts, and its depth in look-up tables.

    `fmax_mhz` is None where nothing was placed. With a `fault` there are no figures.
    """

    entry: Entry
    target: Target
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


def core_areas(
    entries: Sequence[Entry],
    targets: Sequence[Target],
    watch: Watcher,
    execute: Execute,
    *,
    place: bool,
) -> list[CoreArea]:
    """Each core on each target, under the rules of its class's default contest, by the first
    strategy of the target.

    With `place` it is placed and routed, by the quick effort. A core that fails keeps no other
    back; MachineError is raised.
    """
    found = execute(_areas_of, [(entry, targets, watch, place) for entry in entries])
    return [one for areas in found for one in areas]


def _areas_of(
    entry: Entry, targets: Sequence[Target], watch: Watcher, place: bool
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
        return [CoreArea(entry, target, fault=fault) for target in targets]
    return [
        _area(entry, core_design(entry, core), target, watch, place=place) for target in targets
    ]


def _area(entry: Entry, design: Design, target: Target, watch: Watcher, *, place: bool) -> CoreArea:
    rules = contest_of(entry.algorithm).rules
    try:
        return _watched(
            entry,
            target.name,
            watch,
            lambda: _measured(entry, design, target, rules, place=place),
            _in_words,
        )
    except CryptagonError as fault:
        _raise_of_machine(fault)
        return CoreArea(entry, target, fault=fault)


def _measured(
    entry: Entry, design: Design, target: Target, rules: Rules, *, place: bool
) -> CoreArea:
    (strategy,) = QUICK.strategies_of(target)
    before = unplaced(synthesise(plan_synthesis(design, target, strategy, rules)))
    if not place or target.status == "estimate":
        return CoreArea(entry, target, before.area, before.levels)
    best = implement(design, target, QUICK, rules=rules)
    if not best.ok:
        raise CryptagonError(
            best.status, where=str(best.folder), fix="the logs of the tools are in that folder"
        )
    return CoreArea(entry, target, _placed(best), before.levels, best.fmax_mhz, placed=True)


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
