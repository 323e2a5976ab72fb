"""What a core is driven by: sessions, each a key with the blocks that are worked on under it."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cryptagon.catalog import StreamPort
from cryptagon.classes.block.known_answers import BlockRecord

# (key, decrypt, block) gives the block that comes of it.
Answers = Callable[[Sequence[tuple[int, int, int]]], list[int]]

LONG = 320
"""Blocks in a long session: beyond a counter of eight bits."""


@dataclass(frozen=True)
class Task:
    """A block that goes in, whether it is to be decrypted, and what must come of it."""

    decrypt: int
    block: int
    result: int


@dataclass(frozen=True)
class Session:
    """A key, which the first of the `tasks` brings, and the tasks under it."""

    title: str
    key: int
    tasks: tuple[Task, ...]

    def items(self, port: StreamPort) -> list[dict[str, int]]:
        """The items of a port, as values by field."""
        if port.name == "key":
            return [{"data": self.key}]
        if port.name == "result":
            return [{"data": task.result} for task in self.tasks]
        return [
            {"new_key": int(number == 0), "decrypt": task.decrypt, "data": task.block}
            for number, task in enumerate(self.tasks)
        ]


def of_records(records: Iterable[BlockRecord]) -> list[Session]:
    """Each known answer: one block under a new key, each way; then in every order of directions,
    and one direction several times.
    """
    sessions = []
    for record in records:
        ways = (
            Task(0, record.plaintext, record.ciphertext),
            Task(1, record.ciphertext, record.plaintext),
        )
        title = f"record {record.count}{f' ({record.source})' if record.source else ''}"
        for name, order in (
            ("encrypted", (0,)),
            ("decrypted", (1,)),
            ("both ways", (0, 1, 0, 0)),
            ("back and forth", (1, 0, 1, 1, 0)),
        ):
            sessions.append(
                Session(f"{title}, {name}", record.key, tuple(ways[way] for way in order))
            )
    return sessions


def long_ones(
    records: Sequence[BlockRecord], bits: int, answers: Answers, *, seed: int
) -> list[Session]:
    """Many random blocks of `bits` bits under one key, answered by the reference: encrypted,
    decrypted, in turns, and as chance has it.
    """
    chance = random.Random(f"blocks {seed}")
    ways: dict[str, Callable[[int], int]] = {
        "encrypted": lambda _: 0,
        "decrypted": lambda _: 1,
        "in turns": lambda number: number % 2,
        "as chance has it": lambda _: chance.getrandbits(1),
    }
    sessions = []
    for title, way in ways.items():
        key = chance.choice(records).key
        asked = [(key, way(number), chance.getrandbits(bits)) for number in range(LONG)]
        sessions.append(_answered(f"{LONG} blocks {title}", asked, answers))
    return sessions


def encrypted(
    record: BlockRecord, blocks: int, bits: int, answers: Answers, *, seed: int
) -> Session:
    """Random blocks of `bits` bits, encrypted under the key of a known answer; `answers` are the
    reference's.
    """
    chance = random.Random(f"encrypted {seed} {blocks}")
    asked = [(record.key, 0, chance.getrandbits(bits)) for _ in range(blocks)]
    return _answered(f"{blocks} blocks encrypted", asked, answers)


def _answered(title: str, asked: Sequence[tuple[int, int, int]], answers: Answers) -> Session:
    tasks = tuple(
        Task(decrypt, block, result) for (_, decrypt, block), result in zip(asked, answers(asked))
    )
    return Session(title, asked[0][0], tasks)


def in_a_row(record: BlockRecord, blocks: int, *, decrypt: int) -> Session:
    """A known answer again and again under its key."""
    task = (
        Task(1, record.ciphertext, record.plaintext)
        if decrypt
        else Task(0, record.plaintext, record.ciphertext)
    )
    return Session(f"{blocks} blocks in a row", record.key, (task,) * blocks)
