"""Rankings as they were: the tables of an earlier entry of the log, made when they are asked for.

They are made from the records of then by the rules of now. The newest few are kept in files of this
process.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from django.db import connections, models
from django.http import HttpRequest

from cryptagon.site.database import RANKED, REVISION, make_tables_again, one_change, open_here
from cryptagon.site.faults import BadQueryError
from cryptagon.site.indexing import fill, tables_of
from cryptagon.site.kept_files import KeptFiles
from cryptagon.site.log_models import LogEntry, head, published
from cryptagon.site.query import read_view
from cryptagon.site.trust import attested_at

MOST_KEPT = 8
_ACTIVE: ContextVar[str] = ContextVar("revision", default="")
_FILES = KeptFiles(MOST_KEPT)

T = TypeVar("T")


class RevisionRouter:
    """Sends what asks for tables that rank to those of the revision that is being shown."""

    def db_for_read(self, model: type[models.Model], **hints: Any) -> str | None:  # noqa: ANN401 - Django's own signature
        """The database to read a table from; None leaves it to Django."""
        return REVISION if _ACTIVE.get() and model in RANKED else None

    def allow_relation(self, *objects: models.Model, **hints: Any) -> bool:  # noqa: ANN401 - Django's own signature
        """A result of a revision belongs to a record that lies in the database of the site."""
        return True


def shown_revision() -> str:
    """The digest of the entry whose tables are read; empty where they are those of now."""
    return _ACTIVE.get()


def as_it_was(view: Callable[..., T]) -> Callable[..., T]:
    """A view whose address may name a revision: it sees the tables of then."""

    @wraps(view)
    def shown(request: HttpRequest, *args: object, **more: object) -> T:
        with tables_at(read_view(request.GET).rev):
            return view(request, *args, **more)

    return shown


@contextmanager
def tables_at(rev: int | None) -> Iterator[None]:
    """Everything inside reads the tables of this entry of the log; of None, those of now. Raises
    BadQueryError where there is no such entry."""
    entry = _entry(rev)
    if entry is None:
        yield
        return
    with _shown(entry):
        yield


@contextmanager
def made_at(rev: int | None) -> Iterator[LogEntry]:
    """As `tables_at`, of None for the last entry, and made from the records in any case; gives the
    entry. Raises BadQueryError also where the log is empty."""
    entry = _entry(rev) or head()
    if entry is None:
        raise BadQueryError("the log is empty", why="no record was published")
    with _shown(entry):
        yield entry


@contextmanager
def _shown(entry: LogEntry) -> Iterator[None]:
    """Everything inside reads the tables of this entry."""
    open_here(REVISION, _file_of(entry), "ro")
    before = _ACTIVE.set(entry.digest)
    try:
        yield
    finally:
        _ACTIVE.reset(before)
        connections[REVISION].close()


def _entry(rev: int | None) -> LogEntry | None:
    """The entry whose tables are to be made; None where they are those of now."""
    last = None if rev is None else head()
    if rev is None or (last and rev == last.rev):
        return None
    if last is None or rev > last.rev:
        why = f"the log has {last.rev if last else 0} entries"
        raise BadQueryError(
            f"there is no revision {rev}", why=why, fix="leave rev out to see the newest"
        )
    return LogEntry.objects.get(rev=rev)


def _file_of(entry: LogEntry) -> Path:
    """The database of a revision. Its name is the digest of its entry, which covers all that is in
    it."""
    return _FILES.get(f"{entry.digest}.sqlite3", lambda file: _make(file, entry.rev))


def _make(file: Path, rev: int) -> None:
    tables, _ = tables_of(published(rev), attested_at(rev))
    open_here(REVISION, file, "rwc")
    try:
        with one_change(REVISION):
            make_tables_again(RANKED, REVISION)
            fill(tables, REVISION)
    finally:
        connections[REVISION].close()
