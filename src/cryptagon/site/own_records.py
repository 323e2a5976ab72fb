"""What a publisher does with its own records: take back or withdraw, and embargo."""

from datetime import datetime

from django.utils import timezone

from cryptagon.errors import CryptagonError
from cryptagon.site import moderation, submission
from cryptagon.site.accounts import Publisher
from cryptagon.site.database import one_change
from cryptagon.site.log_models import publication_of
from cryptagon.site.submission import Submission


def withdraw_own(publisher: Publisher, record: str, reason: str) -> str:
    """Take a record out: of the queue without a trace, out of the rankings with a reason that
    stays. Gives its state.

    Raises CryptagonError for a record that is not this publisher's, and where a reason is needed
    and there is none.
    """
    with one_change():
        if waiting := _undecided(publisher, record):
            own = {"state": submission.TAKEN_BACK, "content": None, "decided": timezone.now()}
            Submission.objects.filter(pk=waiting.pk).update(**own)
            return submission.TAKEN_BACK
        published = publication_of(record)
        if published is None or published.publisher != publisher.name:
            raise _no_record(publisher)
        moderation.withdraw(record, reason)
    return "withdrawn"


def set_embargo(publisher: Publisher, record: str, until: datetime | None) -> str:
    """Let a record that is not public yet become so at this date; None: as soon as a moderator let
    it in. Gives its state. Raises CryptagonError for a record that is not this publisher's, or is
    public.
    """
    with one_change():
        found = _undecided(publisher, record)
        if found is None:
            raise _no_record(publisher)
        Submission.objects.filter(pk=found.pk).update(embargo=until)
        if until is None and found.state == submission.EMBARGOED:
            moderation.make_public([found], timezone.now())
            return submission.ACCEPTED
    return found.state


def _undecided(publisher: Publisher, record: str) -> Submission | None:
    own = Submission.objects.filter(pk=record, publisher=publisher, state__in=submission.UNDECIDED)
    return own.select_related("publisher").first()


def _no_record(publisher: Publisher) -> CryptagonError:
    return CryptagonError(f"{publisher.name} has no such record", fix="choose one of the list")
