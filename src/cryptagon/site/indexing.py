"""Everything but the records, made from the records alone: results, which of them may be compared,
ranks, tiers, fronts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from cryptagon.analysis.cell_table import CellGroup, cell_groups
from cryptagon.analysis.comparison import Group
from cryptagon.analysis.grouping import grouped
from cryptagon.analysis.metrics import THROUGHPUT_PER_AREA, TIME
from cryptagon.analysis.naming import class_title, surroundings
from cryptagon.analysis.remarks import remarks
from cryptagon.errors import CryptagonError
from cryptagon.results import (
    AnyMeasurement,
    CellMeasurement,
    Measurement,
    current,
    in_cells,
    newest,
    placed,
)
from cryptagon.site.database import empty_tables, make_tables_again, one_change
from cryptagon.site.known import place_title
from cryptagon.site.log import HOUSE
from cryptagon.site.log_models import published
from cryptagon.site.models import (
    Comparison,
    Edition,
    Record,
    Refusal,
    Result,
    Standing,
    studies_of,
)
from cryptagon.site.projection import GATE_EQUIVALENTS, measurement_in, projected
from cryptagon.site.standings import front, standings
from cryptagon.site.trust import Said, attested_at, step_of
from cryptagon.user_files import UnreadableError

M = TypeVar("M", Measurement, CellMeasurement, AnyMeasurement)


@dataclass(frozen=True)
class Member:
    """What a record says, and its row."""

    measured: AnyMeasurement
    row: Result


@dataclass(frozen=True)
class Tables:
    """Rows that are not yet in the database. `compared` has those of each comparison."""

    comparisons: list[Comparison]
    results: list[Result]
    compared: list[list[Result]]


def reindex(refused: Iterable[Refusal] | None = None) -> None:
    """Make every table but those that are kept again, all or nothing.

    `refused` are the files that gave no record; None: those that are known.
    """
    told = _known_refusals() if refused is None else list(refused)
    tables, unreadable = tables_of(published(), attested_at())
    with one_change():
        empty_tables() if refused is None else make_tables_again()
        fill(tables)
        Refusal.objects.bulk_create([*told, *unreadable])
        Edition.renew()


def tables_of(
    publishers: Mapping[str, str], attested: Mapping[str, Sequence[Said]]
) -> tuple[Tables, list[Refusal]]:
    """The rows of the results of these records, whose publishers and attestations are given by id,
    and of everything that ranks them; and the records that this version cannot read."""
    members, unreadable = _members(publishers)
    for member in members:
        member.row.trust = step_of(member.row.publisher, attested.get(str(member.row.pk), ()))
    compared = sorted(_compared(members), key=_in_order)
    for comparison, rows in compared:
        for row in rows:
            row.comparison = comparison
        front(rows)
    comparisons, ranked = [one for one, _ in compared], [rows for _, rows in compared]
    return Tables(comparisons, [member.row for member in members], ranked), unreadable


def fill(tables: Tables, alias: str = "default") -> None:
    """Put the rows into tables that are empty."""
    Comparison.objects.using(alias).bulk_create(tables.comparisons)
    Result.objects.using(alias).bulk_create(tables.results)
    Standing.objects.using(alias).bulk_create(
        [one for rows in tables.compared for one in standings(rows)]
    )


def _known_refusals() -> list[Refusal]:
    """Those of files; those of records are found again."""
    own = Record.objects.values("file")
    return [
        Refusal(file=one.file, why=one.why, broken=one.broken)
        for one in Refusal.objects.exclude(file__in=own)
    ]


def _members(publishers: Mapping[str, str]) -> tuple[list[Member], list[Refusal]]:
    """Every record with its row.

    One that an older version let in and this one cannot read is told as a file is.
    """
    members, refused = [], []
    for record in Record.objects.order_by("pk"):
        if record.pk not in publishers:
            continue
        try:
            measured = measurement_in(record)
        except (CryptagonError, UnreadableError) as fault:
            refused.append(Refusal(file=record.file, why=str(fault), broken=True))
            continue
        publisher = publishers[record.pk]
        members.append(
            Member(_of_publisher(measured, publisher), projected(record, measured, publisher))
        )
    return members, refused


def _of_publisher(measured: M, publisher: str) -> M:
    """The measurement under a name that is the publisher's own, so that a newer one of somebody
    else does not take its place. What comes from files keeps its name."""
    if publisher == HOUSE:
        return measured
    return measured.model_copy(
        update={
            "algorithm": f"{measured.algorithm} by {publisher}",
            "title": f"{measured.title} by {publisher}",
        }
    )


def _compared(members: Sequence[Member]) -> Iterator[tuple[Comparison, list[Result]]]:
    """Each comparison with its rows.

    What belongs together is what the analysis of Cryptagon sets together.
    """
    rows = {id(member.measured): member.row for member in members}
    everything = [member.measured for member in members]
    numbers: dict[str, Iterator[int]] = {}
    parts = grouped(_of_studies(members))
    for group in parts:
        _share_studies(group, rows)
    made_of_parts = [(_comparison(group), group.measurements) for group in parts]
    for made, measured in (*made_of_parts, *_of_cells(everything)):
        number = next(numbers.setdefault(made.slug, count(1)))
        made.slug += f"-{number}" if number > 1 else ""
        yield made, [rows[id(one)] for one in measured]


def _in_order(compared: tuple[Comparison, list[Result]]) -> tuple[bool, str, bool, str]:
    """Placed designs first, then estimates of area, then standard cells; within them class by
    class.
    """
    own = compared[0]
    return own.area_unit == GATE_EQUIVALENTS, own.algorithm_class, own.estimate, own.place


def _of_studies(members: Sequence[Member]) -> list[Measurement]:
    """What each study has to show: a newer record of another one, under other conditions, leaves
    it."""
    by_study: dict[str, list[AnyMeasurement]] = {}
    for member in members:
        by_study.setdefault(member.row.study, []).append(member.measured)
    return [one for name in sorted(by_study) for one in current(placed(by_study[name]))]


def _share_studies(group: Group, rows: Mapping[int, Result]) -> None:
    """What takes the place of another study's record belongs to that study too."""
    newest_of = {one.key: rows[id(one)] for one in group.measurements}
    for one in group.older:
        row = newest_of[one.key]
        row.studies = studies_of({*row.studies.split("|"), rows[id(one)].study})


