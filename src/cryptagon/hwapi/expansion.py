"""Ciphertext that is longer than its plaintext: the padding of data is encrypted with it
(docs/hardware-api.md, `expands` under `[padding]`).
"""

from cryptagon.errors import CryptagonError
from cryptagon.hwapi.message import HardwareAlgorithm, Message, PaddingRules

_ALL_CASES = frozenset({"incomplete", "complete", "empty"})


def is_padded(algorithm: HardwareAlgorithm, length: int) -> bool:
    """Whether `length` bytes of data are padded before encryption."""
    padding, block = algorithm.padding, algorithm.sizes.block // 8
    case = "empty" if length == 0 else "incomplete" if length % block else "complete"
    return padding.style != "none" and case in padding.data


def ciphertext_bytes(algorithm: HardwareAlgorithm, length: int) -> int:
    """The bytes of the ciphertext of `length` bytes of plaintext, tag not counted."""
    block = algorithm.sizes.block // 8
    if algorithm.padding.expands and is_padded(algorithm, length):
        return (length // block + 1) * block
    return length


def is_ciphertext(algorithm: HardwareAlgorithm, length: int) -> bool:
    """Whether a ciphertext may have `length` bytes, tag not counted."""
    return not algorithm.padding.expands or (
        length > 0 and length % (algorithm.sizes.block // 8) == 0
    )


def padded(algorithm: HardwareAlgorithm, plaintext: bytes) -> bytes:
    """The plaintext as it is encrypted: with its padding, where that makes ciphertext longer."""
    size = ciphertext_bytes(algorithm, len(plaintext))
    return (plaintext + b"\x80").ljust(size, b"\0") if size > len(plaintext) else plaintext


def marker(algorithm: HardwareAlgorithm, is_padded: bool) -> bytes:
    """What software appends to the tag, so that a receiver knows whether there is padding to take
    off: a byte, 1 if there is, where not every ciphertext has some; else nothing.

    In hardware the Partial flag of the last segment says the same.
    """
    return bytes([is_padded]) if has_marker(algorithm.padding) else b""


def has_marker(padding: PaddingRules) -> bool:
    """Whether software appends a byte to the tag (`marker`)."""
    return padding.expands and padding.data != _ALL_CASES


def released(algorithm: HardwareAlgorithm, message: Message) -> bytes:
    """What of a message's output leaves the unit: all but the last block of a padded ciphertext
    that is forged.
    """
    if message.authentic or not (message.decrypt and message.padded):
        return message.expected
    return message.expected[: len(message.data) - algorithm.sizes.block // 8]


def check_expansion(algorithm: HardwareAlgorithm, message: Message) -> None:
    """Raises CryptagonError where input, output and `padded` of a message do not belong together."""
    data, expected = len(message.data), len(message.expected)
    plaintext, ciphertext = (expected, data) if message.decrypt else (data, expected)
    if not is_ciphertext(algorithm, ciphertext):
        raise CryptagonError(
            f"{ciphertext} bytes are no ciphertext of {algorithm.name}",
            where=message.label,
            why=f"it has whole blocks of {algorithm.sizes.block // 8} bytes, at least one",
        )
    if message.decrypt and not message.authentic and algorithm.padding.expands:
        return  # nobody knows how long a forged plaintext is
    if ciphertext != ciphertext_bytes(algorithm, plaintext):
        raise CryptagonError(
            f"the output of a message must be as long as its input, but for padding that is encrypted: {expected} and {data} bytes",
            where=message.label,
        )
    if message.padded != (algorithm.padding.expands and is_padded(algorithm, plaintext)):
        raise CryptagonError(
            f"a message of {plaintext} bytes is marked wrongly",
            where=message.label,
            why=f"`padded` is {message.padded}",
            fix="`padded` is True where the ciphertext holds padding",
        )
