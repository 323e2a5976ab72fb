"""The columns of a ranking: what each is called, what it holds, and how that is shown."""

from collections.abc import Callable
from dataclasses import dataclass

from cryptagon.analysis.documents import NOTHING
from cryptagon.analysis.metrics import (
    AREA,
    BLOCK_CYCLES,
    FFS,
    FMAX,
    JOB_CYCLES,
    THROUGHPUT,
    THROUGHPUT_PER_AREA,
    TIME,
    Metric,
)
from cryptagon.analysis.naming import shown
from cryptagon.site.models import Result, Standing

Value = str | int | float | None

METRICS: dict[str, Metric] = {
    "throughput_per_area": THROUGHPUT_PER_AREA,
    "throughput": THROUGHPUT,
    "area": AREA,
    "fmax": FMAX,
    "time": TIME,
}
"""What results are ranked by, by the name that addresses have for it."""


@dataclass(frozen=True)
class Row:
    """A result, and where it is by the metric of the view; None where it has no rank by it."""

    result: Result
    standing: Standing | None


@dataclass(frozen=True)
class Column:
    """One column. `field` of Result is what it sorts by ("" for none); `value` is what exports
    hold, `text` what people see.

    `better` says which end is the best of a number: "high", "low" or "" for neither.
    """

    title: str
    value: Callable[[Row], Value]
    text: Callable[[Row], str]
    unit: str = ""
    field: str = ""
    number: bool = True
    better: str = ""
    chosen: bool = True


def _of(metric: Metric, *, chosen: bool = True) -> Column:
    return Column(
        metric.title,
        lambda row: metric.value(row.result),
        lambda row: metric.text(metric.value(row.result)),
        unit=metric.unit,
        field=metric.field,
        better="high" if metric.higher_is_better else "low",
        chosen=chosen,
    )


def _words(
    title: str, field: str, show: Callable[[Row], str] | None = None, *, chosen: bool = False
) -> Column:
    def value(row: Row) -> str:
        return str(getattr(row.result, field))

    return Column(title, value, show or value, field=field, number=False, chosen=chosen)


def _count(title: str, field: str) -> Column:
    def value(row: Row) -> Value:
        return getattr(row.result, field) if row.result.ok else None

    return Column(
        title, value, lambda row: _whole(value(row)), field=field, better="low", chosen=False
    )


def _whole(value: Value) -> str:
    return NOTHING if value is None else f"{value:,}"


def _rank(row: Row) -> int | None:
    return row.standing.rank if row.standing else None


def _tier(row: Row) -> int | None:
    return row.standing.tier if row.standing else None


def _cycles(row: Row) -> str:
    metric = BLOCK_CYCLES if row.result.work_bits else JOB_CYCLES
    return metric.text(metric.value(row.result))


def _loss(row: Row) -> float | None:
    return row.result.loss if len(row.result.spread) > 1 else None


def _loss_text(row: Row) -> str:
    loss = _loss(row)
    return NOTHING if loss is None else f"{100 * loss:.1f}"


COLUMNS: dict[str, Column] = {
    "rank": Column("Rank", _rank, lambda row: _whole(_rank(row))),
    "tier": Column("Tier", _tier, lambda row: _whole(_tier(row))),
    "design": Column(
        "Design",
        lambda row: row.result.label,
        lambda row: row.result.label,
        field="title",
        number=False,
    ),
    "approach": _words("By", "approach", lambda row: shown(row.result.approach), chosen=True),
    "cycles": Column(
        "Cycles",
        lambda row: JOB_CYCLES.value(row.result),
        _cycles,
        field="cycles_of_work",
        better="low",
    ),
    "area": _of(AREA),
    "ffs": _of(FFS),
    "fmax": _of(FMAX),
    "throughput": _of(THROUGHPUT),
    "throughput_per_area": _of(THROUGHPUT_PER_AREA),
    "time": _of(TIME),
    "seeds": Column("Lost by worst seed", _loss, _loss_text, unit="%", better="low", chosen=False),
    "brams": _count("Block RAM", "brams"),
    "dsps": _count("Multipliers", "dsps"),
    "runs": Column(
        "Runs",
        lambda row: row.result.runs,
        lambda row: _whole(row.result.runs),
        field="runs",
        chosen=False,
    ),
    "work": _words("Work", "work"),
    "contest": _words("Contest", "study"),
    "publisher": _words("Publisher", "publisher"),
    "interface": _words("Hardware API", "interface"),
    "key_size": _words("Key, bits", "key_size"),
    "source": _words("Source", "source"),
    "trust": _words("Trust", "trust"),
    "origin": _words("Origin", "origin"),
    "status": _words("Status", "status"),
    "date": _words("Measured", "date", lambda row: row.result.date.date().isoformat()),
    "record": Column(
        "Record",
        lambda row: str(row.result.pk),
        lambda row: row.result.short_id,
        field="record_id",
        number=False,
        chosen=False,
    ),
}
"""Every column by the name that addresses have for it, in the order in which they are shown."""
