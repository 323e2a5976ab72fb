"""Everything but the records, made from the records alone: results, which of them may be compared, ranks, tiers,
fronts."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from django.db import transaction

from cryptagon.analysis.cell_table import CellGroup, cell_groups
from cryptagon.analysis.comparison import Group
from cryptagon.analysis.grouping import groups
from cryptagon.analysis.metrics import THROUGHPUT_PER_AREA, TIME
from cryptagon.analysis.naming import class_title, surroundings
from cryptagon.analysis.remarks import remarks
from cryptagon.errors import CryptagonError
from cryptagon.results import AnyMeasurement, current, in_cells, newest, placed
from cryptagon.site.database import make_tables_again
from cryptagon.site.known import place_title
from cryptagon.site.models import Comparison, Record, Refusal, Result, Standing
from cryptagon.site.projection import GATE_EQUIVALENTS, measurement_in, projected
from cryptagon.site.standings import front, standings
from cryptagon.user_files import UnreadableError


@dataclass(frozen=True)
class Member:
    """What a record says, and its row."""

    measured: AnyMeasurement
    row: Result


def reindex(refused: Iterable[Refusal] = ()) -> None:
    """Make every table but that of the records again, all or nothing. `refused` are the files that gave no record."""
    members, unreadable = _members()
    compared = sorted(_compared(members), key=_in_order)
    for comparison, rows in compared:
        for row in rows:
            row.comparison = comparison
        front(rows)
    make_tables_again()
    with transaction.atomic():
        Comparison.objects.bulk_create([comparison for comparison, _ in compared])
        Result.objects.bulk_create([member.row for member in members])
        Standing.objects.bulk_create([one for _, rows in compared for one in standings(rows)])
        Refusal.objects.bulk_create([*refused, *unreadable])


def _members() -> tuple[list[Member], list[Refusal]]:
    """Every record with its row. One that an older version let in and this one cannot read is told as a file is."""
    members, refused = [], []
    for record in Record.objects.order_by("pk"):
        try:
            measured = measurement_in(record)
        except (CryptagonError, UnreadableError) as fault:
            refused.append(Refusal(file=record.file, why=str(fault), broken=True))
            continue
        members.append(Member(measured, projected(record, measured)))
    return members, refused


def _compared(members: Sequence[Member]) -> Iterator[tuple[Comparison, list[Result]]]:
    """Each comparison with its rows. What belongs together is what the analysis of Cryptagon sets together."""
    rows = {id(member.measured): member.row for member in members}
    everything = [member.measured for member in members]
    numbers: dict[str, Iterator[int]] = {}
    for made, measured in (*_of_parts(everything), *_of_cells(everything)):
        number = next(numbers.setdefault(made.slug, count(1)))
        made.slug += f"-{number}" if number > 1 else ""
        yield made, [rows[id(one)] for one in measured]


def _in_order(compared: tuple[Comparison, list[Result]]) -> tuple[bool, str, bool, str]:
    """Placed designs first, then estimates of area, then standard cells; within them class by class."""
    own = compared[0]
    return own.area_unit == GATE_EQUIVALENTS, own.algorithm_class, own.estimate, own.place


def _of_parts(everything: Sequence[AnyMeasurement]) -> Iterator[tuple[Comparison, Sequence[AnyMeasurement]]]:
    for group in groups(current(placed(everything))):
        yield _comparison(group), group.measurements


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


def _of_cells(everything: Sequence[AnyMeasurement]) -> Iterator[tuple[Comparison, Sequence[AnyMeasurement]]]:
    for group in cell_groups(newest(in_cells(everything))):
        yield _comparison_of_cells(group), group.designs


def _comparison_of_cells(group: CellGroup) -> Comparison:
    first = group.designs[0]
    return Comparison(
        slug="-".join((first.library, first.algorithm_class, first.interface or first.scope)).lower(),
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
