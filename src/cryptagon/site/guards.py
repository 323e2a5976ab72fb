"""What the database itself refuses: to change or remove a record, an entry of the log, a
signature.
"""

from collections.abc import Iterator

from cryptagon.site.key_models import Signature
from cryptagon.site.log_models import LogEntry
from cryptagon.site.models import Record

_ONLY_GROW = {Record: "a record", LogEntry: "an entry of the log", Signature: "a signature"}
_REFUSED = """CREATE TRIGGER IF NOT EXISTS {name}_{event} BEFORE {event} ON {table}{when}
BEGIN SELECT RAISE(ABORT, '{what} is never changed and never removed'); END"""
_FUNCTION = """CREATE OR REPLACE FUNCTION cryptagon_never() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0] || ' is never changed and never removed'; END $$"""
_TRIGGER = """CREATE OR REPLACE TRIGGER {name}_{event} BEFORE {events} ON {table}
FOR EACH {each} EXECUTE FUNCTION cryptagon_never('{what}')"""


SERVER_TRIGGERS = tuple(
    f"{model.__name__.lower()}_{event}" for model in _ONLY_GROW for event in ("change", "truncate")
)
"""The names of those that a database of PostgreSQL has."""


def guards(vendor: str = "sqlite") -> list[str]:
    """The statements that keep every row of the records and of the log as it is. In SQLite also
    from REPLACE, which fires no trigger for the row that it deletes; in PostgreSQL also from
    TRUNCATE.
    """
    return list(_postgresql() if vendor == "postgresql" else _sqlite())


def _sqlite() -> Iterator[str]:
    for model, what in _ONLY_GROW.items():
        table, key = model._meta.db_table, model._meta.pk.column
        there = f" WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})"  # nosec B608 - names of own tables
        for event, when in (("UPDATE", ""), ("DELETE", ""), ("INSERT", there)):
            yield _REFUSED.format(
                name=model.__name__.lower(), event=event, table=table, when=when, what=what
            )


def _postgresql() -> Iterator[str]:
    yield _FUNCTION
    for model, what in _ONLY_GROW.items():
        own = {"name": model.__name__.lower(), "table": model._meta.db_table, "what": what}
        yield _TRIGGER.format(event="change", events="UPDATE OR DELETE", each="ROW", **own)
        yield _TRIGGER.format(event="truncate", events="TRUNCATE", each="STATEMENT", **own)
