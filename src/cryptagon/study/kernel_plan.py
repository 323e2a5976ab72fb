"""A study of kernels as plain data: which designs meet which targets, with what effort. Nothing is built here."""

from dataclasses import dataclass

from cryptagon.catalog import Effort, KernelContest, Target, kernel, target
from cryptagon.study.kernels import KernelDesign, designs
from cryptagon.study.plan import least


@dataclass(frozen=True)
class KernelPlan:
    """Every entry is verified once and implemented on every target. `quick`: one seed and one strategy."""

    entries: tuple[KernelDesign, ...]
    targets: tuple[Target, ...]
    contest: KernelContest
    effort: Effort
    quick: bool = False


def kernel_plan(contest: KernelContest, *, quick: bool = False) -> KernelPlan:
    """The plan for a contest: each variant it names by each approach that there is of it, in the contest's order."""
    found = [design for one in contest.kernels for design in designs(kernel(one.name)) if design.variant.name in one.variants]
    effort = least(contest.effort) if quick else contest.effort
    return KernelPlan(tuple(found), tuple(target(name) for name in contest.targets), contest, effort, quick)
