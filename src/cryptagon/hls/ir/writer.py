"""Writes LLVM instructions in place of one line of a function: slices, concatenations and
repetitions of bits.
"""

from dataclasses import dataclass, field


@dataclass
class LlvmWriter:
    """Instructions in order.

    The names made here begin with `prefix`; each instruction ends with `notes`, such as its
    location.
    """

    prefix: str
    notes: str = ""
    lines: list[str] = field(default_factory=list)
    count: int = 0

    def emit(self, expression: str, name: str = "") -> str:
        """Adds `%name = expression`, by default under a name of its own; returns `%name`."""
        result = name or f"%{self.unique(self.prefix)}"
        self.do(f"{result} = {expression}")
        return result

    def unique(self, name: str) -> str:
        """`name` with a number that no other name of this writer has."""
        self.count += 1
        return f"{name}.{self.count}"

    def do(self, instruction: str) -> None:
        """Adds an instruction without result."""
        self.lines.append(f"  {instruction}{self.notes}")

    def slice(self, value: str, width: int, low: int, bits: int) -> str:
        """`bits` bits of a value of `width`, from bit `low` on."""
        shifted = self.emit(f"lshr i{width} {value}, {low}") if low else value
        return shifted if bits == width else self.emit(f"trunc i{width} {shifted} to i{bits}")

    def placed(self, value: str, width: int, low: int, bits: int) -> str:
        """A value of `width` bits at bit `low` of `bits` bits that are 0 elsewhere."""
        wide = value if bits == width else self.emit(f"zext i{width} {value} to i{bits}")
        return self.emit(f"shl i{bits} {wide}, {low}") if low else wide

    def repeated(self, byte: str, size: int) -> str:
        """`size` bytes that all are `byte`, an operand of 8 bits."""
        bits = 8 * size
        if not byte.startswith("%"):
            return str(int.from_bytes(bytes([int(byte) & 255]) * size, "little"))
        value, filled = self.placed(byte, 8, 0, bits), 8
        while filled < bits:
            value = self.emit(f"or i{bits} {value}, {self.emit(f'shl i{bits} {value}, {filled}')}")
            filled *= 2
        return value
