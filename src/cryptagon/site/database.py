"""The database: one SQLite file. Its records only grow; every other table is dropped and made again."""

from pathlib import Path
from urllib.parse import quote

from django.db import connection, models

from cryptagon.site.models import Comparison, Record, Refusal, Result, Standing

MADE_AGAIN: tuple[type[models.Model], ...] = (Comparison, Result, Standing, Refusal)
_REFUSED = """CREATE TRIGGER IF NOT EXISTS record_{event} BEFORE {event} ON {table}
BEGIN SELECT RAISE(ABORT, 'a record is never changed and never removed'); END"""


def open_database(file: Path, *, writable: bool = False) -> None:
    """Take `file` as the database from now on.

    The web process opens it to read alone: what it has no right to do it cannot be made to do.
    """
    connection.close()
    mode = "rwc" if writable else "ro"
    connection.settings_dict["NAME"] = f"file:{quote(str(file.resolve()))}?mode={mode}"
    connection.settings_dict["OPTIONS"] = {"uri": True, "transaction_mode": "IMMEDIATE"}


def make_record_table() -> None:
    """The table of records where there is none, and what keeps them as they are."""
    tables = connection.introspection.table_names()
    table = Record._meta.db_table
    with connection.schema_editor() as editor:
        if table not in tables:
            editor.create_model(Record)
        for event in ("UPDATE", "DELETE"):
            editor.execute(_REFUSED.format(event=event, table=table))


def make_tables_again() -> None:
    """Drop every table that is made from records, and make it empty."""
    tables = connection.introspection.table_names()
    connection.disable_constraint_checking()
    with connection.schema_editor() as editor:
        for model in reversed(MADE_AGAIN):
            if model._meta.db_table in tables:
                editor.delete_model(model)
        for model in MADE_AGAIN:
            editor.create_model(model)
