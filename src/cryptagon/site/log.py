"""The log: which records became public and which were withdrawn, in one order for ever.

The digest of an entry covers the entry and the digest of the one before it. So the digest of the
last entry, the head, covers the whole history: whoever noted a head sees any later change of what
lies before it.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

import rfc8785

from cryptagon.errors import CryptagonError

PUBLISHED, WITHDRAWN, ATTESTED = "published", "withdrawn", "attested"
_BEFORE = {PUBLISHED: "", WITHDRAWN: PUBLISHED, ATTESTED: PUBLISHED}
"""What a record must have been to become that: it is published once, and withdrawn once at most,
after that. One that is attested, as often as anybody does, stays published."""
START = "0" * 64
"""What the first entry has instead of the digest of one before it."""
HOUSE = "Cryptagon"
"""The publisher of all records that come from files."""


@dataclass(frozen=True)
class Line:
    """An entry without its digest.

    `rev` counts from 1. `date` is ISO 8601 in UTC: when it was entered; of a record from a file,
    when it was measured, so that one checkout gives one log everywhere. `record` is the id of the
    record, `study` and `file` what the site calls its origin. `reason` is empty but for what is
    withdrawn, and for the outcome of an attestation. `signature` is the SHA-256 of the envelope in
    which a publisher signed it; empty where nobody did.
    """

    rev: int
    date: str
    state: str
    record: str
    publisher: str
    reason: str
    study: str
    file: str
    signature: str = ""


@dataclass(frozen=True)
class Entry:
    """A line with its digest, 64 hexadecimal digits."""

    line: Line
    digest: str


class BrokenLogError(CryptagonError):
    """A log that is not what it should be."""


def digest_of(line: Line, previous: str) -> str:
    """SHA-256 of the canonical JSON (RFC 8785) of a line with the digest before it under
    "previous". What nobody signed has no "signature", as in logs of before there were any."""
    fields = {name: value for name, value in asdict(line).items() if name != "signature" or value}
    return hashlib.sha256(rfc8785.dumps({**fields, "previous": previous})).hexdigest()


def chained(lines: Iterable[Line], previous: str = START) -> Iterator[Entry]:
    """Each line with its digest; `previous` is that of the entry before the first."""
    for line in lines:
        previous = digest_of(line, previous)
        yield Entry(line, previous)


def checked(entries: Iterable[Entry], where: str) -> Iterator[Entry]:
    """The entries of a whole log as they are, each once it is known to be the one that follows.

    Raises BrokenLogError at the first that is not.
    """
    states: dict[str, str] = {}
    previous = START
    for rev, entry in enumerate(entries, 1):
        line = entry.line
        if line.rev != rev:
            raise BrokenLogError(
                "the log has a gap", where=where, why=f"entry {line.rev} is where {rev} should be"
            )
        if entry.digest != digest_of(line, previous):
            why = (
                f"the digest of entry {rev} is not that of what it says and of the entry before it"
            )
            raise BrokenLogError("the log was changed", where=where, why=why)
        if _BEFORE.get(line.state) != states.get(line.record, ""):
            why = f'entry {rev} says "{line.state}" of a record that cannot become that'
            raise BrokenLogError("the log contradicts itself", where=where, why=why)
        states[line.record] = PUBLISHED if line.state == ATTESTED else line.state
        previous = entry.digest
        yield entry
