"""What the API answers to what it cannot do, and how its description tells so."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, ValidationError
from pydantic import Field

from cryptagon.site.api_schemas import RefusedOut
from cryptagon.site.faults import BadQueryError
from cryptagon.site.refusal import RefusedError


class FaultOut(Schema):
    """What is wrong with a request."""

    detail: str
    why: str = Field("", description="of which parameter, where it is one")


FAULTS = dict.fromkeys((400, 429), FaultOut)
"""How any question may be answered: it cannot be read, or one asks too much."""
FAULTS_OF_ONE = {**FAULTS, 404: FaultOut}
"""That of a thing by its id: there may be none."""
REFUSALS = dict.fromkeys((400, 401, 403, 404, 409, 411, 413, 415, 422, 429), RefusedOut)
"""How what is sent may be refused."""


def answer_faults(api: NinjaAPI) -> None:
    """Let the API tell faults so."""
    tellers = {
        ValidationError: refuse_values,
        RefusedError: refuse_record,
        AuthenticationError: refuse_nobody,
        BadQueryError: refuse_query,
    }
    for kind, tell in tellers.items():
        api.add_exception_handler(kind, tell)  # type: ignore[arg-type] - ninja's type is too wide


def refuse_values(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    """Parameters that cannot be read."""
    why = "; ".join(f"{entry['loc'][-1]}: {entry['msg']}" for entry in fault.errors[:3])
    return JsonResponse(
        {"detail": "a parameter has a value that it cannot have", "why": why}, status=400
    )


def refuse_record(request: HttpRequest, fault: RefusedError) -> HttpResponse:
    """A record that is not taken."""
    answer = JsonResponse({"detail": fault.what, "faults": list(fault.faults)}, status=fault.status)
    if fault.status == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def refuse_nobody(request: HttpRequest, fault: AuthenticationError) -> HttpResponse:
    """A request that has no token."""
    return refuse_record(
        request,
        RefusedError(
            HTTPStatus.UNAUTHORIZED,
            "there is no token: send the header Authorization: Bearer TOKEN",
        ),
    )


def refuse_query(request: HttpRequest, fault: BadQueryError) -> HttpResponse:
    """Parameters that are not there."""
    return JsonResponse({"detail": fault.what, "why": fault.why}, status=400)
