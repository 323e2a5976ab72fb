"""The cycles that others published for the algorithms of a contest, beside those measured here."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cryptagon.site.known import algorithm_title
from cryptagon.site.models import Result
from cryptagon.study.contest import Contest, Published


@dataclass(frozen=True)
class PublishedCycles:
    """A column for each publication, then one for each approach that has results here; `rows` has
    an algorithm's name and title, and its cycles in each column, None where there are none."""

    publications: tuple[Published, ...]
    approaches: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[float | None, ...]], ...]


def published_cycles(contest: Contest, results: Iterable[Result]) -> PublishedCycles | None:
    """Those of a contest; None where it names no publication.

    Cycles here are those of the designs without a variant that rankings show.
    """
    if not contest.published:
        return None
    measured = {
        (one.algorithm, one.approach): one.cycles_of_work
        for one in results
        if one.comparison_id and not one.variant
    }
    approaches = tuple(sorted({approach for _, approach in measured}, reverse=True))

    def cycles(name: str) -> Iterator[float | None]:
        yield from (one.cycles.get(name) for one in contest.published)
        yield from (measured.get((name, one)) for one in approaches)

    rows = ((name, algorithm_title(name), tuple(cycles(name))) for name in contest.names)
    return PublishedCycles(contest.published, approaches, tuple(rows))
