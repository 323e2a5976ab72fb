"""Records from files: of the studies that are committed and of one's own results. What cannot be
read is told, with file and reason."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cryptagon import paths
from cryptagon.errors import CryptagonError
from cryptagon.results import AnyMeasurement, NoRecordError, record_of
from cryptagon.site.canonical import object_in, record_id
from cryptagon.site.database import one_writer
from cryptagon.site.heads import sign_head
from cryptagon.site.log import HOUSE, PUBLISHED
from cryptagon.site.log_models import Change, LogEntry, append
from cryptagon.site.models import Record, Refusal
from cryptagon.site.projection import measurement_in
from cryptagon.user_files import UnreadableError

OWN = "results"
"""The study of what lies in one's own results folder."""


@dataclass(frozen=True)
class Source:
    """A file, the study that it belongs to, and how it is called on pages."""

    path: Path
    study: str
    name: str


@dataclass(frozen=True)
class Imported:
    """What became of the files: how many records are new, how many there are now, and the files
    that gave none.
    """

    added: int
    records: int
    refused: tuple[Refusal, ...]

    @property
    def broken(self) -> list[Refusal]:
        """The files that should be records."""
        return [one for one in self.refused if one.broken]


def sources() -> list[Source]:
    """Every JSON file of the committed results, where this is a checkout, and of the results
    folder; the committed ones first."""
    try:
        committed = paths.repository() / "benchmarks" / "results"
    except CryptagonError:  # an installed package has none
        return list(_in_folder(paths.results_folder(), OWN))
    return [*_in_folder(committed, ""), *_in_folder(paths.results_folder(), OWN)]


def _in_folder(folder: Path, study: str) -> Iterator[Source]:
    for path in sorted(folder.rglob("*.json")):
        inside = path.relative_to(folder)
        own = study or (inside.parts[0] if len(inside.parts) > 1 else "")
        yield Source(
            path,
            own,
            (Path(folder.name) / inside).as_posix()
            if study
            else f"benchmarks/results/{inside.as_posix()}",
        )


def import_records(found: Iterable[Source]) -> Imported:
    """Add the records that are not there yet, all or none, and publish them. A record that lies in
    two files is one record, of the first of its studies."""
    known = set(Record.objects.values_list("pk", flat=True))
    added: dict[str, tuple[datetime, Record]] = {}
    refused: list[Refusal] = []
    for source in found:
        try:
            date, record = _record(source)
        except CryptagonError as fault:
            refused.append(_refusal(source, fault))
            continue
        if record.pk not in known:
            added.setdefault(record.pk, (date, record))
    with one_writer():
        Record.objects.bulk_create(record for _, record in added.values())
        _publish([*_without_entry(known), *added.values()])
        sign_head()
    return Imported(len(added), len(known) + len(added), tuple(refused))


def _without_entry(known: set[str]) -> list[tuple[datetime, Record]]:
    """The records of a database of before there was a log."""
    entered = set(LogEntry.objects.values_list("record_id", flat=True))
    return (
        [(measurement_in(one).date, one) for one in Record.objects.filter(pk__in=known - entered)]
        if known - entered
        else []
    )


def _publish(records: Iterable[tuple[datetime, Record]]) -> None:
    """Enter records of files into the log, the oldest first."""
    ordered = sorted(records, key=lambda one: (one[0], one[1].pk))
    append(
        [
            Change(record, PUBLISHED, HOUSE, date.astimezone(UTC).isoformat())
            for date, record in ordered
        ]
    )


def _record(source: Source) -> tuple[datetime, Record]:
    """The record in a file, and when it was measured.

    Raises CryptagonError for one that this version cannot read.
    """
    try:
        content = source.path.read_bytes()
        found = object_in(content)
        digest = record_id(found)
    except OSError as fault:
        raise CryptagonError(
            "the file cannot be read", where=str(source.path), why=str(fault)
        ) from fault
    except UnreadableError as fault:
        raise CryptagonError(
            "this is no record", where=fault.at(source.path), why=str(fault)
        ) from fault
    measured = record_of(found, source.path)
    _check_place(measured, source)
    return measured.date, Record(id=digest, content=content, study=source.study, file=source.name)


def _check_place(measured: AnyMeasurement, source: Source) -> None:
    """A record has a place among pages only by what it names, and in the log by its date."""
    named = {
        "algorithm": measured.algorithm,
        "class": measured.algorithm_class,
        "approach": measured.approach,
        "target": measured.place,
    }
    try:
        measured.date.astimezone(UTC)
    except OverflowError as fault:
        raise CryptagonError(
            "the record cannot be shown",
            where=str(source.path),
            why="its date is none that UTC has",
        ) from fault
    if empty := [what for what, name in named.items() if not name.strip()]:
        raise CryptagonError(
            "the record cannot be shown", where=str(source.path), why=f"its {empty[0]} is empty"
        )


def _refusal(source: Source, fault: CryptagonError) -> Refusal:
    why = "; ".join(part for part in (fault.what, fault.why) if part)
    return Refusal(file=source.name, why=why, broken=not isinstance(fault, NoRecordError))
