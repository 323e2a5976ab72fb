"""What the text in a box means: an input, an operation, a table.

Case, order and signs are free where only one thing can be meant.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cryptagon.spt.definitions import KINDS, NAME, definition_in
from cryptagon.spt.model import Definition, Type
from cryptagon.spt.operations import OPERATIONS, MisfitError, Operation
from cryptagon.user_files import did_you_mean

MOST_ROUNDS = 1 << 14


@dataclass(frozen=True)
class Frame:
    """The border around a figure on a page with several."""

    name: str


@dataclass(frozen=True)
class Input:
    """A value that the figure is given."""

    name: str
    type: Type


@dataclass(frozen=True)
class Output:
    """A value that the figure gives; its type is that of what drives it, and `type` where the box
    says one.
    """

    name: str
    type: Type | None


@dataclass(frozen=True)
class Index:
    """The number of the round in a figure that is repeated."""

    name: str
    type: Type


@dataclass(frozen=True)
class Constant:
    """A number, or an array of them."""

    name: str
    type: Type
    values: tuple[int, ...]


@dataclass(frozen=True)
class Wire:
    """A dot at which a line branches."""


@dataclass(frozen=True)
class Split:
    """A value in parts, the most significant first: `count` equal ones, or those of `widths`."""

    count: int
    widths: tuple[int, ...] = ()


@dataclass(frozen=True)
class Apply:
    """An operation of `operations.py`."""

    name: str
    operation: Operation
    numbers: tuple[int, ...] = ()
    target: str = ""


@dataclass(frozen=True)
class Call:
    """Another figure, once."""

    name: str
    target: str


@dataclass(frozen=True)
class Repeat:
    """Another figure, once for each number from `first` to `last`, upwards or downwards."""

    name: str
    target: str
    first: int
    last: int


@dataclass(frozen=True)
class Mistaken:
    """A box that means nothing, of which a fault was noted; nothing is said of what it is connected
    to.
    """


Meaning = (
    Mistaken
    | Frame
    | Input
    | Output
    | Index
    | Constant
    | Wire
    | Split
    | Apply
    | Call
    | Repeat
    | Definition
)

STEREOTYPE = re.compile(r"«\s*([^«»]*?)\s*»|<<\s*([A-Za-z][\w -]*?)\s*>>")
EMPHASIS = re.compile(r"^([*_/])(.*\S)\1$")
MODULO = re.compile(r"\(?\bmod(?:ulo)? 2\^?\d{1,6}\)?", re.IGNORECASE)
HEAD = re.compile(
    r"(figure|input|in|output|out|index|constant|const|split|call)\b\s*:?\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
NAMED = re.compile(rf"({NAME})\s*=(?!=)\s*(.+)", re.DOTALL)
DECLARED = re.compile(rf"{NAME}\s*:\s*\d+\s*(?:\[\s*\d+\s*\])?\s*=.*", re.DOTALL)
WIRES = ("wire", "junction", "•", "●", ".", "")
_COUNT = r"(?P<first>\d{1,6})(?:\s*(?:\.\.|…|to)\s*(?P<last>\d{1,6}))?"
ROUNDS = (
    re.compile(
        rf"(?:repeat\s+)?{_COUNT}\s*(?:times\b|x(?=\s)|\u00d7|:|of\b)?\s*(?P<name>{NAME})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:repeat\s+)?(?P<name>{NAME})\s*(?:x|\u00d7|:|for)?\s*{_COUNT}(?:\s*times)?",
        re.IGNORECASE,
    ),
)
"""The count before or after the name of a figure."""
WORDS = {word: operation for operation in OPERATIONS.values() for word in operation.words}
HEADS = ("figure", "input", "output", "index", "constant", "split", "call", "repeat", "wire")


def plain(text: str) -> str:
    """The text of a box on one line, without marks of emphasis and of stereotypes."""
    lines = [
        STEREOTYPE.sub(lambda found: f"{found[1] or found[2]} ", line.strip())
        for line in text.splitlines()
    ]
    return " ".join(" ".join(EMPHASIS.sub(r"\2", line.strip()) for line in lines).split())


def meaning_of(
    text: str, definitions: Mapping[str, Definition], figures: Mapping[str, object]
) -> Meaning:
    """What a box means, given the definitions and figures that there are.

    Raises MisfitError for what means nothing.
    """
    said = plain(text)
    if said.lower() in WIRES:
        return Wire()
    if found := definition_in(said):
        return found
    if found := HEAD.fullmatch(said):
        return _headed(found[1].lower(), found[2].strip())
    if DECLARED.fullmatch(said):
        return _constant(said)
    name, said = (found[1], found[2]) if (found := NAMED.fullmatch(said)) else ("", said)
    if re.match(r"(?:0x[0-9a-f_]+|\d+)\s*(?::|$)", said, re.IGNORECASE):
        return _constant(said, name)
    return _operation(said, name, definitions) or _figure(said, name, definitions, figures)


def in_words(meaning: Meaning) -> str:
    """An operation in the words of DML, to show what was understood; empty for a box whose text
    says it as well.
    """
    match meaning:
        case Apply(_, operation, numbers, target):
            return " ".join(
                part for part in (operation.name, "..".join(map(str, numbers)), target) if part
            )
        case Call(_, target):
            return f"call {target}"
        case Repeat(_, target, first, last):
            return f"repeat {first}..{last} {target}"
        case _:
            return ""


def _headed(word: str, rest: str) -> Meaning:
    """A box that begins with what it is."""
    if word == "figure":
        return Frame(_only_name(rest, "a figure has a name: figure round"))
    if word in ("constant", "const"):
        return _constant(rest)
    if word == "split":
        return _split(rest)
    if word == "call":
        return Call("", _only_name(rest, "call NAME"))
    name, found = _declared(rest, f"{word} x: 32")
    if word in ("output", "out"):
        return Output(name, found)
    if found is None:
        raise MisfitError(f'"{name}" has no width', f"write {word} {name}: 32")
    if word == "index" and found.count is not None:
        raise MisfitError(
            "the number of the round is no array", f"write index {name}: {found.width}"
        )
    return Index(name, found) if word == "index" else Input(name, found)


def _only_name(text: str, fix: str) -> str:
    if not re.fullmatch(NAME, text):
        raise MisfitError(f'"{text[:40]}" is no name: letters, digits and _, a letter first', fix)
    return text


def _declared(text: str, example: str) -> tuple[str, Type | None]:
    """A name and a width, in either order."""
    rest = re.sub(r"\bbits?\b|\bu?int(?=\d)", " ", text, flags=re.IGNORECASE)
    width = re.search(r"(?<![\w])\d+(?:\s*\[[^\]]*\])?", rest)
    found = _type(width[0]) if width else None
    if width:
        rest = rest[: width.start()] + rest[width.end() :]
    return _only_name(rest.strip(" :,"), f"write {example}"), found


def _type(text: str) -> Type:
    try:
        return Type.parse(text)
    except ValueError as fault:
        raise MisfitError(
            str(fault), "write a width in bits, as 32, or 32[4] for an array of four"
        ) from fault


def _constant(text: str, name: str = "") -> Constant:
    """`0x1f`, `5: 32`, `RC: 8[3] = 1 2 3`, `delta = 0x9e3779b9`: the width, where none is written,
    is that of the digits.
    """
    before, equals, after = text.rpartition("=")
    declared = None
    if equals:
        name, declared = _declared(before, "constant RC: 8[3] = 1 2 3")
    listed, colon, width = after.partition(":")
    if colon:
        declared = _type(re.sub(r"\bbits?\b", "", width))
    tokens = listed.replace(",", " ").split()
    values = tuple(_number(token) for token in tokens)
    if not values:
        raise MisfitError("a constant has a value", "write 0x1f, or 5: 32")
    if declared is None:
        if len(tokens) > 1 or not tokens[0].lower().startswith("0x"):
            raise MisfitError(
                "this constant has no width", f"write {tokens[0][:20]}: 32, or 0x with all digits"
            )
        declared = _type(str(4 * len(tokens[0].replace("_", "")[2:])))
    if len(values) != (declared.count or 1):
        raise MisfitError(
            f"{len(values)} values are written for {declared}", "write a value for each element"
        )
    if max(values) >> declared.width:
        raise MisfitError(
            f"{max(values):#x} does not fit {declared.width} bits"[:80],
            "write a wider constant, or a smaller value",
        )
    return Constant(name, declared, values)


def _number(token: str) -> int:
    if not re.fullmatch(r"0x[0-9a-f][0-9a-f_]{0,5000}|\d{1,4000}", token, re.IGNORECASE | re.ASCII):
        raise MisfitError(f'"{token[:40]}" is no number', "write 0x1f, or 31: 8")
    return int(token.replace("_", ""), 16 if token[:2] in ("0x", "0X") else 10)


def _split(text: str) -> Split:
    numbers = [
        _number(token)
        for token in re.sub(r"\binto\b|\bparts\b|\(|\)", " ", text).replace(",", " ").split()
    ]
    if (
        not numbers
        or not all(1 <= one <= 1 << 14 for one in numbers)
        or (len(numbers) == 1 and numbers[0] > 1024)
    ):
        raise MisfitError(
            "it does not say how to split",
            "write split 4 for equal parts, or split 8, 24 for their widths",
        )
    return Split(numbers[0]) if len(numbers) == 1 else Split(len(numbers), tuple(numbers))


def _operation(said: str, name: str, definitions: Mapping[str, Definition]) -> Apply | None:
    """An operation, its word before or after what belongs to it."""
    if found := re.fullmatch(r"\[?\s*(\d{1,6})\s*(?::|\.\.)\s*(\d{1,6})\s*\]?", said):
        return Apply(name, OPERATIONS["slice"], (int(found[1]), int(found[2])))
    if found := re.fullmatch(r"bit\s+(\d{1,6})", said, re.IGNORECASE):
        return Apply(name, OPERATIONS["slice"], (int(found[1]),) * 2)
    if said in definitions:
        return Apply(name, KINDS[type(definitions[said])], (), said)
    said = MODULO.sub("", said).strip()
    for word in sorted(WORDS, key=len, reverse=True):
        rest = _beside(said, word)
        if rest is not None:
            return _applied(WORDS[word], rest, name, definitions)
    return None


def _beside(said: str, word: str) -> str | None:
    """What is beside the word, which is at either end of the text; None where it is not there."""
    before, after = (r"\b" if letter.isalnum() else "" for letter in (word[0], word[-1]))
    if found := re.match(re.escape(word) + after, said, re.IGNORECASE):
        return said[found.end() :]
    if found := re.search(before + re.escape(word) + "$", said, re.IGNORECASE):
        return said[: found.start()]
    return None


def _applied(
    operation: Operation, rest: str, name: str, definitions: Mapping[str, Definition]
) -> Apply:
    """Raises MisfitError where what is written beside the word is not what the operation has."""
    rest = rest.strip(" ():,")
    if operation.definition:
        if rest not in definitions or not isinstance(definitions[rest], operation.definition):
            known = [
                one.name for one in definitions.values() if isinstance(one, operation.definition)
            ]
            raise MisfitError(
                f'there is no {operation.definition.__name__.lower()} "{rest[:40]}"',
                did_you_mean(rest, known),
            )
        return Apply(name, operation, (), rest)
    numbers = re.split(r"\s*(?:\.\.|:|,|\s)\s*", rest.strip("[] ")) if rest else []
    if len(numbers) == 1 and operation.numbers == 2:
        numbers *= 2
    if len(numbers) != operation.numbers or not all(
        re.fullmatch(r"\d{1,6}", one, re.ASCII) for one in numbers
    ):
        wanted = {0: "no number", 1: "one number", 2: "two numbers"}[operation.numbers]
        raise MisfitError(
            f'{operation.name} has {wanted} beside it, not "{rest[:40]}"',
            f"write {_example(operation)}",
        )
    return Apply(name, operation, tuple(map(int, numbers)))


def _example(operation: Operation) -> str:
    return " ".join([operation.name, *{0: [], 1: ["8"], 2: ["7..0"]}[operation.numbers]])


def _figure(
    said: str, name: str, definitions: Mapping[str, Definition], figures: Mapping[str, object]
) -> Call | Repeat:
    """Another figure, by its name; it is repeated where a number is beside it.

    Raises MisfitError for what nothing is known by.
    """
    if said in figures:
        return Call(name, said)
    found = next((found for form in ROUNDS if (found := form.fullmatch(said))), None)
    if not found or (found["name"] not in figures and not said.lower().startswith("repeat")):
        word = re.split(r"[\s(:]", said)[0]
        raise MisfitError(
            f'"{said[:40]}" is no operation',
            did_you_mean(word, {*OPERATIONS, *HEADS, *definitions, *figures}),
        )
    target, first, last = found.group("name", "first", "last")
    bounds = (int(first), int(last)) if last else (0, int(first) - 1)
    if bounds == (0, -1) or abs(bounds[1] - bounds[0]) >= MOST_ROUNDS:
        raise MisfitError(
            f"a figure is repeated 1 to {MOST_ROUNDS:,} times", f"write repeat 10 {target}"
        )
    return Repeat(name, target, *bounds)
