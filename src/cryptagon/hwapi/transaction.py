"""A message as the CipherCore sees it (docs/cipher-core.md): the blocks that the PreProcessor
offers and the answers it expects.

This is the one model of the contract in Python. It knows no simulator: the testbench drives Verilog
with it, and the native run of a core written in C is driven by the same lists.
"""

from dataclasses import dataclass, replace
from enum import IntEnum

from cryptagon.errors import CryptagonError
from cryptagon.hwapi.expansion import check_expansion, padded
from cryptagon.hwapi.message import HardwareAlgorithm, Message, bdi_bits, hash_rules


class SegmentType(IntEnum):
    """Segment types of the header (CAESAR Hardware API v1.0, those of hash messages LWC Hardware API
    v1.2) and of `bdi_type`, 4 bits.
    """

    AD = 1
    PLAINTEXT = 4
    CIPHERTEXT = 5
    HASH_MESSAGE = 7
    TAG = 8
    HASH_VALUE = 9
    KEY = 12
    NPUB = 13
    NSEC = 14
    ENCRYPTED_NSEC = 15


@dataclass(frozen=True)
class BdiBlock:
    """One block offered on `bdi`, BDI bits wide.

    `data` is BDI/8 bytes, `valid_bytes` and `pad_loc` are BDI/8 bits, the first byte's bit on top.
    """

    data: bytes
    size: int
    type: SegmentType
    eot: bool
    eoi: bool
    partial: bool
    valid_bytes: int
    pad_loc: int


@dataclass(frozen=True)
class BdoBlock:
    """One block expected on `bdo`: `data` is BLOCK/8 bytes, of which the first `size` count.

    Where `known` is False only `size` does.
    """

    data: bytes
    size: int
    known: bool = True


@dataclass(frozen=True)
class CoreTransaction:
    """One message at the CipherCore.

    `key` is None where the core keeps the one it has; `verdict` is None where none may come.
    """

    key: bytes | None
    decrypt: bool
    bdi: tuple[BdiBlock, ...]
    bdo: tuple[BdoBlock, ...]
    verdict: bool | None


def core_transaction(algorithm: HardwareAlgorithm, message: Message) -> CoreTransaction:
    """The blocks of a message and what must come out.

    A core knows nothing of padding that is encrypted: it gives whole blocks, which hold it.
    Raises CryptagonError as `check_lengths` does.
    """
    check_lengths(algorithm, message)
    block = algorithm.sizes.block // 8
    if message.hashes:
        return _hash_transaction(algorithm, message, block)
    output = tuple(
        _bdo(chunk, block, message.output_known)
        for content in (message.expected_nsec, _core_output(algorithm, message))
        for chunk in _chunks(content, block)
    )
    tag = (
        ()
        if message.decrypt
        else tuple(_bdo(chunk, block, known=True) for chunk in _chunks(message.tag, block))
    )
    return CoreTransaction(
        key=message.key if message.new_key else None,
        decrypt=message.decrypt,
        bdi=_input_blocks(algorithm, message),
        bdo=output + tag,
        verdict=message.authentic if message.decrypt else None,
    )


def check_lengths(algorithm: HardwareAlgorithm, message: Message) -> None:
    """Raises CryptagonError where the key, a message number or the tag has not the algorithm's
    length, or input and output have not those that belong together.
    """
    sizes = algorithm.sizes
    if message.hashes:
        _check_hash(algorithm, message)
        return
    for name, value, bits in (
        ("key", message.key, sizes.key),
        ("nonce", message.nonce, sizes.npub),
        ("tag", message.tag, sizes.tag),
    ):
        if 8 * len(value) != bits:
            raise CryptagonError(
                f"the {name} of a message for {algorithm.name} has {8 * len(value)} bits, not {bits}",
                where=message.label,
            )
    for nsec in (message.nsec, message.expected_nsec):
        check_secret(algorithm, nsec, message.label)
    check_expansion(algorithm, message)


def _check_hash(algorithm: HardwareAlgorithm, message: Message) -> None:
    """The same of a message to hash, which needs no key."""
    lengths = [("digest", message.expected, hash_rules(algorithm, message).digest)]
    if message.key or message.new_key:
        lengths.append(("key", message.key, algorithm.sizes.key))
    for name, value, bits in lengths:
        if 8 * len(value) != bits:
            raise CryptagonError(
                f"the {name} of a message to hash for {algorithm.name} has {8 * len(value)} bits, not {bits}",
                where=message.title,
            )
    others = ("nonce", "nsec", "ad", "tag")
    if message.decrypt or not message.authentic or any(getattr(message, one) for one in others):
        raise CryptagonError(
            "a message to hash has data alone",
            where=message.title,
            why="it also has what belongs to a cipher",
        )


def check_secret(algorithm: HardwareAlgorithm, nsec: bytes, where: str) -> None:
    """Raises CryptagonError where a secret message number has not the algorithm's length, or is
    there although the algorithm has none.
    """
    bits = algorithm.sizes.nsec
    if 8 * len(nsec) == bits:
        return
    if not bits:
        raise CryptagonError(
            f"{algorithm.name} has no secret message number",
            where=where,
            why=f"one of {8 * len(nsec)} bits was given",
            fix="leave it out, or give sizes.nsec in algorithm.toml",
        )
    raise CryptagonError(
        f"the secret message number of a message for {algorithm.name} has {8 * len(nsec)} bits, not {bits}",
        where=where,
    )


