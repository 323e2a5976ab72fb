"""A register that is put together from slices of sums is loaded with sums, not with a choice of them."""

import re
from functools import reduce
from operator import and_, or_, xor
from random import Random

import pytest

from cryptagon.hls.datapath.pieces import Pieces
from cryptagon.hls.datapath.wires import Wire
from cryptagon.hls.datapath.xls_ir import XlsWriter

STATE, KEY, BLOCK = Wire("r_state", 32), Wire("item_key", 32), Wire("item_block", 32)
AT = [Wire(f"at_{number}", 1) for number in range(3)]


@pytest.fixture
def writer() -> XlsWriter:
    return XlsWriter()


def shifted_in(writer: XlsWriter, word: Wire) -> Wire:
    """`word`, a sum, enters a shift register of 64 bits from above, 24 bits of it: written as LLVM has it, by shifts and OR."""
    high = writer.operation("concat", 64, writer.sliced(word, 0, 24), writer.literal(40, 0))
    low = writer.resized(writer.sliced(STATE, 8, 24), 64)
    return writer.operation("or", 64, high, low)


def choices(writer: XlsWriter) -> int:
    return sum(" = sel(" in line or "one_hot_sel(" in line for line in writer.lines)


def test_what_differs_behind_wiring_is_added_where_it_is_wanted(writer):
    words = [writer.operation("not", 32, writer.operation("xor", 32, STATE, one)) for one in (KEY, BLOCK)]
    cases = [(condition, shifted_in(writer, word)) for condition, word in zip(AT, [*words, STATE])]
    made = Pieces(writer).multiplexer(cases, 64)
    assert made.width == 64 and choices(writer) == 0
    masked = [line for line in writer.lines if " = and(" in line and "bits[24]" in line]
    assert len(masked) == 3  # the key, the block, and the ones of the two that are inverted


def test_ways_with_nothing_in_common_are_chosen_from(writer):
    words = [writer.operation("xor", 32, STATE, KEY), writer.operation("xor", 32, Wire("r_other", 32), BLOCK)]
    Pieces(writer).multiplexer([(condition, word) for condition, word in zip(AT, words)], 32)
    assert choices(writer) == 1 and not any(" = and(" in line for line in writer.lines)


def test_no_sum_is_one_piece(writer):
    cases = [(condition, writer.operation("concat", 64, KEY, one)) for condition, one in zip(AT, (STATE, BLOCK))]
    Pieces(writer).multiplexer(cases, 64)
    assert choices(writer) == 1 and not any("bit_slice" in line for line in writer.lines)


def test_a_sum_that_others_use_stays_whole(writer):
    """Both ways add the same tap; that one of the two sums has it, too, is no reason to take that sum apart."""
    tap = writer.operation("and", 32, Wire("r_tap", 32), Wire("r_other", 32))
    feedback = writer.operation("xor", 32, tap, STATE)
    keystream = writer.operation("xor", 32, tap, BLOCK)
    both = writer.operation("xor", 32, writer.operation("xor", 32, KEY, keystream), feedback)
    alone = writer.operation("xor", 32, feedback, KEY)
    Pieces(writer).multiplexer([(AT[0], both), (AT[1], alone)], 32)
    masked = [line for line in writer.lines if " = and(" in line and "r_tap" not in line]
    assert len(masked) == 1 and keystream.name in masked[0]


OPERATIONS = {"xor": xor, "and": and_, "or": or_}
LINE = re.compile(r"  (n\d+): bits\[(\d+)\] = (\w+)\((.*)\)")


def value_of(writer: XlsWriter, wire: Wire, inputs: dict[Wire, int]) -> int:
    """What a wire is where the inputs are these, by the lines that were written."""
    known = {one.name: (value, one.width) for one, value in inputs.items()}
    for line in writer.lines:
        match = LINE.fullmatch(line)
        assert match
        name, width, operation, rest = match.groups()
        operands = [known[word] for word in re.findall(r"\b[nr]\w+\b|\bat_\d", rest) if word in known]
        options = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", rest)}
        known[name] = (_computed(operation, operands, options) & (1 << int(width)) - 1, int(width))
    return known[wire.name][0]


def _computed(operation: str, operands: list[tuple[int, int]], options: dict[str, int]) -> int:
    values = [value for value, _ in operands]
    if operation == "literal":
        return options["value"]
    if operation == "concat":
        return reduce(lambda whole, one: whole << one[1] | one[0], operands, 0)
    if operation in OPERATIONS:
        return reduce(OPERATIONS[operation], values)
    if operation == "sel":
        return values[2] if values[0] else values[1]
    return {"bit_slice": values[0] >> options.get("start", 0), "zero_ext": values[0], "sign_ext": -values[0], "not": ~values[0]}[operation]


def random_wire(writer: XlsWriter, random: Random, leaves: list[Wire], width: int, depth: int) -> Wire:
    """Sums behind wiring."""

    def inner(bits: int) -> Wire:
        return random_wire(writer, random, leaves, bits, depth - 1)

    at, mask = random.randrange(1, width) if width > 1 else 1, (1 << random.randrange(width)) - 1 << random.randrange(3)
    makers = {
        "xor": lambda: writer.operation("xor", width, *(inner(width) for _ in range(random.randint(2, 3)))),
        "or": lambda: writer.operation("or", width, inner(width), inner(width)),
        "not": lambda: writer.operation("not", width, inner(width)),
        "and": lambda: writer.operation("and", width, inner(width), writer.literal(width, mask)),
        "concat": lambda: writer.operation("concat", width, inner(width - at), random.choice((inner(at), writer.literal(at, 0)))),
        "zero_ext": lambda: writer.resized(inner(at), width),
        "slice": lambda: writer.sliced(inner(width + 5), random.randrange(1, 5), width),
    }
    if depth == 0 or width < 3 or random.random() < 0.1:
        return writer.sliced(random.choice(leaves), random.randrange(8), width)
    return makers[random.choice(("xor", *makers))]()


@pytest.mark.parametrize("seed", range(60))
def test_a_multiplexer_in_pieces_gives_the_value_of_the_way_that_is_taken(seed):
    writer, random = XlsWriter(), Random(seed)
    leaves = [Wire(f"r_{number}", 64) for number in range(3)]
    ways = [random_wire(writer, random, leaves, 24, 4) for _ in AT]
    made = Pieces(writer).multiplexer(list(zip(AT, ways)), 24)
    for taken, way in enumerate(ways):
        inputs = {leaf: random.getrandbits(64) for leaf in leaves} | {at: int(at is AT[taken]) for at in AT}
        assert value_of(writer, made, inputs) == value_of(writer, way, inputs)
