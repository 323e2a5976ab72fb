"""The API: everything that the pages show, as JSON, and where records are sent to; described by
OpenAPI 3.1.
"""

import base64
import math

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI, Path, Query, Status
from ninja.errors import HttpError
from ninja.security import HttpBearer

from cryptagon import __version__
from cryptagon.site.accounts import ATTEST, PUBLISH, Token
from cryptagon.site.api_faults import FAULTS, FAULTS_OF_ONE, REFUSALS, answer_faults
from cryptagon.site.api_schemas import (
    AnswersOut,
    ComparisonOut,
    Counted,
    Id,
    Paging,
    ResultOut,
    Results,
    Revision,
    TakenOut,
)
from cryptagon.site.attestations import take_attestation
from cryptagon.site.embargo import embargo_in
from cryptagon.site.facets import contest_sizes
from cryptagon.site.faults import BadQueryError
from cryptagon.site.intake import Sent, allowed, take
from cryptagon.site.limits import EMBARGO, HEADER
from cryptagon.site.log_api import LogOut, LogPart, log_part
from cryptagon.site.models import Comparison, Record, Result, newest_results
from cryptagon.site.query import Filters
from cryptagon.site.question_files import told
from cryptagon.site.questions import Answers, Question
from cryptagon.site.ranking import shown_results
from cryptagon.site.refusal import RefusedError
from cryptagon.site.revisions import tables_at

api = NinjaAPI(
    title="Cryptagon results",
    version=__version__,
    description="Results of cryptographic algorithms in hardware. Everything can be read; publishers can send records.",
    docs_url=None,
    urls_namespace="api",
)
answer_faults(api)


class PublisherToken(HttpBearer):
    """A token of a publisher in the header Authorization, and nowhere else: a cookie is never
    read.
    """

    def __init__(self, *scopes: str) -> None:
        super().__init__()
        self.scopes = scopes

    def authenticate(self, request: HttpRequest, token: str) -> Token:
        """The token of the request. Raises RefusedError."""
        return allowed(token, self.scopes)


@api.get("/results", response={200: Results, **FAULTS}, summary="The newest result of every design")
def list_results(
    request: HttpRequest, filters: Query[Filters], paging: Query[Paging], at: Query[Revision]
) -> dict[str, object]:
    """Those that pass the filters, in the order of their comparisons and ids."""
    if unknown := set(request.GET) - {
        *Filters.model_fields,
        *Paging.model_fields,
        *Revision.model_fields,
    }:
        raise BadQueryError(f'there is no parameter "{min(unknown)}"')
    first = (paging.page - 1) * paging.size
    with tables_at(at.rev):
        found = shown_results(filters)
        count = found.count()
        rows = (
            found.select_related("comparison")
            .prefetch_related("standings")
            .order_by("comparison_id", "pk")
        )
        results = list(rows[first : first + paging.size])
    return {
        "count": count,
        "page": paging.page,
        "pages": max(1, math.ceil(count / paging.size)),
        "results": results,
    }


@api.get(
    "/question",
    response={200: AnswersOut, **FAULTS},
    summary="The designs that keep bounds on several families",
)
def ask(request: HttpRequest, asked: Query[Question]) -> dict[str, object]:
    """Those on most families first. `best`: no design of its comparison beats it in area and
    throughput both."""
    if unknown := set(request.GET) - set(Question.model_fields):
        raise BadQueryError(f'there is no parameter "{min(unknown)}"')
    with tables_at(asked.rev):
        return told(Answers(asked))


@api.get("/results/{record_id}", response={200: ResultOut, **FAULTS_OF_ONE}, summary="One result")
def one_result(request: HttpRequest, record_id: Path[Id], at: Query[Revision]) -> Result:
    """By the whole id of its record; also one that a newer record takes the place of."""
    with tables_at(at.rev):
        found = (
            Result.objects.filter(pk=record_id)
            .select_related("comparison")
            .prefetch_related("standings")
            .first()
        )
    if found is None:
        raise HttpError(404, f"there is no result {record_id}")
    return found


@api.get(
    "/records/{record_id}",
    response={200: dict, **FAULTS_OF_ONE},
    summary="A record, byte for byte as it came",
)
def one_record(request: HttpRequest, record_id: Path[Id]) -> HttpResponse:
    """The whole record: all runs of the search, options, sources, verification."""
    found = Record.objects.filter(pk=record_id).first()
    if found is None:
        raise HttpError(404, f"there is no record {record_id}")
    return HttpResponse(bytes(found.content), content_type="application/json")


