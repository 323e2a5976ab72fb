"""A study of kernels as plain data: which designs meet which targets, with what effort. Nothing is built here."""

from dataclasses import dataclass

from cryptagon import paths
from cryptagon.catalog import (
    Effort,
    KernelContest,
    Participant,
    Target,
    class_of,
    kernel,
    load_any_contest,
    load_kernel_contest,
    target,
)
from cryptagon.catalog.kernel import CLASS
from cryptagon.study.kernels import KernelDesign, designs

DEFAULT_CONTEST = "table1.toml"


@dataclass(frozen=True)
class KernelPlan:
    """Every entry is verified once and implemented on every target. `quick`: one seed and one strategy."""

    entries: tuple[KernelDesign, ...]
    targets: tuple[Target, ...]
    contest: KernelContest
    effort: Effort
    quick: bool = False


def kernel_contest(what: str) -> KernelContest | None:
    """A contest file of kernels; or one kernel (name or folder), all its variants, under the settings of contests/table1.toml.

    None for what is of another class. Raises CryptagonError for a contest with a fault.
    """
    if what.endswith(".toml"):
        contest = load_any_contest(what)
        return contest if isinstance(contest, KernelContest) else None
    if class_of(what) != CLASS:
        return None
    one = kernel(what)
    contest = load_kernel_contest(paths.find("contests", DEFAULT_CONTEST))
    own = {
        "title": one.title,
        "path": contest.path.with_name(f"{one.name}.toml"),
        "kernels": (Participant(name=one.name, variants=tuple(each.name for each in one.variants)),),
        "published": tuple(each for each in contest.published if one.name in each.cycles),
    }
    return contest.model_copy(update=own)


def kernel_plan(contest: KernelContest, *, quick: bool = False) -> KernelPlan:
    """The plan for a contest: each variant it names by each approach that there is of it, in the contest's order."""
    found = [design for one in contest.kernels for design in designs(kernel(one.name)) if design.variant.name in one.variants]
    effort = contest.effort.least if quick else contest.effort
    return KernelPlan(tuple(found), tuple(target(name) for name in contest.targets), contest, effort, quick)
