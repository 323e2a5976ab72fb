"""The API: everything that the pages show, as JSON, and where records are sent to; described by OpenAPI 3.1."""

import base64
import math
from datetime import datetime
from http import HTTPStatus
from typing import Annotated

from django.db.models import Count
from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI, Path, Query, Schema, Status
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.security import HttpBearer
from pydantic import Field

from cryptagon import __version__
from cryptagon.site.accounts import Token
from cryptagon.site.attestations import take_attestation
from cryptagon.site.faults import BadQueryError
from cryptagon.site.intake import Sent, allowed, take
from cryptagon.site.limits import HEADER
from cryptagon.site.log_api import LogOut, LogPart, log_part
from cryptagon.site.models import ID_DIGITS, Comparison, Record, Result, newest_results
from cryptagon.site.query import Filters
from cryptagon.site.ranking import shown_results
from cryptagon.site.refusal import RefusedError

Id = Annotated[str, Field(title="SHA-256 of the record's canonical JSON", pattern=rf"^[0-9a-f]{{{ID_DIGITS}}}$")]
MOST_PER_PAGE = 500

api = NinjaAPI(
    title="Cryptagon results",
    version=__version__,
    description="Results of cryptographic algorithms in hardware. Everything can be read; publishers can send records.",
    docs_url=None,
    urls_namespace="api",
)


class Paging(Schema):
    """Which part of a list is asked for."""

    page: Annotated[int, Field(ge=1, le=10**6, description="from 1")] = 1
    size: Annotated[int, Field(ge=1, le=MOST_PER_PAGE, description="results a page")] = 100


class StandingOut(Schema):
    """Where a result is by one metric among those that it may be ranked with. `rank` is among the designs of one
    approach."""

    metric: str
    rank: int | None
    rivals: int
    tier: int | None


class ResultOut(Schema):
    """The figures of one record. `luts` counts what `area_unit` says; `spread` has Fmax in MHz by seed, the lowest
    first."""

    record_id: str
    comparison: str | None = Field(None, alias="comparison.slug", description="null: a newer record takes its place")
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
    standings: list[StandingOut]


class Results(Schema):
    """A page of results."""

    count: int
    page: int
    pages: int
    results: list[ResultOut]


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
    faults: list[str]


class PublisherToken(HttpBearer):
    """A token of a publisher in the header Authorization, and nowhere else: a cookie is never read."""

    def authenticate(self, request: HttpRequest, token: str) -> Token:
        """The token of the request. Raises RefusedError."""
        return allowed(token)


@api.get("/results", response=Results, summary="The newest result of every design")
def list_results(request: HttpRequest, filters: Query[Filters], paging: Query[Paging]) -> dict[str, object]:
    """Those that pass the filters, in the order of their comparisons and ids."""
    if unknown := set(request.GET) - Filters.model_fields.keys() - Paging.model_fields.keys():
        raise BadQueryError(f'there is no parameter "{min(unknown)}"')
    found = shown_results(filters)
    count = found.count()
    first = (paging.page - 1) * paging.size
    rows = found.select_related("comparison").prefetch_related("standings").order_by("comparison_id", "pk")
    pages = max(1, math.ceil(count / paging.size))
    return {"count": count, "page": paging.page, "pages": pages, "results": list(rows[first : first + paging.size])}


@api.get("/results/{record_id}", response=ResultOut, summary="One result")
def one_result(request: HttpRequest, record_id: Path[Id]) -> Result:
    """By the whole id of its record; also one that a newer record takes the place of."""
    found = Result.objects.filter(pk=record_id).select_related("comparison").prefetch_related("standings").first()
    if found is None:
        raise HttpError(404, f"there is no result {record_id}")
    return found


@api.get("/records/{record_id}", summary="A record, byte for byte as it came")
def one_record(request: HttpRequest, record_id: Path[Id]) -> HttpResponse:
    """The whole record: all runs of the search, options, sources, verification."""
    found = Record.objects.filter(pk=record_id).first()
    if found is None:
        raise HttpError(404, f"there is no record {record_id}")
    return HttpResponse(bytes(found.content), content_type="application/json")


@api.post(
    "/records",
    auth=PublisherToken(),
    response={200: TakenOut, 201: TakenOut, **dict.fromkeys((400, 401, 403, 409, 411, 413, 415, 422, 429), RefusedOut)},
    summary="Send a record",
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}},
)
def send_record(request: HttpRequest) -> Status[TakenOut]:
    """The body is one record as a file of the results folder has it. Its publisher is that of the token. It waits until
    a moderator publishes it. To send it again changes nothing, and is answered with status 200. A publisher who has a key
    signs: the header Cryptagon-Signature has the base64 of a DSSE envelope of {record, site, date}."""
    _check_head(request)
    taken = take(request.body, request.auth, _envelope(request.headers.get(HEADER, "")), request.get_host())  # type: ignore[attr-defined] - set by ninja
    return Status(201 if taken.new else 200, TakenOut(id=taken.id, state=taken.state))


