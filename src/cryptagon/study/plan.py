"""A study as plain data: which cores meet which targets, with what effort. Nothing is built here."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from cryptagon import paths
from cryptagon.catalog import LEVELS, Algorithm, Contest, Effort, KernelContest, Target, algorithm, load_contest, target
from cryptagon.catalog.algorithm import Approach
from cryptagon.catalog.toml_file import did_you_mean
from cryptagon.errors import CryptagonError

DEFAULT_CONTEST = "first-look.toml"
AnyContestT = TypeVar("AnyContestT", Contest, KernelContest)


@dataclass(frozen=True)
class Entry:
    """One core to measure: an algorithm by one approach."""

    algorithm: Algorithm
    approach: Approach

    @property
    def name(self) -> str:
        """The algorithm's name."""
        return self.algorithm.name

    @property
    def label(self) -> str:
        """Name and approach, for people."""
        return f"{self.name} {self.approach}"


@dataclass(frozen=True)
class Plan:
    """Every entry is verified once and implemented on every target. `absent` lists what the contest asks for and nobody has written.

    `quick`: less effort, fewer known answers and, where none is named, fewer targets than the contest asks for.
    """

    title: str
    entries: tuple[Entry, ...]
    absent: tuple[Entry, ...]
    targets: tuple[Target, ...]
    contest: Contest
    effort: Effort
    quick: bool = False


def plan(what: str, *, quick: bool = False, effort: str = "", targets: Sequence[str] = ()) -> Plan:
    """The plan for a contest file, or for one algorithm (name or folder) under the settings of contests/first-look.toml.

    A level of `effort` and `targets` stand for those of the contest. Raises CryptagonError when there is no such thing, with what is close.
    """
    if what.endswith(".toml"):
        contest = load_contest(what)
        found = [algorithm(name) for name in contest.algorithms]
        title = contest.title
    else:
        contest = load_contest(paths.find("contests", DEFAULT_CONTEST))
        found = [algorithm(what)]
        title = found[0].title
    contest = narrowed(contest, effort, targets, quick=quick)
    for one in found:
        _check_widths(contest, one)
    asked = [Entry(one, approach) for one in found for approach in contest.approaches]
    entries = tuple(entry for entry in asked if entry.approach in entry.algorithm.approaches)
    absent = tuple(entry for entry in asked if entry not in entries)
    if not entries:
        raise CryptagonError(
            f"there is nothing to run for {what}", why=f"no core by {' or '.join(contest.approaches)}", fix="add hls/core.c or rtl/*.sv"
        )
    full = Plan(title, entries, absent, tuple(target(name) for name in contest.targets), contest, contest.effort)
    return replace(full, quick=True, effort=contest.effort.least) if quick else full


def _check_widths(contest: Contest, entered: Algorithm) -> None:
    """Raises CryptagonError where an algorithm cannot have the bus widths of a contest: now, not after minutes."""
    try:
        entered.hardware_parameters(contest.w, contest.sw)
    except CryptagonError as fault:
        raise CryptagonError(fault.what, where=str(contest.path), fix=fault.fix) from fault


def narrowed(contest: AnyContestT, effort: str, targets: Sequence[str], *, quick: bool = False) -> AnyContestT:
    """The contest with another level of effort, and with these of its targets alone; what is empty stays as the contest has it.

    With `quick` only the first of its targets stays where none is named. Raises CryptagonError for a target that the contest does not name.
    """
    for name in targets:
        if name not in contest.targets:
            why = f"the contest has {', '.join(contest.targets)}"
            raise CryptagonError(f'no target "{name}"', where=str(contest.path), why=why, fix=did_you_mean(name, contest.targets))
    chosen = tuple(name for name in contest.targets if name in targets) or contest.targets[: 1 if quick else None]
    return contest.model_copy(update={"effort": LEVELS[effort] if effort else contest.effort, "targets": chosen})
