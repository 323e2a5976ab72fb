"""Messages that must come back FAILURE, and authentic ones right behind them."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal

from cryptagon.errors import CryptagonError
from cryptagon.hwapi.expansion import has_marker, is_ciphertext, marker
from cryptagon.hwapi.message import Cipher, HardwareAlgorithm, Message
from cryptagon.hwapi.source import keep_keys

Part = Literal["tag", "data", "ad", "nonce", "nsec"]
PARTS: tuple[Part, ...] = ("tag", "data", "ad", "nonce", "nsec")


def forgeries(
    messages: Iterable[Message], *, seed: int, cipher: Cipher | None = None
) -> list[Message]:
    """For each message that decrypts: one copy a part (tag, data, AD, nonce, encrypted secret
    message number) with one bit of that part flipped. All must come back FAILURE.

    Where `cipher` is given, it must reject them too; CryptagonError if it accepts one. The
    plaintext that leaves before the verdict is known only when the tag was flipped.
    """
    return _rejected((forged for _, group in _groups(messages, seed) for forged in group), cipher)


def forgeries_between(
    messages: Iterable[Message], *, seed: int, cipher: Cipher | None = None
) -> list[Message]:
    """The forgeries of each message, and authentic messages between them: a core must be right
    again after it has rejected.

    After the first forgery of a message comes the message itself, after its last one the same
    message encrypted.
    """
    found = []
    for message, group in _groups(messages, seed):
        first, *rest = _rejected(group, cipher)
        found += [first, message, *rest, _encrypted(message)]
    return keep_keys(found)


def decrypts_by_tag(algorithm: HardwareAlgorithm) -> bool:
    """Whether plaintext hangs on the tag, as it does in two passes."""
    return algorithm.interface.two_pass or algorithm.interface.decrypts_by_tag


def known_outputs(algorithm: HardwareAlgorithm, messages: Iterable[Message]) -> list[Message]:
    """The messages, the output of forged ones open where the algorithm decrypts by the tag."""
    return [
        replace(message, output_known=False)
        if decrypts_by_tag(algorithm) and not message.authentic
        else message
        for message in messages
    ]


def tag_forgeries(message: Message, *, cipher: Cipher | None = None) -> list[Message]:
    """A decryption with each bit of its tag flipped once; then with changes that a folded
    comparison takes for none.

    Those are two neighbouring bits, the same bit of two bytes and of the two halves, all bits, the
    bytes in reverse order, and tags of zeros and of ones alone. Raises CryptagonError as
    `forgeries` does.
    """
    bits = 8 * len(message.tag)
    masks = [1 << bit for bit in reversed(range(bits))]
    pairs = [
        (bit, (bit + step) % bits)
        for step in (1, 8, bits // 2)
        for bit in range(0, bits, bits // 8 + 1)
    ]
    masks += [1 << one | 1 << other for one, other in pairs] + [(1 << bits) - 1]
    found = [
        _with_tag(
            message, (int.from_bytes(message.tag, "big") ^ mask).to_bytes(len(message.tag), "big")
        )
        for mask in masks
    ]
    constant = [bytes(len(message.tag)), b"\xff" * len(message.tag), message.tag[::-1]]
    found += [_with_tag(message, tag) for tag in constant if tag != message.tag]
    return keep_keys(_rejected(found, cipher))


def byte_forgeries(message: Message, *, seed: int, cipher: Cipher | None = None) -> list[Message]:
    """A decryption with one bit flipped in each byte of its nonce, AD, data and encrypted secret
    message number.

    Raises CryptagonError as `forgeries` does.
    """
    source = random.Random(seed)
    places: list[tuple[Part, int]] = [
        (part, byte) for part in PARTS[1:] for byte in range(len(getattr(message, part)))
    ]
    return keep_keys(
        _rejected(
            [_flipped(message, part, 8 * byte + source.randrange(8)) for part, byte in places],
            cipher,
        )
    )


def confusions(algorithm: HardwareAlgorithm, message: Message, cipher: Cipher) -> list[Message]:
    """A decryption with bytes added, dropped, moved between AD and data, and with blocks of data's
    size swapped or doubled.

    What lengths and order do to the tag. `cipher` says what must come back: a weak one may accept
    some of them. What no ciphertext of the algorithm can be is left out. Where a ciphertext tells
    whether it is padded, also one that tells the other.
    """
    block = algorithm.sizes.block // 8
    ad, data = message.ad, message.data
    found = [(f"{name} of the AD", changed, data) for name, changed in _changes(ad, block)]
    found += [(f"{name} of the data", ad, changed) for name, changed in _changes(data, block)]
    found += [
        ("a byte moved from AD to data", ad[:-1], ad[-1:] + data),
        ("a byte moved from data to AD", ad + data[:1], data[1:]),
    ]
    judged = [
        _judged(message, *one, cipher)
        for one in found
        if one[1:] != (ad, data) and is_ciphertext(algorithm, len(one[2]))
    ]
    if has_marker(algorithm.padding):
        other = not message.padded
        marked = replace(message, padded=other, marker=marker(algorithm, other))
        judged.append(_judged(marked, "padding told wrongly", ad, data, cipher))
    return judged


def _changes(content: bytes, block: int) -> list[tuple[str, bytes]]:
    """The content changed in every way that lengths and order of blocks can be confused, with a
    name for each.
    """
    first, second, rest = content[:block], content[block : 2 * block], content[2 * block :]
    return [
        ("a zero byte at the end", content + b"\0"),
        ("a padding byte at the end", content + b"\x80"),
        ("the last byte less", content[:-1]),
        ("the last block less", content[:-block]),
        ("the first blocks swapped", second + first + rest),
        ("the first block twice", first + content),
    ]


def _judged(message: Message, name: str, ad: bytes, data: bytes, cipher: Cipher) -> Message:
    changed = replace(
        message, ad=ad, data=data, expected=data, label=f"{message.label}, {name}".lstrip(", ")
    )
    plaintext = cipher.decrypt(message.key, message.nonce, ad, changed.sealed)
    if plaintext is None:
        return replace(changed, authentic=False, output_known=False)
    secret = len(message.nsec)
    return replace(changed, expected_nsec=plaintext[:secret], expected=plaintext[secret:])


def _groups(messages: Iterable[Message], seed: int) -> Iterator[tuple[Message, list[Message]]]:
    """Each authentic decryption with its forgeries, one a part that has bytes."""
    source = random.Random(seed)
    for message in messages:
        if message.decrypt and message.authentic:
            filled: list[Part] = [part for part in PARTS if getattr(message, part)]
            yield (
                message,
                [
                    _flipped(message, part, source.randrange(8 * len(getattr(message, part))))
                    for part in filled
                ],
            )


def _flipped(message: Message, part: Part, bit: int) -> Message:
    """The message with bit `bit` of a part flipped, counted from its first bit."""
    content: bytes = getattr(message, part)
    flipped = bytearray(content)
    flipped[bit // 8] ^= 0x80 >> bit % 8
    label = f"{message.label}, bit {bit} of the {part} flipped".lstrip(", ")
    return replace(
        message, authentic=False, output_known=part == "tag", label=label, **{part: bytes(flipped)}
    )


def _with_tag(message: Message, tag: bytes) -> Message:
    return replace(
        message, tag=tag, authentic=False, label=f"{message.label}, tag {tag.hex()}".lstrip(", ")
    )


def _encrypted(message: Message) -> Message:
    """The same case the other way round."""
    return replace(
        message,
        decrypt=False,
        data=message.expected,
        expected=message.data,
        nsec=message.expected_nsec,
        expected_nsec=message.nsec,
    )


def _rejected(messages: Iterable[Message], cipher: Cipher | None) -> list[Message]:
    found = list(messages)
    for message in found if cipher else []:
        if (
            cipher
            and cipher.decrypt(message.key, message.nonce, message.ad, message.sealed) is not None
        ):
            raise CryptagonError("the reference accepts a forged message", where=message.title)
    return keep_keys(found)
