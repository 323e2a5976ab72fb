"""LLVM IR text line by line, each line read once into what it says: for passes between two runs of
LLVM, which itself takes and gives text.

A statement keeps the line that it was read from, so that what no pass changes comes out as it went
in. Names are without `%`; operands are as LLVM writes them, `%x`, `7`, `@table` or a constant
expression.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from cryptagon.hls.ir.text import split_top

BRACKET = re.compile(r"[\[({<]")
NAME = re.compile(r"%([-\w.]+)")
PLAIN = re.compile(r"[%@][-\w.]+")
LABEL = re.compile(r"^([-\w.]+):")
DEBUG = re.compile(r"!dbg !(\d+)")
POINTER_RECORD = re.compile(r"^    #dbg_value\(ptr %([-\w.]+), !(\d+),")
ALLOCA = re.compile(r"^alloca (.*), align \d+")
ALIGNED = re.compile(r", align (\d+)")
LOAD = re.compile(r"^load ([^,]+), ptr (.*?)(?:, align .*)?(?:, !.*)?$")
STORE = re.compile(r"^store (\S+) ([^,]+), ptr (.*?)(?:, align .*)?(?:, !.*)?$")
STEP = re.compile(r"^getelementptr (?:(?:inbounds|nuw|nusw) )*(.*?)(?:, !dbg !\d+)?$")
MERGE = re.compile(r"^phi (\{ .* \}|\S+) (\[ .* \])(?:, !dbg !\d+)?$")
EDGE = re.compile(r"\[ (.+?), %([-\w.]+) \]")
LIFE = re.compile(r"^call void @llvm\.lifetime\.(start|end)")
BLOCK = re.compile(r"^call void @llvm\.(memcpy|memmove|memset)\.[\w.]+\((.*)\)(?: #\d+)?(?:, |$)")
ARITHMETIC = re.compile(
    r"^(zext|and|urem|lshr|trunc)\b(?: nneg| nuw| nsw| exact)* (i\d+) (.*?)(?:, !.*)?$"
)
FIELD = re.compile(r"^extractvalue (\{ .* \}) %([-\w.]+), (\d+)")
FREEZE = re.compile(r"^freeze (\{ .* \}|\S+) %([-\w.]+)")


@dataclass(frozen=True)
class Statement:
    """One line: `result` is "" where it has none, `opcode` is the instruction's, "" for what is
    none.
    """

    text: str
    result: str = ""
    opcode: str = ""

    @cached_property
    def debug(self) -> str:
        """The number of its DILocation, "" for none."""
        found = DEBUG.search(self.text)
        return found[1] if found else ""

    @property
    def alignment(self) -> int:
        """What the address of a read or write is a multiple of: in C that of its type."""
        found = ALIGNED.search(self.text)
        return int(found[1]) if found else 1

    @property
    def place(self) -> str:
        """Its DILocation as the end of a line."""
        return f", !dbg !{self.debug}" if self.debug else ""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The values and blocks that it mentions, each once, its own result left out."""
        return tuple(
            dict.fromkeys(NAME.findall(self.text, len(self.result) + 3 if self.result else 0))
        )

    def having(self, names: Mapping[str, str]) -> "Statement":
        """The same of other operands: `names` gives new ones in place of values by name."""
        if names.keys().isdisjoint(self.names):
            return self
        start = len(self.result) + 3 if self.result else 0
        changed = NAME.sub(lambda match: names.get(match[1], match[0]), self.text[start:])
        return statement(self.text[:start] + changed)

    def giving(self, result: str) -> "Statement":
        """The same with another name for its result."""
        return statement(f"  %{result}{self.text[len(self.result) + 3 :]}")


@dataclass(frozen=True)
class Label(Statement):
    """The beginning of the block `name`."""

    name: str = ""


@dataclass(frozen=True)
class Record(Statement):
    """A debug record."""

    @cached_property
    def pointer(self) -> tuple[str, str]:
        """The pointer that it tells of and the C variable's node in the metadata; both "" where it
        tells of none.
        """
        found = POINTER_RECORD.match(self.text)
        return (found[1], found[2]) if found else ("", "")


@dataclass(frozen=True)
class AllocaLine(Statement):
    """A local variable of type `kind`."""

    kind: str = ""


@dataclass(frozen=True)
class LoadLine(Statement):
    """A read of type `kind` at the operand `pointer`."""

    kind: str = ""
    pointer: str = ""


@dataclass(frozen=True)
class StoreLine(Statement):
    """A write of `value`, of type `kind`, at the operand `pointer`."""

    kind: str = ""
    value: str = ""
    pointer: str = ""


