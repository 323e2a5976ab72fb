"""What a browser or a proxy has already is not made again: a page is known by the making of the tables and its address."""

import hashlib

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags, quote_etag

from cryptagon.site.faults import Answer
from cryptagon.site.models import Edition

_SAFE = ("GET", "HEAD")
_OK = 200


class EditionMiddleware:
    """Answers with status 304 from one question to the database; tells every cache to ask each time."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, or that the one which is known is still right."""
        if request.method not in _SAFE:
            return self.get_response(request)
        tag = _tag(request)
        known = parse_etags(request.headers.get("If-None-Match", ""))
        if tag in known:
            answer: HttpResponse = HttpResponseNotModified()
        else:
            answer = self.get_response(request)
            if answer.status_code != _OK:
                return answer
        answer["ETag"] = tag
        patch_cache_control(answer, public=True, no_cache=True)
        return answer


def _tag(request: HttpRequest) -> str:
    """A weak tag: the same content may be compressed or not."""
    stamp = Edition.objects.values_list("stamp", flat=True).first()
    text = f"{stamp} {request.scheme} {request.get_host()} {request.get_full_path()}"
    return f"W/{quote_etag(hashlib.sha256(text.encode()).hexdigest()[:32])}"
