"""How many requests of the API one address may make: a bucket that fills again with time."""

import ipaddress
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from cryptagon.site.faults import Answer

PREFIX = "/api/"
A_SECOND, AT_ONCE = 20, 1200
"""Requests of one address: so many a second for ever, and so many more after a pause."""
MOST_ADDRESSES = 10_000
_V6_NETWORK = 64
"""Bits of an IPv6 address that one customer of a network has alone."""


class Buckets:
    """A bucket for each address, the longest unused ones forgotten first. From any thread."""

    def __init__(
        self, a_second: float, at_once: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._a_second, self._at_once, self._clock = a_second, at_once, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, address: str) -> float:
        """Take one; gives the seconds until there is one again, 0 where it was taken."""
        now = self._clock()
        with self._lock:
            left, then = self._left.pop(address, (self._at_once, now))
            left = min(self._at_once, left + (now - then) * self._a_second)
            taken = left >= 1
            self._left[address] = (left - 1 if taken else left, now)
            while len(self._left) > MOST_ADDRESSES:
                self._left.popitem(last=False)
        return 0.0 if taken else (1 - left) / self._a_second


def address_of(request: HttpRequest) -> str:
    """Who asks.

    Behind a server it is the last address that this server wrote; what comes before it anybody can
    write.
    """
    found = str(request.META.get("REMOTE_ADDR", ""))
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        found = request.headers.get("X-Forwarded-For", found).rpartition(",")[2].strip()
    try:
        parsed = ipaddress.ip_address(found)
    except ValueError:
        return found[:50]
    return (
        str(parsed)
        if parsed.version == 4
        else str(ipaddress.ip_network(f"{found}/{_V6_NETWORK}", strict=False))
    )


class ThrottleMiddleware:
    """Answers what is too much with status 429, and says when to come back."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.buckets = Buckets(A_SECOND, AT_ONCE)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer, of the API while there are requests left."""
        if not settings.THROTTLED or not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        if not (seconds := self.buckets.wait(address_of(request))):
            return self.get_response(request)
        told = f"at most {A_SECOND} requests a second, {AT_ONCE} after a pause"
        answer = JsonResponse({"detail": "these are too many requests", "why": told}, status=429)
        answer["Retry-After"] = str(math.ceil(seconds))
        return answer