@dataclass(frozen=True)
class StepLine(Statement):
    """Address arithmetic: type, pointer and indices, apart in `parts`."""

    rest: str = ""

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The type, `ptr POINTER`, and the indices with their types."""
        return tuple(_parts(self.rest))

    @property
    def pointer(self) -> str:
        """The operand that it begins at."""
        return self.parts[1].removeprefix("ptr ")


@dataclass(frozen=True)
class ChoiceLine(Statement):
    """A `select` of a one-bit condition between two operands of type `kind`."""

    condition: str = ""
    kind: str = ""
    arms: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class MergeLine(Statement):
    """A `phi` of type `kind`: operands, each with the block that it comes from."""

    kind: str = ""
    edges: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class BlockMove(Statement):
    """`memcpy`, `memmove` or `memset`, by name; its arguments with types and attributes."""

    function: str = ""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True)
class LifeLine(Statement):
    """A mark that the life of a variable `begins` or ends."""

    begins: bool = False


@dataclass(frozen=True)
class ArithmeticLine(Statement):
    """One of the operations that bound their result; `operands` of type `kind`, a cast's with its
    target behind.
    """

    kind: str = ""
    operands: tuple[str, ...] = ()


@dataclass(frozen=True)
class FieldLine(Statement):
    """`extractvalue`: the field number `index` of `item`, which is of type `kind`."""

    kind: str = ""
    item: str = ""
    index: int = 0


@dataclass(frozen=True)
class FreezeLine(Statement):
    """`freeze` of the value `item` of type `kind`."""

    kind: str = ""
    item: str = ""


def statements(lines: Iterable[str]) -> list[Statement]:
    """Lines as statements."""
    return [statement(line) for line in lines]


def texts(body: Iterable[Statement]) -> list[str]:
    """Statements as lines."""
    return [one.text for one in body]


def is_plain(operand: str) -> bool:
    """Whether an operand is the name of a value or of a global variable."""
    return bool(PLAIN.fullmatch(operand))


def statement(line: str) -> Statement:
    """One line, read."""
    if not line.startswith("  "):
        label = LABEL.match(line)
        return Label(line, name=label[1]) if label else Statement(line)
    if line.startswith("    #dbg_"):
        return Record(line)
    result, right = "", line[2:]
    if right.startswith("%"):
        result, _, right = right[1:].partition(" = ")
    opcode = right.partition(" ")[0]
    if opcode in TAIL_CALLS:
        opcode = "call"
    reader = READERS.get(opcode)
    return (reader(line, result, right) if reader else None) or Statement(line, result, opcode)


def _parts(text: str) -> list[str]:
    """What is between commas; only few lines have brackets."""
    return split_top(text) if BRACKET.search(text) else text.split(", ")


def _alloca(line: str, result: str, right: str) -> Statement | None:
    found = ALLOCA.match(right)
    return AllocaLine(line, result, "alloca", kind=found[1]) if found else None


def _load(line: str, result: str, right: str) -> Statement | None:
    found = LOAD.match(right)
    return LoadLine(line, result, "load", kind=found[1], pointer=found[2]) if found else None


def _store(line: str, result: str, right: str) -> Statement | None:
    found = STORE.match(right)
    return (
        StoreLine(line, result, "store", kind=found[1], value=found[2], pointer=found[3])
        if found
        else None
    )


def _step(line: str, result: str, right: str) -> Statement | None:
    found = STEP.match(right)
    return StepLine(line, result, "getelementptr", rest=found[1]) if found else None


def _select(line: str, result: str, right: str) -> Statement | None:
    parts = [part for part in _parts(right.removeprefix("select ")) if not part.startswith("!")]
    (kind, first), (_, second) = map(_typed, parts[1:3])
    return ChoiceLine(
        line,
        result,
        "select",
        condition=parts[0].removeprefix("i1 "),
        kind=kind,
        arms=(first, second),
    )


def _typed(part: str) -> tuple[str, str]:
    """An operand's type and the operand."""
    end = part.index("} ") + 1 if part.startswith("{") else part.index(" ")
    return part[:end], part[end + 1 :]


def _phi(line: str, result: str, right: str) -> Statement | None:
    found = MERGE.match(right)
    return (
        MergeLine(line, result, "phi", kind=found[1], edges=tuple(EDGE.findall(found[2])))
        if found
        else None
    )


def _call(line: str, result: str, right: str) -> Statement | None:
    if life := LIFE.match(right):
        return LifeLine(line, result, "call", begins=life[1] == "start")
    found = BLOCK.match(right)
    return (
        BlockMove(line, result, "call", function=found[1], arguments=tuple(split_top(found[2])))
        if found
        else None
    )


def _arithmetic(line: str, result: str, right: str) -> Statement | None:
    found = ARITHMETIC.match(right)
    return (
        ArithmeticLine(
            line, result, found[1], kind=found[2], operands=tuple(re.split(", | to ", found[3]))
        )
        if found
        else None
    )


def _field(line: str, result: str, right: str) -> Statement | None:
    found = FIELD.match(right)
    return (
        FieldLine(line, result, "extractvalue", kind=found[1], item=found[2], index=int(found[3]))
        if found
        else None
    )


def _freeze(line: str, result: str, right: str) -> Statement | None:
    found = FREEZE.match(right)
    return FreezeLine(line, result, "freeze", kind=found[1], item=found[2]) if found else None


TAIL_CALLS = frozenset(("tail", "musttail", "notail"))
READERS: dict[str, Callable[[str, str, str], Statement | None]] = {
    "alloca": _alloca,
    "load": _load,
    "store": _store,
    "getelementptr": _step,
    "select": _select,
    "phi": _phi,
    "call": _call,
    "extractvalue": _field,
    "freeze": _freeze,
    **dict.fromkeys(("zext", "and", "urem", "lshr", "trunc"), _arithmetic),
}