@api.post(
    "/records",
    auth=PublisherToken(PUBLISH),
    response={
        200: TakenOut,
        201: TakenOut,
        **REFUSALS,
    },
    summary="Send a record",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
)
def send_record(request: HttpRequest) -> Status[TakenOut]:
    """The body is one record as a file of the results folder has it. Its publisher is that of the
    token. It waits until a moderator publishes it. To send it again changes nothing, and is
    answered with status 200. A publisher who has a key signs: the header Cryptagon-Signature has
    the base64 of a DSSE envelope of {record, site, date}. With the header Cryptagon-Embargo, a date
    in ISO 8601, it becomes public at that date, not before.
    """
    _check_head(request)
    embargo = embargo_in(request.headers.get(EMBARGO, ""))
    envelope = _envelope(request.headers.get(HEADER, ""))
    taken = take(request.body, request.auth, envelope, request.get_host(), embargo)  # type: ignore[attr-defined] - set by ninja
    return Status(201 if taken.new else 200, TakenOut(id=taken.id, state=taken.state))


@api.post(
    "/attestations",
    auth=PublisherToken(ATTEST, PUBLISH),
    response={
        200: TakenOut,
        201: TakenOut,
        **REFUSALS,
    },
    summary="Send an attestation",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"type": "object"}}},
        }
    },
)
def send_attestation(request: HttpRequest) -> Status[TakenOut]:
    """The body is {"envelope": ...}: a statement that a record was made again, signed with a key of
    the publisher, as `cryptagon attest` sends it. It waits until a moderator publishes it."""
    _check_head(request)
    taken = take_attestation(request.body, request.auth, request.get_host())  # type: ignore[attr-defined] - set by ninja
    return Status(201 if taken.new else 200, TakenOut(id=taken.id, state=taken.state))


@api.get(
    "/comparisons",
    response={200: list[ComparisonOut], **FAULTS},
    summary="Which results may be ranked with each other",
)
def list_comparisons(request: HttpRequest, at: Query[Revision]) -> list[dict[str, object]]:
    """Every comparison, with the field that decides its ranking."""
    names = ("slug", "title", "algorithm_class", "area_unit", "estimate", "deciding")
    with tables_at(at.rev):
        sizes = dict(newest_results().values_list("comparison").annotate(number=Count("pk")))
        return [
            {**{name: getattr(one, name) for name in names}, "results": sizes[one.pk]}
            for one in Comparison.objects.order_by("pk")
        ]


@api.get(
    "/algorithms",
    response={200: list[Counted], **FAULTS},
    summary="The algorithms that have results",
)
def list_algorithms(request: HttpRequest, at: Query[Revision]) -> list[dict[str, object]]:
    """By name."""
    return _counted("algorithm", at)


@api.get(
    "/targets",
    response={200: list[Counted], **FAULTS},
    summary="The parts and cell libraries that have results",
)
def list_targets(request: HttpRequest, at: Query[Revision]) -> list[dict[str, object]]:
    """By name."""
    return _counted("target", at)


@api.get(
    "/publishers",
    response={200: list[Counted], **FAULTS},
    summary="The publishers that have results",
)
def list_publishers(request: HttpRequest, at: Query[Revision]) -> list[dict[str, object]]:
    """By name."""
    return _counted("publisher", at)


@api.get(
    "/log", response={200: LogOut, **FAULTS}, summary="The log of what was published and withdrawn"
)
def list_log(request: HttpRequest, asked: Query[LogPart]) -> LogOut:
    """Each entry has the SHA-256 of itself and of the digest before it, as canonical JSON (RFC
    8785); `cryptagon mirror` fetches all of it and checks it."""
    return log_part(asked)


@api.get(
    "/contests", response={200: list[Counted], **FAULTS}, summary="The contests that have results"
)
def list_contests(request: HttpRequest, at: Query[Revision]) -> list[dict[str, object]]:
    """By name."""
    with tables_at(at.rev):
        return [{"name": name, "results": size} for name, size in contest_sizes().items()]


def _check_head(request: HttpRequest) -> None:
    head = request.headers
    Sent(
        head.get("Content-Length", ""),
        head.get("Content-Type", ""),
        head.get("Content-Encoding", ""),
    ).check()


def _envelope(text: str) -> str:
    """The envelope that a header has as base64; empty for none."""
    try:
        return base64.b64decode(text, validate=True).decode()
    except ValueError as fault:
        raise RefusedError(400, f"the header {HEADER} is no base64") from fault


def _counted(field: str, at: Revision) -> list[dict[str, object]]:
    with tables_at(at.rev):
        found = newest_results().values_list(field).annotate(number=Count("pk")).order_by(field)
        return [{"name": name, "results": number} for name, number in found]