def _comparison(group: Group) -> Comparison:
    first = group.first
    return Comparison(
        slug=group.slug,
        place=place_title(first.target),
        device=first.device,
        kind=group.title.removeprefix(f"{first.device}: {class_title(first.algorithm_class)}, "),
        class_title=class_title(first.algorithm_class),
        algorithm_class=first.algorithm_class,
        area_unit=group.area_unit,
        estimate=group.estimate,
        jobs=group.jobs,
        deciding=group.deciding.field,
        remarks=remarks(group),
    )


def _of_cells(
    everything: Sequence[AnyMeasurement],
) -> Iterator[tuple[Comparison, Sequence[AnyMeasurement]]]:
    for group in cell_groups(newest(in_cells(everything))):
        yield _comparison_of_cells(group), group.designs


def _comparison_of_cells(group: CellGroup) -> Comparison:
    first = group.designs[0]
    return Comparison(
        slug="-".join(
            (first.library, first.algorithm_class, first.interface or first.scope)
        ).lower(),
        place=place_title(first.library),
        device=first.corner,
        kind=f"{surroundings(first)} (before layout)",
        class_title=class_title(first.algorithm_class),
        algorithm_class=first.algorithm_class,
        area_unit=GATE_EQUIVALENTS,
        estimate=True,
        jobs=group.jobs,
        deciding=(TIME if group.jobs else THROUGHPUT_PER_AREA).field,
    )
