"""The columns of a snapshot: what the table of a revision has of each result, with its type in
SQLite and in Parquet."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from django.db import models

from cryptagon.site.models import Comparison, Record, Result, Standing
from cryptagon.site.standings import RANKED

Value = str | int | float | bool | datetime | list[float] | None


class Kind(Enum):
    """What a column holds, as SQLite declares it; `cryptagon.site.parquet` has the types there."""

    TEXT = "TEXT"
    WHOLE = "INTEGER"
    REAL = "REAL"
    FLAG = "BOOLEAN"
    MOMENT = "TIMESTAMP"
    REALS = "JSON"


@dataclass(frozen=True)
class Row:
    """A result and what is told beside it; `standings` by the field of their metric."""

    result: Result
    comparison: Comparison | None
    record: Record
    standings: dict[str, Standing]


@dataclass(frozen=True)
class Column:
    """One column: its name, its type, and its value in a row, None for none."""

    name: str
    kind: Kind
    value: Callable[[Row], Value]

    def in_sqlite(self, row: Row) -> str | int | float | None:
        """The value as SQLite has it: moments in ISO 8601 in UTC, lists as JSON."""
        found = self.value(row)
        if isinstance(found, datetime):
            return found.astimezone(UTC).isoformat()
        return json.dumps(found) if isinstance(found, list) else found


_KINDS: dict[type[models.Field], Kind] = {
    models.TextField: Kind.TEXT,
    models.IntegerField: Kind.WHOLE,
    models.FloatField: Kind.REAL,
    models.BooleanField: Kind.FLAG,
    models.DateTimeField: Kind.MOMENT,
    models.JSONField: Kind.REALS,
}


def _own() -> list[Column]:
    """The figures of the result, under the names that the API has for them."""
    return [
        Column(field.name, _KINDS[type(field)], lambda row, name=field.name: _plain(row, name))
        for field in Result._meta.local_fields
        if type(field) in _KINDS
    ]


def _plain(row: Row, name: str) -> Value:
    found = getattr(row.result, name)
    return [float(one) for one in found] if isinstance(found, list) else found


def _ranks() -> list[Column]:
    """Rank and tier by each metric, in its comparison."""
    return [
        Column(
            f"{name}_{metric.field}",
            Kind.WHOLE,
            lambda row, name=name, field=metric.field: getattr(
                row.standings.get(field), name, None
            ),
        )
        for metric in RANKED
        for name in ("rank", "tier")
    ]


COLUMNS = (
    Column("record_id", Kind.TEXT, lambda row: str(row.result.pk)),
    Column("comparison", Kind.TEXT, lambda row: getattr(row.comparison, "slug", None)),
    Column("comparison_title", Kind.TEXT, lambda row: getattr(row.comparison, "title", None)),
    Column("deciding", Kind.TEXT, lambda row: getattr(row.comparison, "deciding", None)),
    *_own(),
    *_ranks(),
    Column("record", Kind.TEXT, lambda row: bytes(row.record.content).decode()),
)
"""Every column, in its order. `record` is the text of the whole record, whose canonical JSON has
the SHA-256 `record_id`. `comparison` is null where a newer record takes the place of this one."""