@api.post(
    "/attestations",
    auth=PublisherToken(),
    response={200: TakenOut, 201: TakenOut, **dict.fromkeys((400, 401, 403, 404, 409, 411, 413, 415, 422, 429), RefusedOut)},
    summary="Send an attestation",
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}},
)
def send_attestation(request: HttpRequest) -> Status[TakenOut]:
    """The body is {"envelope": ...}: a statement that a record was made again, signed with a key of the publisher, as
    `cryptagon attest` sends it. It waits until a moderator publishes it."""
    _check_head(request)
    taken = take_attestation(request.body, request.auth, request.get_host())  # type: ignore[attr-defined] - set by ninja
    return Status(201 if taken.new else 200, TakenOut(id=taken.id, state=taken.state))


@api.get("/comparisons", response=list[ComparisonOut], summary="Which results may be ranked with each other")
def list_comparisons(request: HttpRequest) -> list[dict[str, object]]:
    """Every comparison, with the field that decides its ranking."""
    sizes = dict(newest_results().values_list("comparison").annotate(number=Count("pk")))
    names = ("slug", "title", "algorithm_class", "area_unit", "estimate", "deciding")
    return [{**{name: getattr(one, name) for name in names}, "results": sizes[one.pk]} for one in Comparison.objects.order_by("pk")]


@api.get("/algorithms", response=list[Counted], summary="The algorithms that have results")
def list_algorithms(request: HttpRequest) -> list[dict[str, object]]:
    """By name."""
    return _counted("algorithm")


@api.get("/targets", response=list[Counted], summary="The parts and cell libraries that have results")
def list_targets(request: HttpRequest) -> list[dict[str, object]]:
    """By name."""
    return _counted("target")


@api.get("/publishers", response=list[Counted], summary="The publishers that have results")
def list_publishers(request: HttpRequest) -> list[dict[str, object]]:
    """By name."""
    return _counted("publisher")


@api.get("/log", response=LogOut, summary="The log of what was published and withdrawn")
def list_log(request: HttpRequest, asked: Query[LogPart]) -> LogOut:
    """Each entry has the SHA-256 of itself and of the digest before it, as canonical JSON (RFC 8785); `cryptagon
    mirror` fetches all of it and checks it."""
    return log_part(asked)


@api.get("/contests", response=list[Counted], summary="The contests that have results")
def list_contests(request: HttpRequest) -> list[dict[str, object]]:
    """By name."""
    return _counted("study")


@api.exception_handler(ValidationError)
def refuse_values(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    """Parameters that cannot be read."""
    why = "; ".join(f"{entry['loc'][-1]}: {entry['msg']}" for entry in fault.errors[:3])
    return JsonResponse({"detail": "a parameter has a value that it cannot have", "why": why}, status=400)


@api.exception_handler(RefusedError)
def refuse_record(request: HttpRequest, fault: RefusedError) -> HttpResponse:
    """A record that is not taken."""
    answer = JsonResponse({"detail": fault.what, "faults": list(fault.faults)}, status=fault.status)
    if fault.status == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


@api.exception_handler(AuthenticationError)
def refuse_nobody(request: HttpRequest, fault: AuthenticationError) -> HttpResponse:
    """A request that has no token."""
    return refuse_record(request, RefusedError(HTTPStatus.UNAUTHORIZED, "there is no token: send the header Authorization: Bearer TOKEN"))


@api.exception_handler(BadQueryError)
def refuse_query(request: HttpRequest, fault: BadQueryError) -> HttpResponse:
    """Parameters that are not there."""
    return JsonResponse({"detail": fault.what, "why": fault.why}, status=400)


def _check_head(request: HttpRequest) -> None:
    head = request.headers
    Sent(head.get("Content-Length", ""), head.get("Content-Type", ""), head.get("Content-Encoding", "")).check()


def _envelope(text: str) -> str:
    """The envelope that a header has as base64; empty for none."""
    try:
        return base64.b64decode(text, validate=True).decode()
    except ValueError as fault:
        raise RefusedError(400, f"the header {HEADER} is no base64") from fault


def _counted(field: str) -> list[dict[str, object]]:
    found = newest_results().values_list(field).annotate(number=Count("pk")).order_by(field)
    return [{"name": name, "results": number} for name, number in found]
