"""Messages that only a unit takes: cut into segments, and those that it must refuse."""

import random
from collections.abc import Sequence
from itertools import pairwise

from cryptagon.interfaces.hash_interface import HashFunction
from cryptagon.interfaces.sha3.words import LENGTH_BITS, HashMessage, Segment


def cut(message: HashMessage, block: int, rng: random.Random) -> HashMessage:
    """The message cut into up to eight segments: anywhere, at a block's end, at a word's end, empty
    ones.
    """
    data = message.data
    wanted = [
        rng.choice((0, len(data), block, 8 * rng.randrange(block), rng.randint(0, len(data))))
        for _ in range(rng.randint(1, 7))
    ]
    places = [0, *sorted(min(place, len(data)) for place in wanted), len(data)]
    segments = tuple(Segment(data[start:end]) for start, end in pairwise(places))
    return HashMessage(
        f"{len(data)} bytes in segments of {', '.join(str(len(one.data)) for one in segments)}",
        segments,
        message.digest,
    )


def refused(
    messages: Sequence[HashMessage], algorithm: HashFunction, rng: random.Random
) -> list[HashMessage]:
    """The messages, again and again, and before each of them one that must be refused: for every
    reason once, or more often.

    Reasons are 1 to 7 bits less than whole bytes, and each bit of a header between the length and
    the mark of the last segment.
    """
    reasons = [(bits, 0) for bits in range(1, 8)] + [
        (0, 1 << place) for place in range(algorithm.bus.get("w", 64) - LENGTH_BITS - 1)
    ]
    count = max(len(reasons), len(messages))
    pairs = (
        (messages[number % len(messages)], reasons[number % len(reasons)])
        for number in range(count)
    )
    return [
        each
        for message, reason in pairs
        for each in (_spoilt(message, *reason, algorithm, rng), message)
    ]


def _spoilt(
    message: HashMessage, less: int, above: int, algorithm: HashFunction, rng: random.Random
) -> HashMessage:
    """The message with one more segment, which has `less` bits than its bytes and `above` in its
    header.
    """
    data = rng.randbytes(rng.randint(1, 2 * algorithm.sizes.block // 8))
    bad = Segment(data, 8 * len(data) - less, above)
    segments = list(message.segments)
    segments.insert(rng.randint(0, len(segments)), bad)
    return HashMessage(
        f"refused: a segment of {bad.length} bits, header {above:#x} above it", tuple(segments), b""
    )
