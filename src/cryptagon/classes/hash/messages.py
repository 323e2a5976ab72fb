"""What goes through a hash core in a verification: known answers, and messages of every kind that
the reference software answers.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cryptagon.catalog import StreamPort
from cryptagon.classes.hash.model import Hash
from cryptagon.interfaces.hash_interface import HashInterface
from cryptagon.interfaces.sha3 import HashMessage
from cryptagon.simulate import STALL_MODES

Digest = Callable[[bytes], bytes]

ALL, SOME = tuple(STALL_MODES), ("none", "both")
LONG, LONGER = (16, 80, 300, 700), (4_096, 20_000)
"""Blocks of long messages."""

MANY = 300
"""Short messages in a row: beyond a counter of 8 bits."""


@dataclass(frozen=True)
class CoreMessage:
    """A message as a HashCore takes it: padded blocks in, its digest out."""

    algorithm: Hash
    message: HashMessage

    @property
    def title(self) -> str:
        """That of the message."""
        return self.message.title

    def items(self, port: StreamPort) -> list[dict[str, int]]:
        """The items of `block` or of `digest`."""
        return (
            list(self._blocks())
            if port.direction == "in"
            else [{"data": int.from_bytes(self.message.digest, "big")}]
        )

    def _blocks(self) -> Iterator[dict[str, int]]:
        size, length = self.algorithm.block_bytes, len(self.message.data)
        padded = self.algorithm.padding.padded(self.message.data, size)
        for start in range(0, len(padded), size):
            content = int.from_bytes(padded[start : start + size], "big")
            yield {
                "last": int(start + size == len(padded)),
                "bytes": max(0, min(size, length - start)),
                "data": content,
            }


@dataclass(frozen=True)
class MessageSet:
    """Messages that go through together in each of the stall `modes`; where `special`, also in
    those for few messages.

    `chance`: another seed makes other messages. `unit`: only a unit takes them, since the core sees
    neither segments nor lengths.
    """

    name: str
    messages: Sequence[HashMessage]
    modes: tuple[str, ...] = ALL
    special: bool = False
    chance: bool = False
    unit: bool = False


def message_sets(
    algorithm: Hash,
    known: Sequence[HashMessage],
    digest: Digest,
    around: HashInterface | None,
    *,
    seed: int,
    thorough: bool,
) -> list[MessageSet]:
    """All of a verification; `digest` is the reference software, `around` the interface of a unit,
    where there is one, which says what only a unit takes. Raises what `digest` raises.
    """
    block, rng = algorithm.block_bytes, random.Random(seed)

    def whole(*lengths: int) -> list[HashMessage]:
        return [HashMessage.whole(data, digest(data)) for data in map(rng.randbytes, lengths)]

    shapes = whole(0, 1, block - 1, 2 * block + 3, block, 5)
    long = (*LONG, *LONGER) if thorough else LONG
    sets = [
        MessageSet("known answers", known),
        MessageSet("shapes", shapes, special=True),
        MessageSet("every length up to two blocks", whole(*range(2 * block + 2)), SOME),
        MessageSet(
            "long messages",
            whole(*(blocks * block + rng.randrange(block) for blocks in long)),
            SOME,
            chance=True,
        ),
        MessageSet(
            "many messages",
            whole(*(rng.choice((0, 1, block, rng.randrange(2 * block))) for _ in range(MANY))),
            SOME,
            chance=True,
        ),
    ]
    if around:
        lengths = [rng.randrange(4 * block) for _ in range(60)]
        cut = [around.cut(message, block, rng) for message in whole(*lengths)]
        sets.append(MessageSet("segments", cut, chance=True, unit=True))
        cut = [around.cut(message, block, rng) for message in shapes * 3]
        spoilt = around.refused(cut, algorithm, rng)
        sets.append(MessageSet("refused", spoilt, special=True, chance=True, unit=True))
    return (
        [MessageSet(one.name, one.messages, ALL, True, one.chance, one.unit) for one in sets]
        if thorough
        else sets
    )
