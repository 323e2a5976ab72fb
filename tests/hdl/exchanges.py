"""What goes over the three buses of a unit and what must come back, put together segment by
segment: messages right and wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from cryptagon.catalog import Algorithm
from cryptagon.core import VerilogCore
from cryptagon.hwapi import Message, api_words
from cryptagon.interfaces import interface
from cryptagon.simulate import Simulator
from cryptagon.simulate.build import build_program
from cryptagon.simulate.levels import Item, Level

PARTIAL, EOI, EOT, LAST = 8, 4, 2, 1
ENC, DEC, LDKEY, ACTKEY, SUCCESS, FAILURE = 0x2, 0x3, 0x4, 0x7, 0xE, 0xF
Bus = Literal["pdi", "sdi", "do"]


@dataclass(frozen=True)
class Code:
    """An instruction or a status: four bits, and the 28 below them in a word of 32; a narrower word
    has the upper ones.
    """

    code: int
    below: int = 0


@dataclass(frozen=True)
class Segment:
    """Type, flags, content; `known` is False where the content of an output is open."""

    kind: int
    flags: int
    content: bytes = b""
    known: bool = True


Part = Code | Segment


@dataclass(frozen=True)
class Exchange:
    """Words for `pdi` and `sdi`, and the answer due on `do`."""

    title: str
    pdi: tuple[Part, ...]
    do: tuple[Part, ...]
    sdi: tuple[Part, ...] = field(default=())

    def words(self, bus: Bus, width: int) -> Iterator[tuple[int, int]]:
        """Value and mask of each word."""
        for part in getattr(self, bus):
            yield from words_of(part, width)


def words_of(part: Part, width: int) -> Iterator[tuple[int, int]]:
    ones = (1 << width) - 1
    if isinstance(part, Code):
        word = part.code << 28 | part.below
        yield word << width - 32 if width >= 32 else word >> 32 - width, ones
        return
    header = part.kind << 28 | part.flags << 24 | len(part.content)
    for content, mask in (
        (header.to_bytes(4, "big"), ones),
        (part.content, ones if part.known else 0),
    ):
        step = width // 8
        for start in range(0, len(content), step):
            yield int.from_bytes(content[start : start + step].ljust(step, b"\0"), "big"), mask


@dataclass(frozen=True)
class ExchangeLevel(Level):
    """A unit with exchanges in place of messages."""

    def inputs(self, messages: Sequence[Exchange]) -> Iterator[Item]:  # type: ignore[override]
        return self._items(messages, ("pdi", self.w), ("sdi", self.sw))

    def outputs(self, messages: Sequence[Exchange]) -> Iterator[Item]:  # type: ignore[override]
        return self._items(messages, ("do", self.w))

    def _items(self, exchanges: Sequence[Exchange], *buses: tuple[Bus, int]) -> Iterator[Item]:
        for bus, width in buses:
            for number, one in enumerate(exchanges):
                for part in getattr(one, bus):
                    last, mask = self.last_bit(bus, ends=isinstance(part, Code))
                    for value, known in words_of(part, width):
                        yield Item(bus, number, last | value, mask | known, "word")


def width(algorithm: Algorithm) -> int:
    """Of the words that go with an algorithm."""
    return algorithm.bus.get("w", 32)


def unit(
    core: VerilogCore, algorithm: Algorithm, w: int = 0, sw: int = 0, around: str = "caesar-1.0"
) -> Simulator:
    """The core in a unit with that interface as a simulator that takes exchanges; without `w` and
    `sw` with the algorithm's own words.
    """
    chosen = interface(around)
    widths = {"w": w or width(algorithm), "sw": sw or algorithm.bus.get("sw", 32)}
    bus = {name: bits for name, bits in widths.items() if name in chosen.buses}
    level = ExchangeLevel(**vars(chosen.testbench(algorithm, bus)))
    return Simulator(core, level, build_program(core, level, waveform=False))


def nonce(content: bytes, flags: int = EOT) -> Segment:
    return Segment(0xD, flags, content)


def ad(content: bytes, flags: int = EOT) -> Segment:
    return Segment(0x1, flags, content)


def secret(content: bytes, flags: int = EOT, *, encrypted: bool = False) -> Segment:
    """A secret message number."""
    return Segment(0xF if encrypted else 0xE, flags, content)


def plaintext(message: Message, block: int) -> list[Segment]:
    """What a decryption gives; of a padded ciphertext of blocks of `block` bytes the last block is a
    segment of its own.
    """
    before = len(message.data) - block if message.padded else 0
    parts = [Segment(0x4, 0, message.expected[:before])] if before else []
    return [*parts, Segment(0x4, EOT | LAST, message.expected[before:])]


def right(message: Message, title: str = "right", *, block: int = 0) -> Exchange:
    """A message as it should be, always with its key; `block` are the bytes of a block, of no
    effect unless its ciphertext is padded.
    """
    eoi = [0, 0, EOI] if message.data else [0, EOI, 0] if message.ad else [EOI, 0, 0]
    numbers = [nonce(message.nonce, EOT | eoi[0])]
    if message.nsec:
        number = secret(message.nsec, EOT | eoi[0], encrypted=message.decrypt)
        numbers = [nonce(message.nonce), number]
    kind, partial = 0x5 if message.decrypt else 0x4, PARTIAL if message.padded else 0
    tag = Segment(0x8, EOT | LAST, message.tag)
    pdi = [
        Code(ACTKEY),
        Code(DEC if message.decrypt else ENC),
        *numbers,
        ad(message.ad, EOT | eoi[1]),
    ]
    pdi += [
        Segment(kind, EOT | eoi[2] | (partial if message.decrypt else LAST), message.data),
        *([tag] if message.decrypt else []),
    ]
    sealed = [Segment(0x5, EOT | partial, message.expected), tag]
    answers = plaintext(message, block) if message.decrypt else sealed
    if message.nsec:
        answers = [secret(message.expected_nsec, encrypted=not message.decrypt), *answers]
    do = [*answers, Code(SUCCESS)]
    return Exchange(title, tuple(pdi), tuple(do), (Code(LDKEY), Segment(0xC, 7, message.key)))


def with_pdi(exchange: Exchange, title: str, *pdi: Part) -> Exchange:
    """Other words in, the same answer."""
    return replace(exchange, title=title, pdi=pdi)


def refused(
    exchange: Exchange, title: str, *pdi: Part, promised: Sequence[Segment] = ()
) -> Exchange:
    """Words in whose answer is FAILURE, after what had been promised by then; the bytes of that are
    open.
    """
    return replace(
        exchange,
        title=title,
        pdi=pdi,
        do=(*(replace(one, known=False) for one in promised), Code(FAILURE)),
    )


def agrees_with_the_generator(algorithm: Algorithm, message: Message, w: int, sw: int) -> bool:
    """Whether `right` gives the words that test vectors have."""
    words = api_words(algorithm, [message], w, sw)
    own = right(message, block=algorithm.sizes.block // 8)
    buses: tuple[tuple[Bus, int], ...] = (("pdi", w), ("sdi", sw), ("do", w))
    return all(
        [word.value for word in getattr(words, bus)]
        == [value for value, _ in own.words(bus, width)]
        for bus, width in buses
    )
