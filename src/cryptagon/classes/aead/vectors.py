"""Test vectors for one algorithm: the modes of the field, answered by its reference software, as
files.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptagon import hwapi
from cryptagon.catalog import Algorithm
from cryptagon.classes.aead.hashing import hash_tests, known_hashes
from cryptagon.classes.aead.known_answers import known_answer_files, known_answers
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Message
from cryptagon.interfaces import Interface
from cryptagon.kat import KatRecord, file_name, write_kat
from cryptagon.reference import ReferenceCipher


@dataclass(frozen=True)
class Request:
    """What to make: `count` messages with up to `max_ad` and `max_data` bytes (random, segments,
    forged), all random choices by `seed`.
    """

    mode: str
    count: int = 20
    seed: int = 1
    max_ad: int = 80
    max_data: int = 80
    kat: tuple[Path, ...] = ()


Maker = Callable[[Algorithm, ReferenceCipher, Request], list[Message]]


def _random(algorithm: Algorithm, cipher: ReferenceCipher, wanted: Request) -> list[Message]:
    limits = {"max_ad": wanted.max_ad, "max_data": wanted.max_data}
    return hwapi.random_messages(algorithm, cipher, wanted.count, seed=wanted.seed, **limits)


def _segments(algorithm: Algorithm, cipher: ReferenceCipher, wanted: Request) -> list[Message]:
    return hwapi.multi_segment(algorithm, _random(algorithm, cipher, wanted), seed=wanted.seed)


def _forged(algorithm: Algorithm, cipher: ReferenceCipher, wanted: Request) -> list[Message]:
    return hwapi.known_outputs(
        algorithm,
        hwapi.forgeries(_random(algorithm, cipher, wanted), seed=wanted.seed, cipher=cipher),
    )


def _benchmark(algorithm: Algorithm, cipher: ReferenceCipher, wanted: Request) -> list[Message]:
    lengths = [*hwapi.benchmark_lengths(), *hwapi.block_pairs(algorithm.sizes, (16, 32))]
    directions = (
        hwapi.sized_messages(algorithm, cipher, lengths, decrypt=decrypt, seed=wanted.seed)
        for decrypt in (False, True)
    )
    return hwapi.keep_keys([message for messages in directions for message in messages])


def _hash(algorithm: Algorithm, _: ReferenceCipher, wanted: Request) -> list[Message]:
    lengths = hwapi.generator_hash_lengths(algorithm.sizes.block // 8)
    return _hashes(algorithm).of_lengths(lengths, seed=wanted.seed, label="hash")


def _combined(algorithm: Algorithm, cipher: ReferenceCipher, wanted: Request) -> list[Message]:
    return hwapi.combined_messages(algorithm, cipher, _hashes(algorithm), seed=wanted.seed)


def _hashes(algorithm: Algorithm) -> hwapi.KnownHashes:
    """The hash function. Raises CryptagonError where the algorithm has none."""
    tests = hash_tests(algorithm)
    if tests is None:
        raise CryptagonError(
            f"{algorithm.name} has no hash function",
            where=str(algorithm.file),
            fix="choose another mode, or an algorithm with a table [hash], such as ascon_aead128",
        )
    return known_hashes(tests)


# mode: (what it holds, how it is made)
MODES: dict[str, tuple[str, Maker]] = {
    "kat": (
        "known answers, encrypted and decrypted",
        lambda algorithm, _, wanted: hwapi.messages_from_kat(
            algorithm, known_answers(known_answer_files(algorithm, wanted.kat))
        ),
    ),
    "random": ("random lengths, directions and key changes", _random),
    "corners": (
        "all pairs of lengths at which blocks and padding change",
        lambda algorithm, cipher, wanted: hwapi.corner_messages(
            algorithm, cipher, seed=wanted.seed
        ),
    ),
    "key-reuse": (
        "several messages under each key",
        lambda algorithm, cipher, wanted: hwapi.key_reuse_messages(
            algorithm, cipher, seed=wanted.seed
        ),
    ),
    "segments": ("random messages cut into several segments", _segments),
    "forged": (
        "one flipped bit in tag, data, AD or a message number; all must come back FAILURE",
        _forged,
    ),
    "hash": (
        "messages to hash, of the lengths of cryptotvgen --gen_hash",
        _hash,
    ),
    "combined": (
        "encryption, decryption and hash in turn, as cryptotvgen --gen_test_combined",
        _combined,
    ),
    "benchmark": ("16, 64 and 1536 bytes, and pairs of block counts for the slope", _benchmark),
}


def make_messages(algorithm: Algorithm, cipher: ReferenceCipher, wanted: Request) -> list[Message]:
    """The messages of one mode.

    Raises CryptagonError where the reference or a KAT file is at fault.
    """
    return MODES[wanted.mode][1](algorithm, cipher, wanted)


def write_vectors(
    folder: Path,
    algorithm: Algorithm,
    messages: Sequence[Message],
    around: Interface,
    bus: Mapping[str, int],
) -> list[Path]:
    """Write pdi.txt, sdi.txt, do.txt of an interface, and the authentic messages as a KAT file
    (which has no way to say that one is forged, nor has it digests).

    Raises CryptagonError for messages to hash where the interface does not serve them.
    """
    if any(message.hashes for message in messages) and not around.serves_hash:
        raise CryptagonError(
            f"units of the {around.title} take no messages to hash",
            fix="take the interface lwc-1.2",
        )
    files = list(around.write_vectors(folder, algorithm, messages, bus))
    records = _records(messages)
    if records:
        files.append(folder / file_name(algorithm.sizes.key, algorithm.sizes.npub))
        write_kat(files[-1], records)
    return files


def _records(messages: Sequence[Message]) -> list[KatRecord]:
    """The authentic messages, each once, whichever way round it goes through the hardware."""
    distinct: dict[tuple[bytes, ...], None] = {}
    for message in messages:
        if message.authentic and not message.hashes:
            plaintext, nsec = (
                (message.expected, message.expected_nsec)
                if message.decrypt
                else (message.data, message.nsec)
            )
            distinct[message.key, message.nonce, plaintext, message.ad, message.sealed, nsec] = None
    return [KatRecord(count, *fields) for count, fields in enumerate(distinct, start=1)]
