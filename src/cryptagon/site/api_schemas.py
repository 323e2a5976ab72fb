"""What the API takes and gives, as OpenAPI describes it."""

from datetime import datetime
from typing import Annotated

from ninja import Schema
from pydantic import Field

from cryptagon.site.models import ID_DIGITS

Id = Annotated[
    str,
    Field(title="SHA-256 of the record's canonical JSON", pattern=rf"^[0-9a-f]{{{ID_DIGITS}}}$"),
]
MOST_PER_PAGE = 500


class Paging(Schema):
    """Which part of a list is asked for."""

    page: Annotated[int, Field(ge=1, le=10**6, description="from 1")] = 1
    size: Annotated[int, Field(ge=1, le=MOST_PER_PAGE, description="results a page")] = 100


class Revision(Schema):
    """Which state of the rankings is asked for."""

    rev: Annotated[
        int | None,
        Field(
            ge=1,
            le=10**9,
            description="after which entry of the log; the last where it is left out",
        ),
    ] = None


class StandingOut(Schema):
    """Where a result is by one metric among those that it may be ranked with. `rank` is among the
    designs of one approach."""

    metric: str
    rank: int | None
    rivals: int
    tier: int | None


class ResultOut(Schema):
    """The figures of one record. `luts` counts what `area_unit` says; `spread` has Fmax in MHz by
    seed, the lowest first."""

    record_id: str
    comparison: str | None = Field(
        None, alias="comparison.slug", description="null: a newer record takes its place"
    )
    study: str
    publisher: str
    algorithm_class: str
    algorithm: str
    title: str
    variant: str
    approach: str
    target: str
    device: str
    scope: str
    interface: str
    origin: str
    estimate: bool
    status: str
    work: str
    work_bits: int | None
    area_unit: str
    cycles_of_work: float | None
    luts: float | None
    ffs: float | None
    brams: int | None
    dsps: int | None
    fmax_mhz: float | None
    throughput_mbps: float | None
    throughput_per_area: float | None
    time_us: float | None
    runs: int
    spread: list[float]
    front: bool
    trust: str
    date: datetime
    cryptagon: str
    source_digest: str
    key_size: str
    source: str
    standings: list[StandingOut]


class Results(Schema):
    """A page of results."""

    count: int
    page: int
    pages: int
    results: list[ResultOut]


class FitOut(Schema):
    """A result that keeps the bounds of a question, by the whole id of its record."""

    family: str
    vendor: str
    target: str
    record: str
    area: float | None
    area_unit: str
    throughput_mbps: float | None
    fmax_mhz: float | None
    best: bool


class DesignOut(Schema):
    """A design that answers a question: its best result on each family."""

    algorithm: str
    title: str
    variant: str
    approach: str
    scope: str
    interface: str
    work: str
    publisher: str
    vendors: int
    fits: list[FitOut]


class AnswersOut(Schema):
    """A page of designs."""

    count: int
    page: int
    pages: int
    designs: list[DesignOut]


class ComparisonOut(Schema):
    """Results that may be ranked with each other."""

    slug: str
    title: str
    algorithm_class: str
    area_unit: str
    estimate: bool
    deciding: str
    results: int


class Counted(Schema):
    """A name, and how many results have it."""

    name: str
    results: int


class TakenOut(Schema):
    """A record that is here: `state` is "waiting" or "published"."""

    id: str
    state: str


class RefusedOut(Schema):
    """What is wrong, and each fault of a record."""

    detail: str
    faults: list[str] = Field([], description="none where too much was asked")
