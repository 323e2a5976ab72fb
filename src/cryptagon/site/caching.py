"""What a browser, a proxy or this process has already is not made again: a page is known by the
making of the tables and its address."""

import hashlib
import re
import threading
from collections import OrderedDict

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags, quote_etag

from cryptagon.site.account_paths import is_account
from cryptagon.site.faults import Answer
from cryptagon.site.models import Edition

MOST_KEPT = 32 << 20
"""Bytes of answers that a process keeps."""
MOST_OF_ONE = 1 << 20
_SAFE = ("GET", "HEAD")
_OK = 200
_GZIP = re.compile(r"\bgzip\b")
Key = tuple[str, str | None, bool]


class KeptAnswers:
    """Answers as they were sent, the longest unused ones forgotten first. From any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[Key, HttpResponse] = OrderedDict()
        self._lock = threading.Lock()
        self.bytes = 0

    def get(self, key: Key) -> HttpResponse | None:
        """A copy of the answer, which a server may change; None for one that is not kept."""
        with self._lock:
            if key not in self._answers:
                return None
            self._answers.move_to_end(key)
            return _copy(self._answers[key])

    def keep(self, key: Key, answer: HttpResponse) -> None:
        """Keep a copy, unless it is large or its length is not known."""
        if answer.streaming or len(answer.content) > min(MOST_OF_ONE, self._most):
            return
        with self._lock:
            self._forget(key)
            self._answers[key] = _copy(answer)
            self.bytes += len(answer.content)
            while self.bytes > self._most:
                self._forget(next(iter(self._answers)))

    def _forget(self, key: Key) -> None:
        known = self._answers.pop(key, None)
        self.bytes -= len(known.content) if known else 0


class EditionMiddleware:
    """Gives what is known from one question to the database; tells every cache to ask each time.

    It lies outside of what compresses, so that an answer is compressed once.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.kept = KeptAnswers(MOST_KEPT)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, or that the one which is known is still right."""
        if request.method not in _SAFE or is_account(request):
            return self.get_response(request)
        tag = _tag(request)
        if tag in parse_etags(request.headers.get("If-None-Match", "")):
            return _tagged(HttpResponseNotModified(), tag)
        key = (tag, request.method, bool(_GZIP.search(request.headers.get("Accept-Encoding", ""))))
        if known := self.kept.get(key):
            return known
        answer = self.get_response(request)
        if answer.status_code == _OK:
            self.kept.keep(key, _tagged(answer, tag))
        return answer


def _tagged(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"] = tag
    patch_cache_control(answer, public=True, no_cache=True)
    return answer


def _tag(request: HttpRequest) -> str:
    """A weak tag: the same content may be compressed or not."""
    stamp = Edition.objects.values_list("stamp", flat=True).first()
    text = f"{stamp} {request.scheme} {request.get_host()} {request.get_full_path()}"
    return f"W/{quote_etag(hashlib.sha256(text.encode()).hexdigest()[:32])}"


def _copy(answer: HttpResponse) -> HttpResponse:
    return HttpResponse(answer.content, status=answer.status_code, headers=dict(answer.items()))
