"""The database: one SQLite file. Records and the log only grow; what is made from them is dropped and made again.

It is opened three times over: "default" to read, "intake" to write what publishers send, "revision" to read tables that
were made of an earlier state.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from django.db import connection, connections, models, transaction

from cryptagon.site.account_models import Act
from cryptagon.site.accounts import Publisher, Token
from cryptagon.site.key_models import Key, SentSignature, Signature, SignedHead
from cryptagon.site.log_models import LogEntry, Mirrored
from cryptagon.site.models import Comparison, Edition, Record, Refusal, Result, Standing
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
_ONLY_GROW = {Record: "a record", LogEntry: "an entry of the log", Signature: "a signature"}
_REFUSED = """CREATE TRIGGER IF NOT EXISTS {name}_{event} BEFORE {event} ON {table}{when}
BEGIN SELECT RAISE(ABORT, '{what} is never changed and never removed'); END"""
_CLOSED = ":memory:"
_SECONDS = 30
"""How long a process waits for another one that writes."""
_OPTIONS = {"uri": True, "transaction_mode": "IMMEDIATE", "timeout": _SECONDS}
_DURABLE = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL"
"""Readers and a writer do not wait for each other, and what was committed is on the disk."""


def open_database(file: Path, *, writable: bool = False) -> None:
    """Take `file` as the database from now on; nothing can be sent to it until `open_intake`.

    The web process opens it to read alone: what it has no right to do it cannot be made to do.
    """
    _open("default", file, {**_OPTIONS, "init_command": _DURABLE} if writable else _OPTIONS, "rwc" if writable else "ro")
    connections[INTAKE].close()
    connections[INTAKE].settings_dict["NAME"] = _CLOSED


def open_intake(file: Path) -> None:
    """Let publishers send records to the database in `file`."""
    _open(INTAKE, file, {**_OPTIONS, "init_command": _DURABLE}, "rw")


def intake_is_open() -> bool:
    """Whether publishers can send records."""
    return connections[INTAKE].settings_dict["NAME"] != _CLOSED


@contextmanager
def writing() -> Iterator[None]:
    """Inside, the thread that calls reads and writes the database that is open to send records to; other threads go on
    to read alone."""
    own, intake = connections["default"], connections[INTAKE]
    reading = own.settings_dict
    own.close()
    own.settings_dict = {**reading, **{name: intake.settings_dict[name] for name in ("NAME", "OPTIONS")}}
    try:
        yield
    finally:
        own.close()
        own.settings_dict = reading


def open_here(alias: str, file: Path, mode: str) -> None:
    """Open a file under this alias for the thread that calls, and no other."""
    own = connections[alias]
    own.close()
    own.settings_dict = {**own.settings_dict, "NAME": _address(file, mode), "OPTIONS": _OPTIONS}


def _open(alias: str, file: Path, options: dict[str, object], mode: str) -> None:
    connections[alias].close()
    connections[alias].settings_dict.update(NAME=_address(file, mode), OPTIONS=options)


def _address(file: Path, mode: str) -> str:
    return f"file:{quote(str(file.resolve()))}?mode={mode}"


def make_kept_tables(of: Sequence[type[models.Model]] = KEPT) -> None:
    """The tables that are kept where there are none, with the columns that an older version did not have, and what
    keeps records and log as they are."""
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
        for statement in guards():
            editor.execute(statement)


def _columns(model: type[models.Model]) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, model._meta.db_table)}


def guards() -> list[str]:
    """The statements that keep every row of the records and of the log as it is; also REPLACE, which fires no trigger
    for the row that it deletes."""
    found = []
    for model, what in _ONLY_GROW.items():
        table, key = model._meta.db_table, model._meta.pk.column
        there = f" WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})"
        for event, when in (("UPDATE", ""), ("DELETE", ""), ("INSERT", there)):
            found.append(_REFUSED.format(name=model.__name__.lower(), event=event, table=table, when=when, what=what))
    return found


@contextmanager
def one_change(alias: str = "default") -> Iterator[None]:
    """Everything inside is one transaction, in which tables can be made and dropped: readers see all of it or none."""
    own = connections[alias]
    own.disable_constraint_checking()
    try:
        with transaction.atomic(using=alias):
            yield
    finally:
        own.enable_constraint_checking()


def make_tables_again(of: Sequence[type[models.Model]] = MADE_AGAIN, alias: str = "default") -> None:
    """Drop tables that are made from records, and make them empty. To be called within `one_change`."""
    own = connections[alias]
    tables = own.introspection.table_names()
    with own.schema_editor() as editor:
        for model in reversed(of):
            if model._meta.db_table in tables:
                editor.delete_model(model)
        for model in of:
            editor.create_model(model)