def _hash_transaction(
    algorithm: HardwareAlgorithm, message: Message, width: int
) -> CoreTransaction:
    """Blocks in and blocks of the digest out, on ports for blocks of `width` bytes and of BDI bits."""
    rules = hash_rules(algorithm, message)
    cuts = _cut(message.data, rules.block // 8, _cases(algorithm, rules.padding))
    digest = _chunks(message.expected, rules.block // 8)
    last = len(cuts) - 1
    return CoreTransaction(
        key=message.key if message.new_key else None,
        decrypt=False,
        bdi=tuple(
            _bdi(
                SegmentType.HASH_MESSAGE,
                cut,
                bdi_bits(algorithm.sizes) // 8,
                number == last,
                eoi=number == last,
            )
            for number, cut in enumerate(cuts)
        ),
        bdo=tuple(_bdo(chunk, width, known=True) for chunk in digest),
        verdict=None,
    )


def _cases(algorithm: HardwareAlgorithm, cases: frozenset[str]) -> frozenset[str]:
    """The cases that are padded: none without a style."""
    return cases if algorithm.padding.style != "none" else frozenset()


def _core_output(algorithm: HardwareAlgorithm, message: Message) -> bytes:
    if not (algorithm.padding.expands and message.decrypt):
        return message.expected
    known = padded(algorithm, message.expected) if message.padded else message.expected
    # Of a forged message that has other bytes than the one that it was made from, the length counts alone.
    return known[: len(message.data)].ljust(len(message.data), b"\0")


def _input_blocks(algorithm: HardwareAlgorithm, message: Message) -> tuple[BdiBlock, ...]:
    sizes, padding = algorithm.sizes, algorithm.padding
    block, ad_block = sizes.block // 8, sizes.ad_block // 8
    data_type = SegmentType.CIPHERTEXT if message.decrypt else SegmentType.PLAINTEXT
    secret_type = SegmentType.ENCRYPTED_NSEC if message.decrypt else SegmentType.NSEC
    of_data = _cases(algorithm, padding.data)
    if padding.expands and message.decrypt:
        of_data = frozenset()  # the padding came with the ciphertext
    classes = (
        (SegmentType.NPUB, _cut(message.nonce, block, frozenset())),
        (secret_type, _cut(message.nsec, block, frozenset())),
        (SegmentType.AD, _cut(message.ad, ad_block, _cases(algorithm, padding.ad))),
        (data_type, _cut(message.data, block, of_data)),
    )
    flat = [
        (kind, cut, index == len(cuts) - 1)
        for kind, cuts in classes
        for index, cut in enumerate(cuts)
    ]
    width = bdi_bits(sizes) // 8
    blocks = [
        _bdi(kind, cut, width, eot, eoi=number == len(flat) - 1)
        for number, (kind, cut, eot) in enumerate(flat)
    ]
    if message.decrypt and message.padded:
        blocks[-1] = replace(blocks[-1], partial=True)
    if message.decrypt:
        tags = _cut(message.tag, block, frozenset())
        blocks += [
            _bdi(SegmentType.TAG, cut, width, index == len(tags) - 1, eoi=False)
            for index, cut in enumerate(tags)
        ]
    return tuple(blocks)


@dataclass(frozen=True)
class _Cut:
    """The message bytes of one block, whether padding begins right after them, and whether it has
    room for more.
    """

    content: bytes
    padded: bool
    partial: bool


def _cut(content: bytes, block: int, cases: frozenset[str]) -> list[_Cut]:
    """A class cut into blocks.

    `cases`: those of "incomplete", "complete", "empty" in which it is padded.
    """
    cuts = [
        _Cut(chunk, len(chunk) < block and "incomplete" in cases, len(chunk) < block)
        for chunk in _chunks(content, block)
    ]
    ends_full = bool(content) and len(content) % block == 0
    if (not content and "empty" in cases) or (ends_full and "complete" in cases):
        cuts.append(_Cut(b"", True, True))
    return cuts


def _bdi(kind: SegmentType, cut: _Cut, width: int, eot: bool, *, eoi: bool) -> BdiBlock:
    size = len(cut.content)
    padding = b"\x80" if cut.padded else b""
    return BdiBlock(
        data=(cut.content + padding).ljust(width, b"\0"),
        size=size,
        type=kind,
        eot=eot,
        eoi=eoi,
        partial=cut.partial,
        valid_bytes=(1 << width) - (1 << (width - size)),
        pad_loc=1 << (width - 1 - size) if cut.padded else 0,
    )


def _bdo(chunk: bytes, block: int, known: bool) -> BdoBlock:
    return BdoBlock(chunk.ljust(block, b"\0"), len(chunk), known)


def _chunks(content: bytes, block: int) -> list[bytes]:
    return [content[start : start + block] for start in range(0, len(content), block)]
