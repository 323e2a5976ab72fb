"""Messages that only a unit takes: cut into segments, and those that it must refuse."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cryptagon.hwapi import SegmentType
from cryptagon.hwapi.words import HASH
from cryptagon.interfaces.lwc_hash.words import EOI, EOT, LAST, SpoiltMessage
from cryptagon.interfaces.sha3.words import HashMessage, Segment

ACTIVATE_KEY = 0x7
WORD_BYTES = 4
"""Segments that hold words of 32 bits hold those of 8 and 16, too."""

RIGHT = SegmentType.HASH_MESSAGE << 4


@dataclass(frozen=True)
class Fault:
    """What is wrong with a message: its instruction, or the headers of its two segments."""

    text: str
    code: int = HASH
    headers: tuple[int, int] = (RIGHT, RIGHT | EOI | EOT | LAST)
    first: int = 2 * WORD_BYTES
    """Bytes of the first segment."""


def faults() -> list[Fault]:
    """Every reason for which any unit refuses a message."""
    last = RIGHT | EOI | EOT | LAST
    codes = set(range(16)) - {HASH, ACTIVATE_KEY}
    types = set(range(16)) - {SegmentType.HASH_MESSAGE}
    return [
        *(Fault(f"instruction {code:x}", code) for code in sorted(codes)),
        *(Fault(f"type {kind:x}", headers=(kind << 4, last)) for kind in sorted(types)),
        *(
            Fault(f"type {kind:x} at the end", headers=(RIGHT, kind << 4 | EOI | EOT | LAST))
            for kind in sorted(types)
        ),
        Fault("EOT before the end", headers=(RIGHT | EOT, last)),
        Fault("Last without EOT", headers=(RIGHT, RIGHT | EOI | LAST)),
        Fault("an empty segment before the last", first=0),
    ]


def cut(message: HashMessage, block: int, rng: random.Random) -> HashMessage:
    """The message in up to eight segments, each but the last of whole words, and the last one
    empty at times.
    """
    data = message.data
    places = range(WORD_BYTES, len(data) + 1, WORD_BYTES)
    likely = [*places, *(place for place in places if place % block == 0)]
    count = min(rng.randint(1, 7), len(likely))
    ends = [0, *sorted(set(rng.sample(likely, count))), len(data)]
    segments = tuple(Segment(data[start:end]) for start, end in pairwise(ends))
    return HashMessage(
        f"{len(data)} bytes in segments of {', '.join(str(len(one.data)) for one in segments)}",
        segments,
        message.digest,
    )


def refused(messages: Sequence[HashMessage], rng: random.Random) -> list[HashMessage]:
    """The messages, again and again, and before each of them one with a fault: each fault once, or
    more often.
    """
    reasons = faults()
    found: list[HashMessage] = []
    for number in range(max(len(reasons), len(messages))):
        found += [spoilt(reasons[number % len(reasons)], rng), messages[number % len(messages)]]
    return found


def spoilt(fault: Fault, rng: random.Random) -> SpoiltMessage:
    """A message of two segments with that fault."""
    segments = Segment(rng.randbytes(fault.first)), Segment(rng.randbytes(rng.randint(0, 40)))
    return SpoiltMessage(f"refused: {fault.text}", segments, b"", fault.code, fault.headers)
