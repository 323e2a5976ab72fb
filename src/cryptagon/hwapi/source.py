"""Random cases with the answers of a cipher, and the message that a case becomes."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cryptagon.errors import CryptagonError
from cryptagon.hwapi.expansion import ciphertext_bytes, is_padded, marker
from cryptagon.hwapi.message import Cipher, HardwareAlgorithm, Message
from cryptagon.hwapi.transaction import check_secret


@dataclass(frozen=True)
class Case:
    """What goes into one encryption; `nsec` is empty where there is no secret message number."""

    key: bytes
    nonce: bytes
    ad: bytes
    plaintext: bytes
    nsec: bytes = b""

    @property
    def text(self) -> bytes:
        """What a `Cipher` encrypts: the plaintext behind the secret message number."""
        return self.nsec + self.plaintext


@dataclass(frozen=True)
class Source:
    """Random cases for an algorithm, answered by its cipher."""

    algorithm: HardwareAlgorithm
    cipher: Cipher
    random: random.Random

    def key(self) -> bytes:
        """A new key."""
        return self.random.randbytes(self.algorithm.sizes.key // 8)

    def case(self, key: bytes, lengths: tuple[int, int]) -> Case:
        """Numbers and content of a message; `lengths`: bytes of AD and of data."""
        sizes = self.algorithm.sizes
        nonce, ad, plaintext, nsec = (
            self.random.randbytes(length) for length in (sizes.npub // 8, *lengths, sizes.nsec // 8)
        )
        return Case(key, nonce, ad, plaintext, nsec)

    def message(self, key: bytes, lengths: tuple[int, int], decrypt: bool, label: str) -> Message:
        """A message with numbers and content of its own; `lengths`: bytes of AD and of data."""
        return answered(self.algorithm, self.cipher, self.case(key, lengths), decrypt, label)


def answered(
    algorithm: HardwareAlgorithm, cipher: Cipher, case: Case, decrypt: bool, label: str
) -> Message:
    """The message of a case, with the answer of a cipher.

    Raises CryptagonError where the secret message number has not the algorithm's length.
    """
    check_secret(algorithm, case.nsec, label)
    sealed = cipher.encrypt(case.key, case.nonce, case.ad, case.text)
    return message_of(algorithm, case, sealed, decrypt, label)


def message_of(
    algorithm: HardwareAlgorithm, case: Case, sealed: bytes, decrypt: bool, label: str
) -> Message:
    """The message of a case; `sealed` is encrypted secret message number || ciphertext || tag ||
    marker.

    Raises CryptagonError where its length or its marker does not belong to the plaintext, and where
    the secret message number has not the algorithm's length.
    """
    check_secret(algorithm, case.nsec, label)
    encrypted_nsec, sealed = sealed[: len(case.nsec)], sealed[len(case.nsec) :]
    length, tag_bytes = len(case.plaintext), algorithm.sizes.tag // 8
    padded = algorithm.padding.expands and is_padded(algorithm, length)
    text, end = ciphertext_bytes(algorithm, length), marker(algorithm, padded)
    if len(sealed) != text + tag_bytes + len(end):
        raise CryptagonError(
            f"{length} bytes of plaintext and a tag of {algorithm.sizes.tag} bits do not make {len(sealed)} bytes",
            where=label,
        )
    if not sealed.endswith(end):
        raise CryptagonError(
            f"the last byte of a ciphertext of {length} bytes of plaintext is {sealed[-1]}, not {end[0]}",
            where=label,
            why="it says whether the plaintext was padded",
        )
    ciphertext, tag = sealed[:text], sealed[text : text + tag_bytes]
    data, expected = (ciphertext, case.plaintext) if decrypt else (case.plaintext, ciphertext)
    numbers = (encrypted_nsec, case.nsec) if decrypt else (case.nsec, encrypted_nsec)
    return Message(
        case.key,
        case.nonce,
        case.ad,
        data,
        tag,
        decrypt,
        True,
        expected,
        padded=padded,
        marker=end,
        nsec=numbers[0],
        expected_nsec=numbers[1],
        label=label,
    )


def keep_keys(messages: Sequence[Message]) -> list[Message]:
    """The same messages, the key loaded only before the first and where it changes.

    A message to hash that has no key leaves the one in force.
    """
    found = []
    key = b""
    for message in messages:
        brought = message.key or key
        found.append(replace(message, new_key=brought != key))
        key = brought
    return found
