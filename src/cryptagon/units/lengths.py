"""The cycles of a unit of others: messages of its API of any length, whose answers nobody knows.

How long a unit takes hangs on lengths alone, so that no reference software is needed. What must
come is known all the same as far as the API tells it: how many words, and the headers.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cryptagon.catalog import HashPart, InterfaceNeeds, Padding, Sizes
from cryptagon.errors import CryptagonError
from cryptagon.hwapi import Kind, Message, SegmentType, Word, api_words
from cryptagon.hwapi.words import DECRYPT, ENCRYPT
from cryptagon.simulate.measure import SLOPE_BLOCKS, Slope
from cryptagon.simulate.simulator import Simulator
from cryptagon.units.bench import WATCHDOG, bench_of, own_vectors, right
from cryptagon.units.entry import Unit
from cryptagon.units.vectors import VectorMessage, Vectors
from cryptagon.units.verilog import UnitVerilog

SHORT_BYTES = 16


@dataclass(frozen=True)
class Shape:
    """The sizes of a cipher as its unit's test vectors show them: what messages are made of."""

    name: str
    sizes: Sizes
    padding: Padding = field(default_factory=Padding)
    interface: InterfaceNeeds = field(default_factory=InterfaceNeeds)
    hash: HashPart | None = None

    def hardware_parameters(self, w: int = 32, sw: int = 32) -> dict[str, int]:
        """None: the unit is whole."""
        return {}


def shape_of(unit: Unit, vectors: Vectors) -> Shape:
    """The sizes that the vectors of a unit have.

    Raises CryptagonError where no message has a key, a nonce and a tag.
    """
    found: dict[str, int] = {}
    for message in vectors.messages:
        for words, width in (
            (message.sdi, vectors.sw),
            (message.pdi, vectors.w),
            (message.do, vectors.w),
        ):
            found |= _lengths(words, width)
    names = {"key": SegmentType.KEY, "npub": SegmentType.NPUB, "tag": SegmentType.TAG}
    if missing := [name for name, kind in names.items() if not found.get(str(int(kind)))]:
        raise CryptagonError(
            f"the test vectors of {unit.name} have no {missing[0]}",
            where=str(unit.vectors_folder),
            fix="name vectors of authenticated encryption by --vectors",
        )
    bits = {name: 8 * found[str(int(kind))] for name, kind in names.items()}
    return Shape(unit.cipher, Sizes(**bits, block=unit.data_bits, ad_block=unit.ad_bits))


def _lengths(words: Sequence[Word], width: int) -> dict[str, int]:
    """The bytes of the segments of one message by their types; headers may take several words."""
    step = max(32 // width, 1)
    found: dict[str, int] = {}
    headers: list[Word] = []
    for word in words:
        headers = [*headers, word] if word.kind is Kind.HEADER else []
        if len(headers) == step:
            value = 0
            for part in headers:
                value = value << width | part.value
            header = value >> max(width - 32, 0)
            found[str(header >> 28)] = header & 0xFFFF
            headers = []
    return found


def cycles_of(unit: Unit, made: UnitVerilog) -> dict[str, float]:
    """Clock cycles for one more block of each kind in a long message, and those of a message of 16
    bytes without AD, its key among them.

    Raises CryptagonError where the cycles do not grow evenly: the blocks have other sizes.
    """
    vectors = own_vectors(unit, made)
    shape = shape_of(unit, vectors)
    found: dict[str, float] = {}
    for way, decrypt in (("encryption", False), ("decryption", True)):
        data, ad = shape.sizes.block // 8, shape.sizes.ad_block // 8
        asked = [(0, count * data) for count in SLOPE_BLOCKS]
        asked += [(count * ad, 0) for count in SLOPE_BLOCKS] + [(0, SHORT_BYTES)]
        taken = _taken(unit, made, shape, asked, decrypt=decrypt)
        count = len(SLOPE_BLOCKS)
        found[way] = _slope(unit, way, taken[:count])
        found[f"ad_{way}"] = _slope(unit, f"AD of {way}", taken[count : 2 * count])
        found[f"{way}_of_{SHORT_BYTES}_bytes_with_key"] = float(taken[-1])
    return found


def _slope(unit: Unit, what: str, taken: Sequence[int]) -> float:
    slope = Slope(tuple(zip(SLOPE_BLOCKS, taken)))
    if not slope.linear:
        raise CryptagonError(
            f"the cycles of {unit.name} do not grow evenly with a message's blocks ({what})",
            where=str(unit.path),
            why=f"(blocks, cycles): {slope.points}",
            fix="give the blocks in bits by --block and --ad-block",
        )
    return float(slope.cycles_per_block)


def _taken(
    unit: Unit, made: UnitVerilog, shape: Shape, asked: Sequence[tuple[int, int]], *, decrypt: bool
) -> list[int]:
    """The cycles of messages of (AD bytes, data bytes), each alone, with a key of its own."""
    messages = [
        _message(shape, made, pair, number, decrypt=decrypt) for number, pair in enumerate(asked)
    ]
    simulator = Simulator.on(made.core, bench_of(unit, made, known=False))
    result = simulator.run(messages, isolate=True, probe=False, watchdog=WATCHDOG)
    return [one.total for one in right(made.core, unit, result, "alone").messages]


def _message(
    shape: Shape, made: UnitVerilog, pair: tuple[int, int], number: int, *, decrypt: bool
) -> VectorMessage:
    source, sizes = random.Random(number), shape.sizes
    ad, data = (source.randbytes(length) for length in pair)
    message = Message(
        source.randbytes(sizes.key // 8),
        source.randbytes(sizes.npub // 8),
        ad,
        data,
        source.randbytes(sizes.tag // 8),
        decrypt,
        True,
        bytes(len(data)),
        authentic=not decrypt,
        output_known=False,
    )
    words = api_words(shape, [message], made.ports.w, made.ports.sw)
    return VectorMessage(
        number + 1,
        DECRYPT if decrypt else ENCRYPT,
        words.pdi,
        words.sdi,
        tuple(replace(word, message=0) for word in words.do),
    )
