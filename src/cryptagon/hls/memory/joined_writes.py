"""Writes of parts of one element of a RAM, one after another, as one write: its port makes one a
cycle.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cryptagon.hls.ir.statements import Label, Statement, statements, texts
from cryptagon.hls.ir.text_blocks import function_text
from cryptagon.hls.memory.rams import Ram

CALL = re.compile(
    r"^  call void @cg\.write_ram\.(?P<ram>[^(]+)\((?P<address>i\d+ \S+), i\d+ (?P<word>\S+), i\d+ (?P<mask>-?\d+)\)"
)
USE = re.compile(r"@cg\.(?:read|write)_ram\.([^(]+)\(")
BETWEEN = re.compile(r"@cg(?:_wait|\.(?:call|has|peek|read|write)\.[^(]*)\(")
WIRING = re.compile(r"^  %\S+ = (?:zext|sext|trunc|shl|lshr|and|or|add|mul) ")
OPERAND = re.compile(r"%[-\w.]+")
DEEPEST = 8
"""How many instructions back two addresses are compared."""


def with_joined_writes(text: str, function: str, rams: Mapping[str, Ram]) -> str:
    """The module in which writes of parts of one element are one write: those in straight code, of
    lanes that are known and apart, with nothing between them that the design's cycles go by, and no
    other access of the RAM. Of RAMs that the source asks for, each write stays.
    """
    found = {ram.name: ram for ram in rams.values() if ram.inferred and len(ram.lanes) > 1}
    if not found:
        return text
    head, body, tail = function_text(text, function)
    made = _Joiner(statements(body.splitlines()), found).run()
    return "".join([head, "".join(f"{line}\n" for line in texts(made)), tail])


@dataclass(frozen=True)
class _Write:
    """A write of some lanes: the line, the address as it is computed, the word, the mask."""

    line: int
    place: str
    word: str
    mask: int


@dataclass
class _Joiner:
    body: list[Statement]
    rams: Mapping[str, Ram]
    together: dict[str, list[_Write]] = field(default_factory=dict)

    def run(self) -> list[Statement]:
        """The function's statements."""
        self.define = {one.result: one for one in self.body if one.result}
        joined = {writes[-1].line: (ram, writes) for ram, writes in self._groups()}
        gone = {write.line for _, writes in joined.values() for write in writes[:-1]}
        made = list[Statement]()
        for number, one in enumerate(self.body):
            if number in joined:
                made += statements(self._lines(one, *joined[number]))
            elif number not in gone:
                made.append(one)
        return made

    def _groups(self) -> Iterator[tuple[Ram, list[_Write]]]:
        """The writes that are one, two or more, in order."""
        for number, one in enumerate(self.body):
            if isinstance(one, Label) or BETWEEN.search(one.text):
                yield from self._ended(list(self.together))
                continue
            name = (used := USE.search(one.text)) and used[1]
            if not name or name not in self.rams:
                continue
            write = self._write_of(number, one)
            before = self.together.get(name, [])
            if not (write and before and _goes_with(write, before)):
                yield from self._ended([name])
            if write:
                self.together.setdefault(name, []).append(write)
        yield from self._ended(list(self.together))

    def _ended(self, names: Sequence[str]) -> Iterator[tuple[Ram, list[_Write]]]:
        for name in names:
            writes = self.together.pop(name, [])
            if len(writes) > 1:
                yield self.rams[name], writes

    def _write_of(self, number: int, one: Statement) -> _Write | None:
        """A write of some lanes of a word; none for a read and for a write of lanes that vary."""
        call = CALL.match(one.text)
        if call is None:
            return None
        lanes = len(self.rams[call["ram"]].lanes)
        mask = int(call["mask"]) & (1 << lanes) - 1
        return _Write(number, self._computed(call["address"]), call["word"], mask)

    def _computed(self, operand: str, depth: int = DEEPEST) -> str:
        """An operand with what it is computed by in the place of names, as far as that is wiring and
        sums.
        """

        def of_name(match: re.Match[str]) -> str:
            one = self.define.get(match[0][1:])
            if depth == 0 or one is None or not WIRING.match(one.text):
                return match[0]
            _, _, computed = one.text.partition(" = ")
            return f"({self._computed(computed.partition(', !dbg')[0], depth - 1)})"

        return OPERAND.sub(of_name, operand)

    def _lines(self, last: Statement, ram: Ram, writes: Sequence[_Write]) -> list[str]:
        name, width, whole, lines = f"%cg.joined.{writes[-1].line}", ram.width, "", list[str]()
        for number, write in enumerate(writes):
            kept = sum(
                (1 << bits) - 1 << low
                for lane, (low, bits) in enumerate(ram.lanes)
                if write.mask >> lane & 1
            )
            part = f"{name}.{number}"
            lines.append(f"  {part} = and i{width} {write.word}, {kept}")
            if whole:
                lines.append(f"  {part}.all = or i{width} {whole}, {part}")
            whole = f"{part}.all" if whole else part
        mask, lanes = sum(write.mask for write in writes), len(ram.lanes)
        mask = -1 if mask == (1 << lanes) - 1 else mask
        written, _, rest = last.text.partition(", ")
        assert rest
        return [*lines, f"{written}, i{width} {whole}, i{lanes} {mask}){last.place}"]


def _goes_with(write: _Write, before: Sequence[_Write]) -> bool:
    """Whether a write is of other lanes of the same word as those before it."""
    return write.place == before[0].place and not any(write.mask & one.mask for one in before)
