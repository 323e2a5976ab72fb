"""Which messages a verification sends, and under which stall modes each set of them goes through a
core.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cryptagon import hwapi
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Cipher, HardwareAlgorithm, KnownAnswer, KnownHashes, Message
from cryptagon.simulate.stalls import STALL_MODES

RANDOM_MESSAGES = 100
SAMPLE = 400
"""Messages of known answers, beyond which not all are forged and cut into segments."""
ALL = tuple(STALL_MODES)
SOME = ("none", "both")
ONE = ("none",)
QUICK = (
    "known answers",
    "forgeries",
    "random messages",
    "key reuse",
    "every bit of the tag",
    "digests",
    "digests between messages",
    "segments",
)
"""The sets for a first impression."""


@dataclass(frozen=True)
class MessageSet:
    """Messages that go through a core in one run.

    `modes`: names of STALL_MODES; `special`: whether under the special modes, too; `chance`:
    whether a further seed is worth a further run.
    """

    name: str
    messages: list[Message]
    modes: tuple[str, ...] = ALL
    special: bool = False
    chance: bool = False


def verification_sets(
    algorithm: HardwareAlgorithm,
    records: Sequence[KnownAnswer],
    cipher: Cipher | None,
    *,
    seed: int,
    hashes: KnownHashes | None = None,
    segmented: bool = True,
    thorough: bool = False,
    quick: bool = False,
) -> list[MessageSet]:
    """The sets of messages of a verification, the quickest to fail first.

    The records encrypted and decrypted; forgeries of each part of them, or of a sample; where there
    is a reference, also what `_answered` names; where there are `hashes`, what `_hashed` names;
    where `segmented`, that sample and random messages
    again, in several segments. `thorough`: more messages, and every set under every mode. `quick`:
    the sets of QUICK alone, with and without stalls. Raises CryptagonError where nothing is left to
    check.
    """
    known = hwapi.messages_from_kat(algorithm, records)
    few = known if thorough else _sample(known)
    sets = [
        MessageSet("known answers", known),
        MessageSet("forgeries", hwapi.forgeries_between(few, seed=seed, cipher=cipher), SOME),
    ]
    if cipher:
        sets += _answered(algorithm, cipher, seed, thorough, QUICK if quick else ())
    if cipher and hashes:
        sets += _hashed(algorithm, cipher, hashes, seed, thorough)
    if segmented:
        cut = ("random messages", "digests between messages", "digests of every length")
        whole = [*few, *(message for one in sets if one.name in cut for message in one.messages)]
        sets.append(
            MessageSet("segments", hwapi.multi_segment(algorithm, whole, seed=seed), chance=True)
        )
    filled = [
        replace(one, messages=hwapi.known_outputs(algorithm, one.messages))
        for one in sets
        if one.messages
    ]
    if not filled:
        raise CryptagonError(
            f"there is nothing to verify {algorithm.name} with",
            fix="give known answers, or a reference implementation",
        )
    if quick:
        return [replace(one, modes=SOME, special=False) for one in filled if one.name in QUICK]
    return (
        [replace(one, modes=ALL, special=not _long(one)) for one in filled] if thorough else filled
    )


def _sample(known: list[Message]) -> list[Message]:
    """At most about SAMPLE messages out of all, in their order; pairs stay together, as each record
    is encrypted and then decrypted.
    """
    step = -(-len(known) // SAMPLE)
    chosen = [
        message
        for start in range(0, len(known), 2 * max(step, 1))
        for message in known[start : start + 2]
    ]
    return hwapi.keep_keys(chosen)  # the message that brought a key may be left out


def _answered(
    algorithm: HardwareAlgorithm, cipher: Cipher, seed: int, thorough: bool, only: Collection[str]
) -> list[MessageSet]:
    """What the reference answers: shapes, corners of lengths, chance, keys, every bit of a forged
    tag, long messages and counters.
    """
    block = algorithm.sizes.block // 8
    mixed = hwapi.random_messages(
        algorithm, cipher, RANDOM_MESSAGES * (10 if thorough else 1), seed=seed
    )
    (victim,) = hwapi.sized_messages(
        algorithm, cipher, [(2 * block + 3, 2 * block + 3)], decrypt=True, seed=seed
    )

    def made(make: Callable[..., list[Message]], **more: bool) -> list[Message]:
        return make(algorithm, cipher, seed=seed, **more)

    makers: dict[str, tuple[Callable[[], list[Message]], dict[str, Any]]] = {
        "shapes": (
            lambda: _with_forged_tags(made(hwapi.shape_messages), seed, cipher),
            {"modes": ONE, "special": True, "chance": True},
        ),
        "length corners": (lambda: made(hwapi.corner_messages), {}),
        "random messages": (lambda: mixed, {"chance": True}),
        "random forgeries": (
            lambda: hwapi.forgeries_between(mixed, seed=seed, cipher=cipher),
            {"modes": SOME, "chance": True},
        ),
        "key reuse": (lambda: made(hwapi.key_reuse_messages), {"special": True, "chance": True}),
        "every bit of the tag": (
            lambda: _forged_tags(algorithm, victim, cipher, seed),
            {"modes": ONE},
        ),
        "every byte": (
            lambda: hwapi.byte_forgeries(victim, seed=seed, cipher=cipher),
            {"modes": ONE},
        ),
        "confusions": (lambda: hwapi.confusions(algorithm, victim, cipher), {"modes": SOME}),
        "many messages": (lambda: made(hwapi.many_messages), {"modes": SOME, "chance": True}),
        "long messages": (lambda: made(hwapi.long_messages), {"modes": SOME}),
        "counter boundaries": (
            lambda: made(hwapi.boundary_messages, thorough=thorough),
            {"modes": SOME},
        ),
    }
    return [
        MessageSet(name, make(), **how)
        for name, (make, how) in makers.items()
        if not only or name in only
    ]


def _forged_tags(
    algorithm: HardwareAlgorithm, victim: Message, cipher: Cipher, seed: int
) -> list[Message]:
    """The victim with forged tags; where plaintext hangs on the tag, also one without data: with
    data a forged tag changes the tag that it is compared with, and hides a bit that is not compared.
    """
    victims = [victim]
    if hwapi.decrypts_by_tag(algorithm):
        lengths = [(len(victim.ad), 0)]
        victims += hwapi.sized_messages(algorithm, cipher, lengths, decrypt=True, seed=seed)
    return hwapi.keep_keys(
        [forged for one in victims for forged in hwapi.tag_forgeries(one, cipher=cipher)]
    )


def _hashed(
    algorithm: HardwareAlgorithm, cipher: Cipher, hashes: KnownHashes, seed: int, thorough: bool
) -> list[MessageSet]:
    """What a core answers that has a hash function, too: known answers, every length up to two
    blocks, long messages; and messages to hash before, between and behind those of the cipher.
    """
    assert algorithm.hash  # there are hashes
    block = algorithm.hash.block // 8
    count = RANDOM_MESSAGES * (10 if thorough else 1)
    random_ones = hwapi.random_messages(algorithm, cipher, count, seed=seed)
    mixed = _with_forged_tags(random_ones, seed, cipher)
    long = [blocks * block + blocks % block for blocks in hwapi.HASH_LONG_BLOCKS]
    return [
        MessageSet("digests", hashes.messages),
        MessageSet(
            "digests around messages",
            hwapi.hash_shapes(algorithm, cipher, hashes, block, seed=seed),
            special=True,
            chance=True,
        ),
        MessageSet(
            "digests of every length",
            hashes.of_lengths(range(2 * block + 2), seed=seed, label="every length"),
            SOME,
        ),
        MessageSet(
            "digests between messages",
            hwapi.among(mixed, hashes, block, seed=seed),
            chance=True,
        ),
        MessageSet("long digests", hashes.of_lengths(long, seed=seed, label="long"), SOME),
    ]


def _with_forged_tags(messages: list[Message], seed: int, cipher: Cipher) -> list[Message]:
    """The messages, and after each decryption the same one with a bit of its tag flipped, so that
    both verdicts are met everywhere.
    """
    found = []
    for message in messages:
        found += [message, *hwapi.forgeries([message], seed=seed, cipher=cipher)[:1]]
    return hwapi.keep_keys(found)


def _long(one: MessageSet) -> bool:
    """Whether the set takes so long that pauses before every item would take hours."""
    return one.name in ("long messages", "counter boundaries", "long digests")
