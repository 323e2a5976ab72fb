"""How far a result can be trusted: a ladder whose steps follow from attestations alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from cryptagon.site.attestation import DIFFERS, SAME, Attestation
from cryptagon.site.attestations import attestation_in
from cryptagon.site.key_models import envelopes_of
from cryptagon.site.log import ATTESTED
from cryptagon.site.log_models import LogEntry


@dataclass(frozen=True)
class Step:
    """A step of the ladder: its badge, and what it means."""

    badge: str
    meaning: str


CHECKED, REPEATED, CONFIRMED, DISPUTED = "checked", "repeated", "confirmed", "disputed"
LADDER = {
    CHECKED: Step(
        "", "Its form and its arithmetic were checked. Nobody has said that it was made again."
    ),
    REPEATED: Step(
        "Repeated", "Its own publisher has made it again, and all that counts was the same."
    ),
    CONFIRMED: Step(
        "Confirmed",
        "Somebody else has made it again, and all that counts was the same, to the last digit.",
    ),
    DISPUTED: Step(
        "Disputed", "Somebody else has made it again, and something that counts was not the same."
    ),
}
"""Every step, from below; the last is off the ladder."""
Said = tuple[str, str]
"""Who attested, and the outcome."""


@dataclass(frozen=True)
class Attested:
    """An attestation in the log."""

    entry: LogEntry
    said: Attestation


def step_of(publisher: str, attested: Iterable[Said]) -> str:
    """The step of a record of this publisher; `attested` in the order of the log, where the last
    word of each counts.
    """
    last = dict(attested)
    own, others = last.pop(publisher, ""), set(last.values())
    if DIFFERS in others:
        return DISPUTED
    if SAME in others:
        return CONFIRMED
    return REPEATED if own == SAME else CHECKED


def attested_at(rev: int | None = None) -> dict[str, list[Said]]:
    """Who has attested what of every record, in the order of the log; `rev`: up to this entry."""
    found: dict[str, list[Said]] = {}
    entries = LogEntry.objects.filter(state=ATTESTED).order_by("rev")
    entries = entries if rev is None else entries.filter(rev__lte=rev)
    for record, publisher, outcome in entries.values_list("record_id", "publisher", "reason"):
        found.setdefault(record, []).append((publisher, outcome))
    return found


def attestations_of(record: str) -> list[Attested]:
    """Every attestation of a record, the newest first."""
    entries = list(LogEntry.objects.filter(record_id=record, state=ATTESTED).order_by("-rev"))
    envelopes = envelopes_of(one.rev for one in entries)
    return [Attested(one, attestation_in(envelopes[one.rev])) for one in entries]
