"""Messages as the words of the CAESAR Hardware API v1.0: `pdi` and `sdi` in, `do` out.

Instructions and the status are one word with the code in its top four bits. A segment header is 32
bits, most significant first: type [31:28], Partial [27], EOI [26], EOT [25], Last [24], length in bytes [15:0]; a
wider word carries it on top, a narrower one takes two or four words. Data is left-aligned; each
segment begins with a new word and its last word is filled with zeros. `do` has the data segments of
`pdi`, without those that are empty and not the last. A message to hash, and the digest that answers
it, are as the LWC Hardware API v1.2 has them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cryptagon.errors import CryptagonError
from cryptagon.hwapi.expansion import released
from cryptagon.hwapi.message import HardwareAlgorithm, Message, data_segments, segments
from cryptagon.hwapi.transaction import SegmentType, check_lengths

ENCRYPT, DECRYPT, LOAD_KEY, ACTIVATE_KEY, HASH, SUCCESS, FAILURE = 0x2, 0x3, 0x4, 0x7, 0x8, 0xE, 0xF
WIDTHS = (8, 16, 32, 64, 128, 256)


class Kind(StrEnum):
    """What a word is, as the test-vector files name it."""

    INSTRUCTION = "INS"
    HEADER = "HDR"
    DATA = "DAT"
    STATUS = "STT"


@dataclass(frozen=True)
class Word:
    """One word of a bus.

    `known` masks the bits that count when it is compared; `message` is its message's place in the
    list, from 0.
    """

    kind: Kind
    value: int
    known: int
    message: int = field(default=0, compare=False)


@dataclass(frozen=True)
class ApiWords:
    """The words of a list of messages on the three buses, in order."""

    pdi: tuple[Word, ...]
    sdi: tuple[Word, ...]
    do: tuple[Word, ...]


@dataclass(frozen=True)
class Segment:
    """A segment of a bus: its type, a `SegmentType` where it is right, its flags, its bytes; `known`
    where they are compared.
    """

    kind: int
    content: bytes
    eoi: bool
    eot: bool
    last: bool
    known: bool = True
    partial: bool = False

    @property
    def header(self) -> int:
        """Its 32 bits."""
        flags = self.partial << 27 | self.eoi << 26 | self.eot << 25 | self.last << 24
        return self.kind << 28 | flags | len(self.content)


def api_words(
    algorithm: HardwareAlgorithm, messages: Sequence[Message], w: int = 32, sw: int = 32
) -> ApiWords:
    """The words of messages for buses `w` (pdi, do) and `sw` (sdi) bits wide.

    Raises CryptagonError for a width that is no bus width, and as `check_lengths` does.
    """
    for name, width in (("w", w), ("sw", sw)):
        if width not in WIDTHS:
            raise CryptagonError(
                f"{name} = {width} is not a bus width of the hardware API",
                fix=f"choose from {WIDTHS}",
            )
    pdi: list[Word] = []
    sdi: list[Word] = []
    do: list[Word] = []
    for number, message in enumerate(messages):
        check_lengths(algorithm, message)
        pdi += _pdi(algorithm, message, number, w)
        sdi += _sdi(message, number, sw) if message.new_key else []
        do += _do(algorithm, message, number, w)
    return ApiWords(tuple(pdi), tuple(sdi), tuple(do))


def instructions(message: Message) -> tuple[int, ...]:
    """The codes in front of a message on `pdi`."""
    operation = HASH if message.hashes else DECRYPT if message.decrypt else ENCRYPT
    return (ACTIVATE_KEY, operation) if message.new_key else (operation,)


def public_segments(algorithm: HardwareAlgorithm, message: Message) -> list[Segment]:
    """The segments of a message on `pdi`. EOI is on the last that carries bytes, Last on the last
    of all.
    """
    if message.hashes:
        return hash_segments(message.data, data_segments(algorithm, message))
    data_type = SegmentType.CIPHERTEXT if message.decrypt else SegmentType.PLAINTEXT
    found = [
        Segment(
            SegmentType.NPUB,
            message.nonce,
            eoi=not (message.nsec or message.ad or message.data),
            eot=True,
            last=False,
        )
    ]
    eoi = not (message.ad or message.data)
    found += _secret(message.nsec, encrypted=message.decrypt, eoi=eoi)
    ad_sizes = segments(
        algorithm, len(message.ad), message.ad_segments, algorithm.sizes.ad_block // 8
    )
    found += _split(
        SegmentType.AD, message.ad, ad_sizes, eoi=bool(message.ad) and not message.data, last=False
    )
    found += _split(
        data_type,
        message.data,
        data_segments(algorithm, message),
        eoi=bool(message.data),
        last=not message.decrypt,
        partial=message.decrypt and message.padded,
    )
    if message.decrypt:
        found.append(Segment(SegmentType.TAG, message.tag, eoi=False, eot=True, last=True))
    return found


def hash_segments(data: bytes, sizes: tuple[int, ...]) -> list[Segment]:
    """The segments, of `sizes` bytes, of a message to hash."""
    return _split(SegmentType.HASH_MESSAGE, data, sizes, eoi=True, last=True)


def digest_segment(digest: bytes) -> Segment:
    """The answer to a message to hash."""
    return Segment(SegmentType.HASH_VALUE, digest, eoi=False, eot=True, last=True)


def key_segment(message: Message) -> Segment:
    """The key of a message on `sdi`."""
    return Segment(SegmentType.KEY, message.key, eoi=True, eot=True, last=True)


def output_segments(algorithm: HardwareAlgorithm, message: Message) -> list[Segment]:
    """The segments of a message's answer on `do`, its status not among them."""
    if message.hashes:
        return [digest_segment(message.expected)]
    data_type = SegmentType.PLAINTEXT if message.decrypt else SegmentType.CIPHERTEXT
    found = _secret(
        message.expected_nsec, encrypted=not message.decrypt, known=message.output_known
    )
    found += _split(
        data_type,
        released(algorithm, message),
        _given_sizes(algorithm, message),
        eoi=False,
        last=message.decrypt,
        known=message.output_known,
        partial=message.padded and not message.decrypt,
    )
    if not message.decrypt:
        found.append(Segment(SegmentType.TAG, message.tag, eoi=False, eot=True, last=True))
    return found


