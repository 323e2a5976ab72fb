"""Published figures beside measured ones: clock cycles of the same work, by algorithm."""

from collections.abc import Sequence

from cryptagon.analysis.comparison import Comparison, Group
from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.naming import shown
from cryptagon.study.contest import Published

LEFT = 1  # columns of words


def published_in(group: Group, published: Sequence[Published]) -> tuple[Published, ...]:
    """Those that have a figure of an algorithm of the group, in their order."""
    names = {m.algorithm for m in group.measurements}
    return tuple(one for one in published if names & one.cycles.keys())


def cycles_heading(group: Group, published: Sequence[Published]) -> list[str]:
    """What is measured by, who published, and our own approaches."""
    own = [f"Cryptagon, {shown(name)}" for name in group.present]
    return ["work", *(f"{one.by}, {shown(one.approach)}" for one in published), *own]


def cycles_rows(group: Group, published: Sequence[Published]) -> list[list[str]]:
    """A row a design, that of fewest cycles first: cycles published of its algorithm, then cycles
    measured.
    """
    rows = []
    for comparison in sorted(group.comparisons, key=fewest_first):
        algorithm = comparison.measurements[0].algorithm
        theirs = [cycles_text(one.cycles.get(algorithm)) for one in published]
        ours = [
            cycles_text(m.cycles_of_work if m else None)
            for m in map(comparison.by_approach.get, group.present)
        ]
        rows.append([f"{comparison.label}, {comparison.work}", *theirs, *ours])
    return rows


def fewest_first(comparison: Comparison) -> tuple[float, str]:
    """Orders designs by the fewest cycles that were measured of them."""
    known = [cycles for m in comparison.measurements if (cycles := m.cycles_of_work)]
    return (min(known, default=float("inf")), comparison.label)


def cycles_text(cycles: float | None) -> str:
    """A number of clock cycles: whole ones as such, others with two decimals."""
    if cycles is None:
        return NOTHING
    return f"{cycles:,.0f}" if float(cycles).is_integer() else f"{cycles:,.2f}"


def sources(published: Sequence[Published]) -> list[str]:
    """Where the figures of each were taken from."""
    return [f"{one.by}: {one.source}" for one in published]
