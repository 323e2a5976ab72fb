"""What each instruction of LLVM computes, as Verilog: LLVM's language reference written down once
more, apart from the compiler's lowering.

A result's open bits follow from those of its operands: bit by bit where the operation works bit by
bit, upwards from the lowest open bit in sums and products, and all of them elsewhere. Overflow
marks (nuw, nsw, exact) are not looked at: what they make poison is defined.
"""

import re
from collections.abc import Callable, Sequence

from cryptagon.hls.ir.instructions import Call, Compare, Element, Instruction
from cryptagon.hls.proof.sheet import Sheet, Value, literal, ones, zeros

INFIX = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "and": "&",
    "or": "|",
    "xor": "^",
    "udiv": "/",
    "urem": "%",
}
SIGNED_INFIX = {"sdiv": "/", "srem": "%"}
SHIFTS = {"shl": "<<", "lshr": ">>", "ashr": ">>>"}
COMPARISONS = {"eq": "==", "ne": "!=", "gt": ">", "ge": ">=", "lt": "<", "le": "<="}
TYPES = re.compile(r"(?:\.i\d+)+$")


class NotCoveredError(Exception):
    """The reference has no meaning for something; its text says for what."""


def meaning(sheet: Sheet, instruction: Instruction, operands: Sequence[Value]) -> Value:
    """The value of an instruction that only computes.

    Raises NotCoveredError for one that is not known here.
    """
    write = MEANINGS.get(instruction.opcode)
    if write is None:
        raise NotCoveredError(f"no meaning is written down for '{instruction.opcode}'")
    return write(sheet, instruction, operands)


def _called(sheet: Sheet, instruction: Instruction, operands: Sequence[Value]) -> Value:
    if isinstance(instruction, Element):
        return _element(sheet, operands[0], operands[1:])
    assert isinstance(instruction, Call), instruction
    return _intrinsic(sheet, instruction, operands)


def _compared(sheet: Sheet, instruction: Instruction, operands: Sequence[Value]) -> Value:
    assert isinstance(instruction, Compare), instruction
    return _comparison(sheet, instruction.predicate, *operands)


def _arithmetic(sheet: Sheet, opcode: str, a: Value, b: Value) -> Value:
    width = a.width
    text = _formula(sheet, opcode, a, b)
    if not (a.open or b.open):
        return Value(sheet.wire(width, text), width)
    one, two = a.open or zeros(width), b.open or zeros(width)
    either = sheet.wire(width, f"{one} | {two}")
    rules = {
        "and": f"{either} & ({a.text} | {one}) & ({b.text} | {two})",
        "or": f"{either} & (~{a.text} | {one}) & (~{b.text} | {two})",
        "xor": either,
        **dict.fromkeys(("add", "sub", "mul"), f"{either} | -{either}"),
    }
    return Value(
        sheet.wire(width, text),
        width,
        sheet.wire(width, rules.get(opcode, _all_if(width, f"|{either}"))),
    )


def _formula(sheet: Sheet, opcode: str, a: Value, b: Value) -> str:
    """The operation without regard to open bits."""
    divisor = _constant(b)
    if opcode in ("udiv", "urem") and divisor:
        quotient = _quotient(sheet, a, divisor)
        return quotient if opcode == "udiv" else f"{a.text} - {quotient} * {b.text}"
    if opcode in SIGNED_INFIX:
        return f"$signed({a.text}) {SIGNED_INFIX[opcode]} $signed({b.text})"
    return f"{a.text} {INFIX[opcode]} {b.text}"


