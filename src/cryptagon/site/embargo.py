"""Records that become public at a date: in the log only then, and seen by nobody before."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.db import DatabaseError
from django.utils import timezone

from cryptagon.errors import CryptagonError
from cryptagon.site import submission
from cryptagon.site.database import one_change, writing
from cryptagon.site.log_models import publication_of
from cryptagon.site.moderation import make_public
from cryptagon.site.refusal import RefusedError
from cryptagon.site.submission import Submission

MOST = timedelta(days=2 * 366)
_PAUSE = 10
"""Seconds from one look for what is due to the next."""
_ALREADY = "it is public already, from a file"


def embargo_of(text: str) -> datetime | None:
    """The date that a text in ISO 8601 gives, UTC where it names no zone; None of an empty one.
    Raises CryptagonError for a date that is none, is past, or is more than two years ahead."""
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
        found = (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as fault:
        raise CryptagonError(
            "this is no date of an embargo", why=text[:40], fix="write it as 2027-01-31T12:00Z"
        ) from fault
    if not timezone.now() < found <= timezone.now() + MOST:
        raise CryptagonError(
            "an embargo cannot end then",
            why=f"{found:%Y-%m-%d %H:%M} UTC",
            fix="give a date of the next two years",
        )
    return found


def embargo_in(header: str) -> datetime | None:
    """The date in the header of a request. Raises RefusedError."""
    try:
        return embargo_of(header)
    except CryptagonError as fault:
        raise RefusedError(400, fault.what, (fault.why,)) from fault


def publish_due() -> list[str]:
    """Make public whatever is due now; gives the ids.

    One that is public already, from a file, is let go.
    """
    now = timezone.now()
    if not _due(now):
        return []
    with one_change():
        found = _due(now)
        known = [one.pk for one in found if publication_of(one.pk)]
        own = {"state": submission.REFUSED, "reason": _ALREADY, "content": None, "decided": now}
        Submission.objects.filter(pk__in=known).update(**own)
        fresh = [one for one in found if one.pk not in known]
        make_public(fresh, now)
    return [one.pk for one in fresh]


def watch(failed: Callable[[Exception], None]) -> None:
    """Publish what is due, from now until the process ends, in a thread of its own.

    A fault is told, and it goes on.
    """

    def look() -> None:
        while True:
            try:
                with writing():
                    publish_due()
            except (CryptagonError, DatabaseError, OSError) as fault:
                failed(fault)
            time.sleep(_PAUSE)

    threading.Thread(target=look, name="embargo", daemon=True).start()


def _due(now: datetime) -> list[Submission]:
    found = Submission.objects.filter(state=submission.EMBARGOED, embargo__lte=now)
    return list(found.select_related("publisher").order_by("embargo", "pk"))
