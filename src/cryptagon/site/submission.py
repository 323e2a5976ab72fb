"""What was sent and is not public: the quarantine."""

from pathlib import Path

from django.db import models

from cryptagon.site.accounts import Publisher, Token
from cryptagon.site.models import ID_DIGITS

WAITING, REFUSED, ACCEPTED = "waiting", "refused", "published"
EMBARGOED = "embargoed"
"""A moderator let it in; it becomes public at its date."""
TAKEN_BACK = "taken back"
"""Its publisher did not want it to become public after all."""
UNDECIDED = (WAITING, EMBARGOED)
STUDY = "submitted"
"""The study of what publishers send."""
SENT = Path("record")
"""What messages call a record that lies in no file."""


class Submission(models.Model):
    """A record that a publisher sent. `content` is its bytes as they came, null once it was decided
    on: a published record has them, and those of a refused one are not kept. `embargo`: it becomes
    public then, not before; null for as soon as a moderator lets it in."""

    id = models.CharField(max_length=ID_DIGITS, primary_key=True)
    content = models.BinaryField(null=True)
    publisher = models.ForeignKey(Publisher, models.PROTECT)
    publisher_id: int
    token = models.ForeignKey(Token, models.PROTECT)
    received = models.DateTimeField()
    state = models.TextField(default=WAITING, db_index=True)
    reason = models.TextField(default="")
    decided = models.DateTimeField(null=True)
    embargo = models.DateTimeField(null=True)


class SentAttestation(models.Model):
    """An attestation that a publisher sent: its envelope by its SHA-256, the record that it is of,
    and its outcome.
    """

    id = models.CharField(max_length=ID_DIGITS, primary_key=True)
    content = models.TextField()
    record = models.CharField(max_length=ID_DIGITS)
    outcome = models.TextField()
    publisher = models.ForeignKey(Publisher, models.PROTECT)
    received = models.DateTimeField()
    state = models.TextField(default=WAITING, db_index=True)
    reason = models.TextField(default="")
