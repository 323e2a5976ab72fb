"""Constant tables: read from the LLVM module, written as Verilog that synthesis recognises as
read-only memory.
"""

import re
from dataclasses import dataclass

from cryptagon.hls.ir.layout import inside, members, named_types, type_size
from cryptagon.hls.ir.text import integer_width, split_top

CONSTANT = re.compile(
    r"^@([-\w.]+) = [^=\n]*\bconstant (.*?)(?:, align \d+)?(?:, !dbg !\d+)?$", re.MULTILINE
)
ESCAPE = re.compile(rb"\\(\\|[0-9A-Fa-f]{2})")  # a backslash is there twice


@dataclass(frozen=True)
class Rom:
    """A table of `words` of `width` bits; `address_width` bits select a word.

    `module` is its Verilog module, which no other design has.
    """

    name: str
    module: str
    width: int
    words: tuple[int, ...]

    @property
    def address_width(self) -> int:
        """Bits that select a word."""
        return max(1, (len(self.words) - 1).bit_length())

    def verilog(self) -> str:
        """A module with a case statement: as one `assign` a word, as XLS would write it, an S-box
        takes six times the area on ECP5.
        """
        rows = "\n".join(
            f"      {self.address_width}'d{i}: data = {self.width}'h{word:x};"
            for i, word in enumerate(self.words)
        )
        return f"""module {self.module} (
  input wire [{self.address_width - 1}:0] address,
  output reg [{self.width - 1}:0] data
);
  always @*
    case (address)
{rows}
      default: data = {self.width}'d0;
    endcase
endmodule
"""

    def xls_function(self) -> list[str]:
        """The table as a function of the XLS IR, which becomes an instance of the module.

        Its body counts all the same: XLS evaluates it where it finds the address to be a constant.
        """
        kind, words = f"bits[{self.width}]", ", ".join(map(str, self.words))
        return [
            f'#[ffi_proto("""code_template: "{self.module} {{fn}}(.address({{address}}), .data({{return}}))"',
            '""")]',
            f"fn {self.name}(address: bits[{self.address_width}]) -> {kind} {{",
            f"  words: {kind}[{len(self.words)}] = literal(value=[{words}])",
            f"  ret word: {kind} = array_index(words, indices=[address])",
            "}",
        ]


class Tables:
    """The constant arrays of an LLVM module, as bytes, and the ROMs that a design reads from them;
    their names begin with `design`.
    """

    def __init__(self, module_text: str, design: str = "") -> None:
        self.design = design
        self.named = named_types(module_text)
        self._source = dict(CONSTANT.findall(module_text))
        self.roms: dict[tuple[str, int, int, int], Rom] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._source

    def joined(self, module_text: str, prefix: str) -> dict[str, str]:
        """Takes in the constant arrays of another module; gives those that another one has the name
        of here, each with its new name, which begins with `prefix`.
        """
        renamed: dict[str, str] = {}
        for name, value in CONSTANT.findall(module_text):
            if self._source.setdefault(name, value) != value:
                renamed[name] = prefix + name
                self._source[prefix + name] = value
        self.named = {**named_types(module_text), **self.named}
        return renamed

    def rom(self, name: str, width: int, first: int, step: int) -> Rom:
        """The table `name` seen as words of `width` bits, at the byte `first` and every `step`
        bytes on.
        """
        key, size = (name, width, first, step), -(-width // 8)
        if key not in self.roms:
            data, ones = self.bytes_of(name), (1 << width) - 1
            starts = range(
                first, max(first + 1, len(data) - size + 1), step
            )  # a read past the end is undefined
            words = tuple(
                int.from_bytes(data[start : start + size], "little") & ones for start in starts
            )
            where = "" if (first, step) == (0, size) else f"_from_{first}_by_{step}"
            plain = f"rom_{re.sub(r'[^A-Za-z0-9_]', '_', name)}_{width}{where}"
            while plain in {rom.name for rom in self.roms.values()}:  # `f_t`, and `t` inside of `f`
                plain += "_"
            self.roms[key] = Rom(plain, f"{self.design}_{plain}", width, words)
        return self.roms[key]

    def bytes_of(self, name: str) -> bytes:
        """The bytes of a table."""
        kind, value = kind_and_value(self._source[name])
        return self.encoded(kind, value)

    def encoded(self, kind: str, value: str) -> bytes:
        """A constant of an LLVM type as it lies in memory."""
        size = type_size(kind, self.named)
        if value in ("zeroinitializer", "undef", "poison", "null"):
            return bytes(size)
        if value.startswith('c"'):
            return ESCAPE.sub(
                lambda m: b"\\" if m.group(1) == b"\\" else bytes([int(m.group(1), 16)]),
                value[2:-1].encode(),
            )
        width = integer_width(kind)
        if width is not None:
            number = int(value == "true") if value in ("true", "false") else int(value)
            return (number & ((1 << size * 8) - 1)).to_bytes(size, "little")
        data = b""
        items = split_top(inside(value))
        for item, member in zip(items, members(kind, self.named), strict=True):
            data = data.ljust(member.offset, b"\0") + self.encoded(*kind_and_value(item))
        return data.ljust(size, b"\0")


def initial_bytes(module_text: str, name: str) -> bytes:
    """What the variable `name` of static storage holds at first, as bytes."""
    found = re.search(
        rf"^@{re.escape(name)} = [^=\n]*\bglobal (.*?)(?:, align \d+)?(?:, !dbg !\d+)?$",
        module_text,
        re.MULTILINE,
    )
    assert found, name
    return Tables(module_text).encoded(*kind_and_value(found.group(1)))


def kind_and_value(text: str) -> tuple[str, str]:
    """Splits `[4 x i8] c"..."` or `i32 5` into type and value."""
    depth = 0
    for i, char in enumerate(text):
        depth += (char in "[{<(") - (char in "]}>)")
        if char == " " and depth == 0:
            return text[:i], text[i + 1 :]
    return text, "zeroinitializer"
