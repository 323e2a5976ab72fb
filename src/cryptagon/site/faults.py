"""What a visitor got wrong, as a page with status 400: what, where, why, how to mend it."""

from collections.abc import Callable
from urllib.parse import unquote

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from cryptagon.errors import CryptagonError

Answer = Callable[[HttpRequest], HttpResponse]


class BadQueryError(CryptagonError):
    """An address whose parameters cannot be read."""


class FaultMiddleware:
    """Turns a BadQueryError into its page."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer as it is; faults are told by `process_exception`. No text that is asked for
        has a NUL, which not every database can be asked for."""
        if "\0" in unquote(request.get_full_path()) or "\0" in request.path_info:
            return self._told(request, BadQueryError("there is a NUL in it"))
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """The page of a fault; None leaves any other exception to Django."""
        if not isinstance(fault, BadQueryError):
            return None
        return self._told(request, fault)

    def _told(self, request: HttpRequest, fault: BadQueryError) -> HttpResponse:
        if is_api(request):
            return JsonResponse({"detail": fault.what, "why": fault.why}, status=400)
        return render(
            request,
            "fault.html",
            {"title": "This address cannot be read", "fault": fault},
            status=400,
        )


def is_api(request: HttpRequest) -> bool:
    """Whether a program asks, which is answered in JSON; the page that describes the API is for
    people."""
    return request.path_info.startswith("/api/") and request.path_info != "/api/"


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for an address that leads nowhere."""
    known = isinstance(exception, Http404) and exception.args and isinstance(exception.args[0], str)
    why = str(exception.args[0]) if known else f"There is no page at {request.path}."
    if is_api(request):
        return JsonResponse({"detail": why}, status=404)
    return render(
        request,
        "fault.html",
        {"title": "There is no such page", "fault": CryptagonError(why)},
        status=404,
    )


def failed(request: HttpRequest) -> HttpResponse:
    """The page for a fault of the site itself, without what went wrong: that is in its log."""
    fault = CryptagonError(
        "The site could not make this page.",
        fix="start it again; if that does not help, report the address",
    )
    return render(
        request, "fault.html", {"title": "A fault of the site", "fault": fault}, status=500
    )