def _quotient(sheet: Sheet, value: Value, divisor: int) -> str:
    """Division by a constant d as a product: where 2**s <= m*d <= 2**s + 2**(s-w), m*x >> s is x /
    d for all x of w bits.

    T. Granlund, P. Montgomery, "Division by Invariant Integers using Multiplication" (1994),
    theorem 4.2. This saves a divider of gates, which no SAT solver compares with a product.
    """
    width = value.width
    shift = width + (divisor - 1).bit_length()
    factor = -(-(1 << shift) // divisor)
    while factor % 2 == 0 and shift > width:  # the same product with fewer zeros at its end
        factor, shift = factor // 2, shift - 1
    assert 1 << shift <= factor * divisor <= (1 << shift) + (1 << shift - width)
    wide = width + factor.bit_length()
    product = sheet.wire(
        wide, f"{{{zeros(factor.bit_length())}, {value.text}}} * {literal(wide, factor)}"
    )
    return sheet.wire(width, f"{product} >> {shift}")


def _constant(value: Value) -> int | None:
    """The number that a value is; None where it is no constant."""
    found = re.fullmatch(r"\d+'h([0-9a-f]+)", value.text)
    return int(found[1], 16) if found and not value.open else None


def _all_if(width: int, condition: str) -> str:
    return f"{{{width}{{{condition}}}}}"


def _shift(sheet: Sheet, opcode: str, value: Value, amount: Value) -> Value:
    """A shift by the width or more is poison."""
    width, operator = value.width, SHIFTS[opcode]
    operand = f"$signed({value.text})" if opcode == "ashr" else value.text
    result = sheet.wire(width, f"{operand} {operator} {amount.text}")
    masks = (
        [
            sheet.wire(
                width,
                f"{f'$signed({value.open})' if opcode == 'ashr' else value.open} {operator} {amount.text}",
            )
        ]
        if value.open
        else []
    )
    masks += [_all_if(width, f"|{amount.open}")] if amount.open else []
    constant = _constant(amount)
    masks += (
        [_all_if(width, f"({amount.text} >= {literal(width, width)})")]
        if constant is None or constant >= width
        else []
    )
    return Value(result, width, sheet.wire(width, " | ".join(masks)) if masks else "")


def _comparison(sheet: Sheet, predicate: str, a: Value, b: Value) -> Value:
    operator = COMPARISONS[predicate[-2:]]
    text = (
        f"$signed({a.text}) {operator} $signed({b.text})"
        if predicate[0] == "s"
        else f"{a.text} {operator} {b.text}"
    )
    result = sheet.wire(1, text)
    if not (a.open or b.open):
        return Value(result, 1)
    either = sheet.wire(a.width, f"{a.open or zeros(a.width)} | {b.open or zeros(a.width)}")
    settled = f" & ~|(({a.text} ^ {b.text}) & ~{either})" if predicate in ("eq", "ne") else ""
    return Value(result, 1, sheet.wire(1, f"(|{either}){settled}"))


def _selection(sheet: Sheet, condition: Value, a: Value, b: Value) -> Value:
    chosen = sheet.chosen([(condition.text, a)], b)
    if not condition.open:
        return chosen
    differ = f"({a.text} ^ {b.text}) | {a.open or zeros(a.width)} | {b.open or zeros(a.width)}"
    return Value(
        chosen.text,
        a.width,
        sheet.wire(a.width, f"{condition.open} ? {differ} : {chosen.open or zeros(a.width)}"),
    )


def _resized(sheet: Sheet, opcode: str, width: int, value: Value) -> Value:
    def resized(text: str, *, sign: bool) -> str:
        if opcode == "trunc":
            return sheet.wire(
                width,
                f"{sheet.wire(value.width, text)}[{width - 1}:0]" if value.width > 1 else text,
            )
        extra = width - value.width
        top = (
            f"{{{extra}{{{sheet.wire(value.width, text)}{f'[{value.width - 1}]' if value.width > 1 else ''}}}}}"
            if sign
            else zeros(extra)
        )
        return sheet.wire(width, f"{{{top}, {text}}}")

    sign = opcode == "sext"
    return Value(
        resized(value.text, sign=sign), width, resized(value.open, sign=sign) if value.open else ""
    )


def _element(sheet: Sheet, index: Value, elements: Sequence[Value]) -> Value:
    """The element of a number; anything past the last one."""
    width = elements[0].width
    beyond = (
        Value(zeros(width), width, ones(width))
        if len(elements) < 1 << index.width
        else elements[-1]
    )
    inside = elements if len(elements) < 1 << index.width else elements[:-1]
    ways = [
        (f"{index.text} == {literal(index.width, number)}", element)
        for number, element in enumerate(inside)
    ]
    found = sheet.chosen([(f"({condition})", element) for condition, element in ways], beyond)
    return open_where(sheet, found, index)


def open_where(sheet: Sheet, value: Value, *hanging_on: Value) -> Value:
    """A value that is wholly open where any of some operands is partly so."""
    masks = [_all_if(value.width, f"|{operand.open}") for operand in hanging_on if operand.open]
    if not masks:
        return value
    return Value(
        value.text,
        value.width,
        sheet.wire(value.width, " | ".join([*masks, *([value.open] if value.open else [])])),
    )


def _intrinsic(sheet: Sheet, instruction: Call, operands: Sequence[Value]) -> Value:
    name = TYPES.sub("", instruction.callee.removeprefix("llvm."))
    if name in ("scmp", "ucmp"):
        return _three_way(sheet, name, instruction.width, *operands)
    write = INTRINSICS.get(name)
    if write is None:
        raise NotCoveredError(f"no meaning is written down for '{instruction.callee}'")
    plain = [sheet.named(operand) for operand in operands]
    result = Value(sheet.wire(instruction.width, write(sheet, name, plain)), instruction.width)
    if name in ("bswap", "bitreverse", "expect") and plain[0].open:
        return Value(
            result.text,
            result.width,
            sheet.wire(result.width, write(sheet, name, [Value(plain[0].open, result.width)])),
        )
    return open_where(sheet, result, *plain)


def _bits(value: Value, numbers: Sequence[int]) -> list[str]:
    return [f"{value.text}[{number}]" if value.width > 1 else value.text for number in numbers]


def _funnel(sheet: Sheet, name: str, operands: Sequence[Value]) -> str:
    high, low, amount = operands
    width = high.width
    by = sheet.wire(max(width, 32), f"{amount.text} % {max(width, 32)}'d{width}")
    both = sheet.wire(
        2 * width, f"{{{high.text}, {low.text}}} {'<<' if name == 'fshl' else '>>'} {by}"
    )
    return f"{both}[{2 * width - 1}:{width}]" if name == "fshl" else f"{both}[{width - 1}:0]"


def _extreme(_sheet: Sheet, name: str, operands: Sequence[Value]) -> str:
    a, b = (f"$signed({o.text})" if name[0] == "s" else o.text for o in operands)
    return f"({a} {'<' if name.endswith('min') else '>'} {b}) ? {operands[0].text} : {operands[1].text}"


def _saturated(sheet: Sheet, name: str, operands: Sequence[Value]) -> str:
    """Two bits wider nothing overflows, and the sign shows what is below zero."""
    width = operands[0].width
    signed = name[0] == "s"
    tops = [f"{{2{{{_bits(o, [width - 1])[0]}}}}}" if signed else "2'd0" for o in operands]
    a, b = (
        sheet.wire(width + 2, f"{{{top}, {o.text}}}") for top, o in zip(tops, operands, strict=True)
    )
    total = sheet.wire(width + 2, f"{a} {'-' if 'sub' in name else '+'} {b}")
    least, most = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    low, high = literal(width + 2, least), literal(width + 2, most)
    above = (
        f"($signed({total}) > $signed({high})) ? {literal(width, most)} : {total}[{width - 1}:0]"
    )
    return f"($signed({total}) < $signed({low})) ? {literal(width, least)} : {above}"


def _three_way(sheet: Sheet, name: str, width: int, a: Value, b: Value) -> Value:
    """1, 0 or -1: above, equal or below."""
    left, right = (f"$signed({o.text})" if name[0] == "s" else o.text for o in (a, b))
    text = f"({left} < {right}) ? {ones(width)} : ({left} > {right}) ? {literal(width, 1)} : {zeros(width)}"
    return open_where(sheet, Value(sheet.wire(width, text), width), a, b)


def _count(order: Callable[[int], Sequence[int]]) -> Callable[[Sheet, str, Sequence[Value]], str]:
    """How many zeros come before the first one, in an order of the bits."""

    def text(_sheet: Sheet, _name: str, operands: Sequence[Value]) -> str:
        width = operands[0].width
        bits = _bits(operands[0], order(width))
        return " : ".join(
            [*(f"{bit} ? {literal(width, n)}" for n, bit in enumerate(bits)), literal(width, width)]
        )

    return text


def _ones_counted(sheet: Sheet, _name: str, operands: Sequence[Value]) -> str:
    width = operands[0].width
    wide = [sheet.wire(width, bit) for bit in _bits(operands[0], range(width))]
    return " + ".join(wide)


def _absolute(_sheet: Sheet, _name: str, operands: Sequence[Value]) -> str:
    return f"{_bits(operands[0], [operands[0].width - 1])[0]} ? -{operands[0].text} : {operands[0].text}"


def _swapped(_sheet: Sheet, _name: str, operands: Sequence[Value]) -> str:
    value = operands[0]
    return (
        "{" + ", ".join(f"{value.text}[{low + 7}:{low}]" for low in range(0, value.width, 8)) + "}"
    )


def _reversed(_sheet: Sheet, _name: str, operands: Sequence[Value]) -> str:
    return "{" + ", ".join(_bits(operands[0], range(operands[0].width))) + "}"


def _first(_sheet: Sheet, _name: str, operands: Sequence[Value]) -> str:
    return operands[0].text


INTRINSICS: dict[str, Callable[[Sheet, str, Sequence[Value]], str]] = {
    **dict.fromkeys(("fshl", "fshr"), _funnel),
    **dict.fromkeys(("umin", "umax", "smin", "smax"), _extreme),
    **dict.fromkeys(("usub.sat", "uadd.sat", "ssub.sat", "sadd.sat"), _saturated),
    "abs": _absolute,
    "bitreverse": _reversed,
    "bswap": _swapped,
    "ctlz": _count(lambda width: range(width - 1, -1, -1)),
    "ctpop": _ones_counted,
    "cttz": _count(range),
    "expect": _first,
}
Meaning = Callable[[Sheet, Instruction, Sequence[Value]], Value]
MEANINGS: dict[str, Meaning] = {
    **dict.fromkeys(
        (*INFIX, *SIGNED_INFIX), lambda sheet, i, operands: _arithmetic(sheet, i.opcode, *operands)
    ),
    **dict.fromkeys(SHIFTS, lambda sheet, i, operands: _shift(sheet, i.opcode, *operands)),
    "icmp": _compared,
    "select": lambda sheet, _i, operands: _selection(sheet, *operands),
    **dict.fromkeys(
        ("zext", "sext", "trunc"),
        lambda sheet, i, operands: _resized(sheet, i.opcode, i.width, operands[0]),
    ),
    "freeze": lambda _sheet, _i, operands: operands[0],
    "call": _called,
}
