"""A revision as one table that other programs read, in a file of SQLite or of Parquet: a row a
result, with its figures, its ranks and its record."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from cryptagon import __version__
from cryptagon.errors import CryptagonError
from cryptagon.site.kept_files import KeptFiles
from cryptagon.site.log_models import LogEntry
from cryptagon.site.models import Record, Result
from cryptagon.site.parquet import write_parquet
from cryptagon.site.revisions import made_at
from cryptagon.site.snapshot_columns import COLUMNS, Row

PART = 500
"""Rows that are held at a time."""
TABLE = "results"
_FILES = KeptFiles(4)


def snapshot(rev: int | None, file: Path) -> LogEntry:
    """Write the results after entry `rev` of the log, of None the last, ordered by their ids, into
    `file`, whose ending says how; gives the entry.

    Raises CryptagonError for another ending and an empty log, BadQueryError where there is no such
    entry, MachineError without pyarrow for Parquet.
    """
    write = writer_of(file)
    with made_at(rev) as entry:
        write(file, rows(), _about(entry))
    return entry


def kept_snapshot(rev: int | None, ending: str) -> Path:
    """A snapshot that lies in a file of this process; the same one while the log has the same last
    entry. Raises what `snapshot` does."""
    with made_at(rev) as entry:
        return _FILES.get(
            f"{entry.digest}{ending}", lambda file: WRITERS[ending](file, rows(), _about(entry))
        )


def writer_of(file: Path) -> Callable[[Path, Iterator[list[Row]], dict[str, str]], None]:
    """What writes a file of this ending. Raises CryptagonError."""
    if file.suffix not in WRITERS:
        raise CryptagonError(
            f'a snapshot has no form "{file.suffix}"',
            where=str(file),
            fix=f"let the name end with {' or '.join(WRITERS)}",
        )
    return WRITERS[file.suffix]


def rows() -> Iterator[list[Row]]:
    """Every result of the tables that are read now, in the order of the ids, in parts."""
    ids = list(Result.objects.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(ids), PART):
        chosen = ids[first : first + PART]
        found = Result.objects.select_related("comparison").prefetch_related("standings")
        results, records = found.in_bulk(chosen), Record.objects.in_bulk(chosen)
        yield [
            Row(
                results[one],
                results[one].comparison,
                records[one],
                {standing.metric: standing for standing in results[one].standings.all()},
            )
            for one in chosen
        ]


def _about(entry: LogEntry) -> dict[str, str]:
    """What both files say of themselves: the entry of the log, and what made the file."""
    return {
        "rev": str(entry.rev),
        "log_digest": entry.digest,
        "log_date": entry.date,
        "cryptagon": __version__,
    }


def write_sqlite(file: Path, parts: Iterator[list[Row]], about: dict[str, str]) -> None:
    """The table `results`, and the table `about` of names and values."""
    declared = ", ".join(f'"{one.name}" {one.kind.value}' for one in COLUMNS)
    values = ", ".join("?" * len(COLUMNS))
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute(f"CREATE TABLE {TABLE} ({declared}, PRIMARY KEY (record_id))")
        opened.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT)")
        opened.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        for part in parts:
            opened.executemany(
                f"INSERT INTO {TABLE} VALUES ({values})",  # nosec B608 - names and marks of our own
                [[one.in_sqlite(row) for one in COLUMNS] for row in part],
            )


WRITERS = {".sqlite3": write_sqlite, ".parquet": write_parquet}
"""What writes a file, by its ending."""