def status_of(message: Message) -> int:
    """The code that ends a message's answer."""
    return SUCCESS if message.authentic else FAILURE


def _pdi(algorithm: HardwareAlgorithm, message: Message, number: int, w: int) -> list[Word]:
    words = [code_word(Kind.INSTRUCTION, code, number, w) for code in instructions(message)]
    return words + segment_words(public_segments(algorithm, message), number, w)


def _sdi(message: Message, number: int, sw: int) -> list[Word]:
    load = code_word(Kind.INSTRUCTION, LOAD_KEY, number, sw)
    return [load, *segment_words([key_segment(message)], number, sw)]


def _do(algorithm: HardwareAlgorithm, message: Message, number: int, w: int) -> list[Word]:
    status = code_word(Kind.STATUS, status_of(message), number, w)
    return [*segment_words(output_segments(algorithm, message), number, w), status]


def _secret(
    nsec: bytes, *, encrypted: bool, eoi: bool = False, known: bool = True
) -> list[Segment]:
    """The segment of a secret message number, where there is one."""
    kind = SegmentType.ENCRYPTED_NSEC if encrypted else SegmentType.NSEC
    return [Segment(kind, nsec, eoi, eot=True, last=False, known=known)] if nsec else []


def _given_sizes(algorithm: HardwareAlgorithm, message: Message) -> tuple[int, ...]:
    """Lengths in bytes of the data segments that leave: those that came, without empty ones that
    are not the last.

    The last one of a ciphertext that expands holds the padding. Of a padded ciphertext the last
    block leaves as a segment of its own, whose length is known when the block is there.
    """
    *sizes, last = data_segments(algorithm, message)
    if message.padded and message.decrypt:
        block = algorithm.sizes.block // 8
        rest = len(released(algorithm, message)) - (len(message.data) - block)
        sizes, last = [*sizes, last - block], rest
    elif message.padded:
        last += len(message.expected) - len(message.data)
    return (*(size for size in sizes if size), last)


def _split(
    kind: SegmentType,
    content: bytes,
    sizes: tuple[int, ...],
    *,
    eoi: bool,
    last: bool,
    known: bool = True,
    partial: bool = False,
) -> list[Segment]:
    """One class of a message as segments; `last` and `partial` go to its last segment, as EOT does,
    and `eoi` to the last that has bytes.
    """
    filled = max((index for index, size in enumerate(sizes) if size), default=0)
    found = []
    start = 0
    for index, size in enumerate(sizes):
        ends = index == len(sizes) - 1
        found.append(
            Segment(
                kind,
                content[start : start + size],
                eoi and index == filled,
                ends,
                last and ends,
                known,
                partial and ends,
            )
        )
        start += size
    return found


def segment_words(
    found: Iterable[Segment], number: int, width: int, filling: int = 0
) -> list[Word]:
    """Each segment's header and its bytes; what fills up a last word counts as known."""
    words = []
    for segment in found:
        header = segment.header.to_bytes(4, "big")
        known = (0xFF if segment.known else 0).to_bytes() * len(segment.content)
        for kind, content, mask in (
            (Kind.HEADER, header, b"\xff" * len(header)),
            (Kind.DATA, segment.content, known),
        ):
            values, masks = left_aligned(content, width, filling), left_aligned(mask, width, 0xFF)
            words += [Word(kind, *pair, number) for pair in zip(values, masks)]
    return words


def left_aligned(content: bytes, width: int, filling: int = 0) -> list[int]:
    """Bytes as words of `width` bits, the first byte on top; the last word is filled up with the
    byte `filling`.
    """
    step = width // 8
    filled = content + bytes([filling]) * (-len(content) % step)
    return [int.from_bytes(filled[at : at + step], "big") for at in range(0, len(filled), step)]


def code_word(kind: Kind, code: int, number: int, width: int) -> Word:
    """An instruction or a status, 4 bits on top of a word."""
    return Word(kind, code << (width - 4), (1 << width) - 1, number)
