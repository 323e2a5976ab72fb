"""A study as plain data: which cores meet which targets, with what effort.

Nothing is built here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from cryptagon import classes, paths
from cryptagon.approaches import approach, approaches_of, entries_of
from cryptagon.catalog import (
    LEVELS,
    AlgorithmFolder,
    Effort,
    Entry,
    Target,
    target,
    targets,
)
from cryptagon.catalog.macros import with_macros
from cryptagon.catalog.toml_file import did_you_mean
from cryptagon.classes import AlgorithmClass, Setting
from cryptagon.errors import CryptagonError
from cryptagon.study.contest import (
    Contest,
    Participant,
    asked_approaches,
    kind_of,
    load_contest,
    with_class,
)

DEFAULTS = "contests"
FIRST_TARGET = "ecp5-85f-8"
"""Where neither a contest nor the console names one."""


@dataclass(frozen=True)
class Plan:
    """Every entry is verified once and implemented on every target. `absent` lists what the contest
    asks for and nobody has written.

    `quick`: less effort, fewer known answers and, where none is named, fewer targets than the
    contest asks for.
    """

    title: str
    entries: tuple[Entry, ...]
    absent: tuple[Entry, ...]
    targets: tuple[Target, ...]
    contest: Contest
    effort: Effort
    quick: bool = False

    @property
    def kind(self) -> AlgorithmClass:
        """The class of its algorithms."""
        return kind_of(self.contest)

    def targets_of(self, entry: Entry) -> tuple[Target, ...]:
        """The targets that an entry meets: all, but for variants that are meant for some."""
        return tuple(one for one in self.targets if entry.variant.is_for(one))

    @property
    def setting(self) -> Setting:
        """How its cores are put to the test."""
        return Setting(self.contest.interface, self.contest.bus, quick=self.quick)

    def bus_of(self, entry: Entry) -> dict[str, int]:
        """The widths in bits of what is implemented; none of a core alone."""
        return self.setting.bus_of(entry.algorithm) if self.contest.scope == "unit" else {}


def plan(
    what: str,
    *,
    quick: bool = False,
    effort: str = "",
    targets: Sequence[str] = (),
    algorithms: Sequence[str] = (),
    approaches: Sequence[str] = (),
    macros: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """The plan for a contest file; or for one algorithm (name or folder), under the settings of the
    default contest of its class.

    A level of `effort`, `targets`, `algorithms` and `approaches` take the place of the contest's.
    With `macros` of the C the algorithms have the variants that they make, by HLS alone. Raises
    CryptagonError when there is no such thing, with what is close.
    """
    if what.endswith(".toml"):
        contest = narrowed(load_contest(what), effort, targets, algorithms, quick=quick)
        found = [
            with_macros(classes.algorithm(one.name), macros, one.variants)
            for one in contest.algorithms
        ]
    else:
        found = [with_macros(classes.algorithm(what), macros)]
        contest = narrowed(contest_of(found[0]), effort, targets, algorithms, quick=quick)
    return planned(
        contest.model_copy(update={"approaches": tuple(approaches)}) if approaches else contest,
        found,
        what,
        quick=quick,
    )


def planned(
    contest: Contest, found: Sequence[AlgorithmFolder], what: str, *, quick: bool = False
) -> Plan:
    """The plan for a contest of these algorithms, which may lie anywhere.

    Raises CryptagonError where there is nothing to run.
    """
    entries = tuple(
        entry
        for one, part in zip(found, contest.algorithms)
        for entry in _entries(contest, one, part)
    )
    if not entries:
        asked = asked_approaches(contest)
        fix = f"add {' or '.join(approach(name).wanted for name in asked)}"
        raise CryptagonError(
            f"there is nothing to run for {what}", why=f"no core by {' or '.join(asked)}", fix=fix
        )
    absent = tuple(
        Entry(one, name)
        for one in found
        for name in contest.approaches
        if name not in approaches_of(one)
    )
    full = Plan(
        contest.title,
        entries,
        absent,
        tuple(target(name) for name in contest.targets),
        contest,
        contest.effort,
    )
    full = replace(full, entries=tuple(one for one in entries if full.targets_of(one)))
    if not full.entries:
        there = ", ".join(one.name for one in targets().values() if entries[0].variant.is_for(one))
        raise CryptagonError(
            f"there is nothing to run for {what}",
            why=f"{entries[0].label} is for look-up tables of {entries[0].variant.lut_inputs} inputs",
            fix=f"add a target with such tables to the contest; there is: {there or 'none'}",
        )
    for entry in full.entries:
        _check(full, entry)
    return replace(full, quick=True, effort=contest.effort.least) if quick else full


def _entries(contest: Contest, one: AlgorithmFolder, part: Participant) -> list[Entry]:
    """The cores of an algorithm that take part, in the order of approaches that the contest has."""
    order = asked_approaches(contest)
    found = [
        entry
        for entry in entries_of(one)
        if entry.approach in order
        and (not part.variants or entry.variant.known_as in part.variants)
    ]
    return sorted(found, key=lambda entry: order.index(entry.approach))


def _check(plan: Plan, entry: Entry) -> None:
    """Raises CryptagonError where an algorithm cannot have the interface and widths of a contest:
    now, not after minutes.
    """
    try:
        plan.kind.check(entry, plan.setting)
    except CryptagonError as fault:
        raise CryptagonError(
            fault.what, where=fault.where or str(plan.contest.path), why=fault.why, fix=fault.fix
        ) from fault


def contest_of(one: AlgorithmFolder) -> Contest:
    """A contest of one algorithm, all its variants, under the settings of the default contest of
    its class, else of the first one.

    Where there is none, under the settings that a contest has of itself, on the first target.
    """
    alike = [contest for contest in _contests() if contest.class_ == one.class_]
    like = next((contest for contest in alike if contest.default), alike[0] if alike else None)
    own = {
        "title": one.title,
        "algorithms": (Participant(name=one.name),),
        "notes": (),
        "default": False,
    }
    if like is None:
        path = paths.layers()[0] / DEFAULTS / f"{one.name}.toml"
        return with_class(Contest(targets=(FIRST_TARGET,), path=path, **own), one)
    published = tuple(each for each in like.published if one.name in each.cycles)
    return like.model_copy(
        update={**own, "published": published, "path": like.path.with_name(f"{one.name}.toml")}
    )


def contest_files() -> list[Path]:
    """Every contest that is there, in the order of their names; of two with one name the user's
    own.
    """
    return paths.files(DEFAULTS, "*.toml")


def _contests() -> Iterator[Contest]:
    return map(load_contest, contest_files())


def narrowed(
    contest: Contest,
    effort: str,
    targets: Sequence[str],
    algorithms: Sequence[str] = (),
    *,
    quick: bool = False,
) -> Contest:
    """The contest with another level of effort, and with these of its targets and algorithms alone;
    what is empty stays as it is.

    With `quick` only the first of its targets stays where none is named. Raises CryptagonError for
    a target or an algorithm that the contest does not name.
    """
    _check_named("target", targets, contest.targets, contest.path)
    _check_named("algorithm", algorithms, contest.names, contest.path)
    chosen = (
        tuple(name for name in contest.targets if name in targets)
        or contest.targets[: 1 if quick else None]
    )
    parts = (
        tuple(part for part in contest.algorithms if part.name in algorithms) or contest.algorithms
    )
    level = LEVELS[effort] if effort else contest.effort
    return contest.model_copy(update={"effort": level, "targets": chosen, "algorithms": parts})


def _check_named(kind: str, names: Sequence[str], offered: Sequence[str], contest: Path) -> None:
    """Raises CryptagonError for a name that a contest does not offer."""
    for name in names:
        if name not in offered:
            why = f"the contest has {', '.join(offered)}"
            raise CryptagonError(
                f'no {kind} "{name}"', where=str(contest), why=why, fix=did_you_mean(name, offered)
            )
