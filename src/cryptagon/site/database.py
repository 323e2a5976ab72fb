"""The database: a file of SQLite, or one of a server of PostgreSQL. Records and the log only grow;
what is made from them is dropped and made again.

It is opened three times over: "default" to read, "intake" to write what publishers send, "revision"
to read tables that were made of an earlier state.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection, connections, models, transaction

from cryptagon.site.account_models import Act
from cryptagon.site.accounts import Publisher, Token
from cryptagon.site.guards import guards
from cryptagon.site.key_models import Key, SentSignature, Signature, SignedHead
from cryptagon.site.log_models import LogEntry, Mirrored
from cryptagon.site.models import Comparison, Edition, Record, Refusal, Result, Standing
from cryptagon.site.places import Place, file_address, settings_of
from cryptagon.site.submission import SentAttestation, Submission

KEPT: tuple[type[models.Model], ...] = (
    Record,
    LogEntry,
    Mirrored,
    Signature,
    SignedHead,
    Publisher,
    Token,
    Submission,
    Key,
    SentSignature,
    SentAttestation,
    Act,
)
PUBLIC = KEPT[:5]
"""What a mirror has too."""
RANKED: tuple[type[models.Model], ...] = (Comparison, Result, Standing)
MADE_AGAIN = (*RANKED, Refusal, Edition)
INTAKE, REVISION = "intake", "revision"
_CLOSED = ":memory:"
_ONE_WRITER = 0x43525950
"""The number of the lock that everybody takes who writes, where the database knows of rows
alone.
"""


def open_database(place: Place, *, writable: bool = False) -> None:
    """Take `place` as the database from now on; nothing can be sent to it until `open_intake`.

    The web process opens it to read alone: what it has no right to do it cannot be made to do.
    """
    _Opened.place = place
    _open("default", settings_of(place, writable=writable, make=writable))
    _open(INTAKE, {"ENGINE": "django.db.backends.sqlite3", "NAME": _CLOSED, "OPTIONS": {}})


class _Opened:
    """What is open as the database."""

    place: Place = Path()


def opened() -> Place:
    """What is open as the database."""
    return _Opened.place


def open_intake(place: Place) -> None:
    """Let publishers send records to the database at `place`."""
    _open(INTAKE, settings_of(place, writable=True))


def intake_is_open() -> bool:
    """Whether publishers can send records."""
    return connections[INTAKE].settings_dict["NAME"] != _CLOSED


@contextmanager
def writing() -> Iterator[None]:
    """Inside, the thread that calls reads and writes the database that is open to send records to;
    other threads go on to read alone."""
    own, intake = connections["default"], connections[INTAKE]
    reading = own.settings_dict
    own.close()
    own.settings_dict = {
        **reading,
        **{
            name: intake.settings_dict[name]
            for name in ("NAME", "OPTIONS", "USER", "PASSWORD", "HOST", "PORT")
        },
    }
    try:
        yield
    finally:
        own.close()
        own.settings_dict = reading


def open_here(alias: str, file: Path, mode: str) -> None:
    """Open a file under this alias for the thread that calls, and no other."""
    own = connections[alias]
    own.close()
    given = settings_of(file, writable=False)
    own.settings_dict = {**own.settings_dict, **given, "NAME": file_address(file, mode)}


def _open(alias: str, given: dict[str, Any]) -> None:
    """For every thread that has not opened it yet, and this one."""
    connections[alias].close()
    connections.settings[alias].update(given)
    del connections[alias]


def make_kept_tables(of: Sequence[type[models.Model]] = KEPT) -> None:
    """The tables that are kept where there are none, with the columns that an older version did not
    have, and what keeps records and log as they are."""
    tables = connection.introspection.table_names()
    with connection.schema_editor() as editor:
        for model in of:
            if model._meta.db_table not in tables:
                editor.create_model(model)
                continue
            known = _columns(model)
            for field in model._meta.local_fields:
                if field.column not in known:
                    editor.add_field(model, field)
        for statement in guards(connection.vendor):
            editor.execute(statement)


def _columns(model: type[models.Model]) -> set[str]:
    with connection.cursor() as cursor:
        return {
            column.name
            for column in connection.introspection.get_table_description(
                cursor, model._meta.db_table
            )
        }


@contextmanager
def one_change(alias: str = "default") -> Iterator[None]:
    """Everything inside is one transaction, in which tables can be made and dropped: readers see
    all of it or none.
    """
    own = connections[alias]
    own.disable_constraint_checking()
    try:
        with one_writer(alias):
            yield
    finally:
        own.enable_constraint_checking()


@contextmanager
def one_writer(alias: str = "default") -> Iterator[None]:
    """A transaction in which nobody else writes: what it has read stays so until it ends."""
    own = connections[alias]
    with transaction.atomic(using=alias):
        if own.vendor == "postgresql":
            with own.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_WRITER])
        yield


def empty_tables(of: Sequence[type[models.Model]] = MADE_AGAIN) -> None:
    """Make tables empty without a lock that readers would wait for: they see what was there until
    the transaction ends. A file is read as it was anyhow, and tables are dropped and made again
    there, which is faster.
    """
    if connection.vendor != "postgresql":
        make_tables_again(of)
        return
    for model in reversed(of):
        model.objects.all()._raw_delete("default")  # type: ignore[attr-defined] - without a look at what refers to it


def make_tables_again(
    of: Sequence[type[models.Model]] = MADE_AGAIN, alias: str = "default"
) -> None:
    """Drop tables that are made from records, and make them empty.

    To be called within `one_change`.
    """
    own = connections[alias]
    tables = own.introspection.table_names()
    with own.schema_editor() as editor:
        for model in reversed(of):
            if model._meta.db_table in tables:
                editor.delete_model(model)
        for model in of:
            editor.create_model(model)
