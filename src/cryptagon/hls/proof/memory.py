"""Reads of constant tables: a pointer as a table and a place in it, and what lies there."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from cryptagon.hls.ir.instructions import Address, Const, Instruction, Operand, PointerStep
from cryptagon.hls.ir.layout import ARRAY_TYPE, members, type_size
from cryptagon.hls.memory.roms import Tables
from cryptagon.hls.proof.meaning import NotCoveredError
from cryptagon.hls.proof.sheet import Sheet, Value, literal, zeros

ADDRESS_BITS = 32


@dataclass(frozen=True)
class TablePlace:
    """A byte of a table: a constant offset, and strides in bytes times indices that are added to
    it.
    """

    table: str
    offset: int = 0
    terms: tuple[tuple[int, Value], ...] = ()

    def moved(self, offset: int, terms: tuple[tuple[int, Value], ...] = ()) -> "TablePlace":
        """The address so much further on."""
        return TablePlace(self.table, self.offset + offset, (*self.terms, *terms))


@dataclass(frozen=True)
class _View:
    """A table seen as words of `size` bytes, at the byte `first` and every `step` bytes on."""

    table: str
    size: int
    first: int
    step: int


class TableMemory:
    """The constant tables of an LLVM module; each view of one becomes a Verilog module."""

    def __init__(self, module_text: str) -> None:
        self.tables = Tables(module_text)
        self.modules: dict[_View, str] = {}
        self._reads = 0

    def address(
        self,
        pointer: Address,
        step_of: Callable[[str], Instruction],
        use: Callable[[Operand], Value],
    ) -> TablePlace:
        """Where a pointer leads; `step_of` gives the getelementptr that an SSA value is, `use` the
        value of an index.
        """
        if pointer.name:
            step = step_of(pointer.name)
            assert isinstance(step, PointerStep), step
            return self._stepped(
                self.address(step.base, step_of, use), step.kind, [(o, use) for o in step.operands]
            )
        if pointer.table not in self.tables:
            raise NotCoveredError(f"the address '{pointer.text}' is not covered")
        known: list[Operand] = [Const(64, index & (1 << 64) - 1) for index in pointer.indices]
        return self._stepped(TablePlace(pointer.table), pointer.kind, [(o, use) for o in known])

    def _stepped(
        self, base: TablePlace, kind: str, indices: list[tuple[Operand, Callable[[Operand], Value]]]
    ) -> TablePlace:
        """The address that a getelementptr of `kind` leads to: the first index counts whole ones,
        each other goes one level into it.
        """
        for number, (index, use) in enumerate(indices):
            if number and not ARRAY_TYPE.match(kind):
                assert isinstance(index, Const), "only constants choose a struct's member"
                member = members(kind, self.tables.named)[index.value]
                base, kind = base.moved(member.offset), member.kind
                continue
            kind = ARRAY_TYPE.match(kind)[2] if number else kind  # type: ignore[index]
            stride = type_size(kind, self.tables.named)
            if isinstance(index, Const):
                base = base.moved(
                    stride * (index.value - (index.value >> index.width - 1 << index.width))
                )
            else:
                base = base.moved(0, ((stride, use(index)),))
        return base

    def read(self, sheet: Sheet, address: TablePlace, width: int) -> Value:
        """`width` bits at an address; what is read past the table's end is open."""
        size, data = -(-width // 8), self.tables.bytes_of(address.table)
        view = self._view(address, size)
        terms = [
            sheet.wire(
                ADDRESS_BITS, f"{self._index(sheet, value)} * {literal(ADDRESS_BITS, stride)}"
            )
            for stride, value in address.terms
        ]
        total = sheet.wire(
            ADDRESS_BITS, " + ".join([*terms, literal(ADDRESS_BITS, address.offset)])
        )
        self._reads += 1
        found = f"read_{self._reads}"
        number = f"{total} >> {view.step.bit_length() - 1}"
        sheet.lines.append(f"  wire [{8 * size - 1}:0] {found};")
        sheet.lines.append(
            f"  {self._module(view)} {found}_table (.number({sheet.wire(ADDRESS_BITS, number)}), .data({found}));"
        )
        if not terms and 0 <= address.offset <= len(data) - size:
            return Value(sheet.wire(width, f"{found}[{width - 1}:0]"), width)
        past = [
            f"({total} > {literal(ADDRESS_BITS, len(data) - size)})",
            *(f"(|{value.open})" for _, value in address.terms if value.open),
        ]
        return Value(
            sheet.wire(width, f"{found}[{width - 1}:0]"),
            width,
            sheet.wire(width, f"{{{width}{{{' | '.join(past)}}}}}"),
        )

    def _index(self, sheet: Sheet, value: Value) -> str:
        """An index as ADDRESS_BITS bits; it is signed."""
        if value.width >= ADDRESS_BITS:
            return sheet.wire(ADDRESS_BITS, f"{sheet.named(value).text}[{ADDRESS_BITS - 1}:0]")
        return sheet.wire(ADDRESS_BITS, f"$signed({value.text})")

    def _view(self, address: TablePlace, size: int) -> _View:
        """The coarsest view whose words all addresses fall on; its step is a power of two."""
        step = math.gcd(*(stride for stride, _ in address.terms)) or size
        step &= -step
        return _View(address.table, size, address.offset % step, step)

    def _module(self, view: _View) -> str:
        return self.modules.setdefault(view, f"reference_table_{len(self.modules)}")

    def verilog(self) -> list[str]:
        """The modules of all views that were read."""
        return [line for view, name in self.modules.items() for line in self._table(view, name)]

    def _table(self, view: _View, name: str) -> list[str]:
        data, width = self.tables.bytes_of(view.table), 8 * view.size
        starts = range(view.first, len(data) - view.size + 1, view.step)
        words = [int.from_bytes(data[at : at + view.size], "little") for at in starts]
        bits = max(1, (len(words) - 1).bit_length())
        rows = [
            f"      {bits}'d{number}: data = {width}'h{word:x};"
            for number, word in enumerate(words)
        ]
        head = f"module {name} (input wire [{ADDRESS_BITS - 1}:0] number, output reg [{width - 1}:0] data);"
        return [
            head,
            "  always @*",
            f"    case (number[{bits - 1}:0])",
            *rows,
            f"      default: data = {zeros(width)};",
            "    endcase",
            "endmodule",
            "",
        ]
