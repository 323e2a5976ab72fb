"""ap_uint and ap_int against the rules of UG1399 (v2023.2, "Arbitrary Precision Data Types"): the
widths of results by a table, values by a model in Python.
"""

import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from cryptagon.hls.vivado.preprocessing import HEADERS
from cryptagon.toolchain import find, run

OPTIONS = ("-x", "c++", "-std=c++23", "-w", f"-I{HEADERS}")
# Operands a and b, an operation, and the result: u for unsigned, s for signed, then the width.
WIDTHS = """
u8 + u8 = u9      u8 + s8 = s10     s8 + s8 = s9     u8 + s12 = s13    s4 + u12 = s14    u1 + u1 = u2
u8 - u8 = s9      u8 - s8 = s10     s8 - s8 = s9     u16 - u4 = s17    s4 - u12 = s14
u8 * u8 = u16     u8 * s8 = s16     s8 * s8 = s16    u100 * u28 = u128
u8 / u3 = u8      u8 / s3 = s9      s8 / u3 = s8     s8 / s3 = s9
u8 % u3 = u3      u8 % s3 = u3      s8 % u3 = s4     s8 % s12 = s8     u4 % u9 = u4
u8 & u3 = u8      u8 | s8 = s9      s8 ^ s3 = s8     u3 ^ s12 = s12
u8 << u3 = u8     s8 >> u3 = s8     u8 << s3 = u8
u8 + int = s33    u40 - int = s42   u8 * char = s16  u8 ^ bool = u8    u8 & unsigned = u32   s8 | long long = s64
"""
TYPES = {"int": "s32", "char": "s8", "bool": "u1", "unsigned": "u32", "long long": "s64"}


def cpp_type(name: str) -> str:
    """The type of C++ of u8, s8 or a type of C."""
    if name in TYPES:
        return name
    return f"ap_{'u' if name[0] == 'u' else ''}int<{name[1:]}>"


def rows() -> list[tuple[str, str, str, str]]:
    """The table, row by row."""
    return re.findall(r"(\w+) (\S+) (long long|\w+) = (\w+)", WIDTHS)


def compiled(text: str, folder: Path) -> str:
    """What a program prints."""
    (folder / "program.cpp").write_text(text)
    tool = find("zig-cc")
    run([*tool.argv, *OPTIONS, "-O1", "program.cpp", "-o", "program"], cwd=folder, env=tool.env)
    return run([str(folder / "program")], cwd=folder).stdout


def test_the_widths_of_results(tmp_path):
    checks = "\n".join(
        f'static_assert(__is_same(decltype(({cpp_type(left)})0 {sign} ({cpp_type(right)})1), {cpp_type(told)}), "{left} {sign} {right}");'
        for left, sign, right, told in rows()
    )
    unary = "static_assert(__is_same(decltype(-ap_uint<8>(0)), ap_int<9>)); static_assert(__is_same(decltype(~ap_int<7>(0)), ap_int<7>));"
    assert len(rows()) == 37
    assert compiled(f'#include "ap_int.h"\n{checks}\n{unary}\nint main() {{}}', tmp_path) == ""


@dataclass(frozen=True)
class Value:
    """An integer of so many bits: the model."""

    number: int
    bits: int
    signed: bool

    @staticmethod
    def of(number: int, bits: int, signed: bool) -> "Value":
        """An integer cut off to a type."""
        number &= (1 << bits) - 1
        return Value(number - (1 << bits if signed and number >> (bits - 1) else 0), bits, signed)


def common(a: Value, b: Value) -> int:
    """Bits that hold the values of both."""
    return max(a.bits + (b.signed and not a.signed), b.bits + (a.signed and not b.signed))


def towards_zero(a: int, b: int) -> int:
    """A quotient as C has it."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def shifted(a: Value, by: int) -> Value:
    """A shift to the left; to the right where it is negative."""
    return Value.of(a.number << by if by >= 0 else a.number >> -by, a.bits, a.signed)


def result(a: Value, sign: str, b: Value) -> Value:  # noqa: PLR0911 - a rule a line
    """What the rules make of two values."""
    either, x, y = a.signed or b.signed, a.number, b.number
    if sign in ("<<", ">>"):
        return shifted(a, y if sign == "<<" else -y)
    if sign == "+":
        return Value.of(x + y, common(a, b) + 1, either)
    if sign == "-":
        return Value.of(x - y, common(a, b) + 1, True)
    if sign == "*":
        return Value.of(x * y, a.bits + b.bits, either)
    if sign == "/":
        return Value.of(towards_zero(x, y), a.bits + b.signed, either)
    if sign == "%":
        width = min(a.bits, b.bits + (not b.signed and a.signed))
        return Value.of(x - y * towards_zero(x, y), width, a.signed)
    number = {"&": x & y, "|": x | y, "^": x ^ y}[sign]
    return Value.of(number, common(a, b), either)


def compared(a: Value, sign: str, b: Value) -> int:
    """A comparison: what is narrower than int as int, others by the wider type, as C compares."""
    widths = [(max(v.bits, 32), v.signed or v.bits < 32) for v in (a, b)]
    width = max(bits for bits, _ in widths)
    unsigned = any(bits == width and not signed for bits, signed in widths)
    x, y = (Value.of(v.number, width, not unsigned).number for v in (a, b))
    return int(
        {"<": x < y, "<=": x <= y, "==": x == y, "!=": x != y, ">": x > y, ">=": x >= y}[sign]
    )


def drawn(draw: random.Random, bits: int, signed: bool) -> Value:
    """A value, an extreme one now and then."""
    edges = (0, 1, -1, 1 << (bits - 1), (1 << (bits - 1)) - 1)
    return Value.of(
        draw.choice(edges) if draw.random() < 0.3 else draw.getrandbits(bits), bits, signed
    )


def written(value: Value) -> str:
    """A value as C++."""
    name = cpp_type(f"{'s' if value.signed else 'u'}{value.bits}")
    return f'{name}("{value.number & ((1 << value.bits) - 1):x}", 16)'


def printed(value: Value) -> str:
    """Width, sign and bits as the programs print them."""
    return f"{value.bits} {int(value.signed)} {value.number & ((1 << value.bits) - 1):0{-(-value.bits // 32) * 8}x}"


PRINT = """#include "ap_int.h"
extern "C" int printf(const char *, ...);
template <int N, bool S> void show(cg_ap<N, S> x) {
    constexpr int words = (N + 31) / 32;
    ap_uint<words * 32> all = ap_uint<N>(x);
    printf("%d %d ", N, (int)S);
    for (int i = words - 1; i >= 0; i--) printf("%08x", all.range(32 * i + 31, 32 * i).to_uint());
    printf("\\n");
}
void show(bool x) { printf("%d\\n", (int)x); }
int main() {
"""
BITS = (1, 2, 7, 8, 13, 31, 32, 33, 64, 65, 128, 200)


@pytest.mark.parametrize("seed", range(3))
def test_random_expressions(seed, tmp_path):
    draw, lines, expected = random.Random(seed), [], []
    for _ in range(120):
        a = drawn(draw, draw.choice(BITS), draw.random() < 0.5)
        b = drawn(draw, draw.choice(BITS), draw.random() < 0.5)
        sign = draw.choice(
            ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "<=", "==", "!=", ">")
        )
        if sign in ("/", "%") and b.number == 0:
            b = Value.of(1, b.bits, b.signed)
            b = b if b.number else Value.of(-1, b.bits, b.signed)
        if sign in ("<<", ">>"):
            b = Value.of(draw.randrange(-a.bits - 3, a.bits + 3), 12, True)
        lines.append(f"show({written(a)} {sign} {written(b)});")
        if sign in ("<", "<=", "==", "!=", ">"):
            expected.append(str(compared(a, sign, b)))
        else:
            expected.append(printed(result(a, sign, b)))
    said = compiled(PRINT + "\n".join(lines) + "\n}\n", tmp_path).splitlines()
    told = list(zip(lines, said, expected, strict=True))
    assert [line for line, got, want in told if got != want] == []


# A statement each on `ap_uint<8> x = 0xb4` and `ap_int<6> s = -3`; what `show` then prints.
STATEMENTS = {
    "show(ap_uint<8>(x.range(6, 3)));": "8 0 00000006",
    "show(x(7, 4) + x(3, 0));": "9 0 0000000f",
    "x.range(5, 2) = 0xfa; show(x);": "8 0 000000a8",
    "x(3, 0) = s; show(x);": "8 0 000000bd",
    "x[0] = 1; x[7] = x[1]; show(x);": "8 0 00000035",
    "show(ap_uint<8>(x.range(0, 7)));": "8 0 0000002d",
    "x.range(0, 3) = 1; show(x);": "8 0 000000b8",
    "show((x, s).value());": "14 0 00002d3d",
    "show(ap_uint<20>((x, ap_uint<4>(5), x[2])));": "20 0 0000168b",
    "ap_uint<3> p; ap_uint<5> q; (p, q) = x; show(p); show(q);": "3 0 00000005\n5 0 00000014",
    "(x(3, 0), x(7, 4)) = x; show(x);": "8 0 0000004b",
    "show(x.concat(s).value());": "14 0 00002d3d",
    "show(x.reverse());": "8 0 0000002d",
    "show(x.lrotate(3)); show(x.rrotate(5));": "8 0 000000a5\n8 0 0000002d",
    "show(x.and_reduce()); show(x.or_reduce()); show(x.xor_reduce()); show(x.nand_reduce());": "0\n1\n0\n1",
    "show(ap_uint<5>(31).and_reduce()); show(ap_uint<5>(16).xor_reduce());": "1\n1",
    "x.set(0); x.clear(7); x.invert(1); show(x); show(x.test(2));": "8 0 00000037\n1",
    "show(ap_int<12>(s)); show(ap_uint<12>(s)); show(ap_int<3>(ap_uint<8>(0x7c)));": "12 1 00000ffd\n12 0 00000ffd\n3 1 00000004",
    "x += 200; show(x); x -= s; show(x); x <<= 1; show(x); x++; show(x);": "8 0 0000007c\n8 0 0000007f\n8 0 000000fe\n8 0 000000ff",
    "show(ap_uint<32>(s.to_int())); show(ap_uint<32>(x.to_uint()));": "32 0 fffffffd\n32 0 000000b4",
    "show(ap_uint<8>(x.length() + s.length()));": "8 0 0000000e",
    'show(ap_uint<16>("0b1010")); show(ap_uint<16>("123"));': "16 0 0000000a\n16 0 0000007b",
    'show(ap_uint<16>("0xbeef")); show(ap_int<8>("-5", 10));': "16 0 0000beef\n8 1 000000fb",
    "show(ap_int<1>(1)); show(ap_int<1>(1) < 0);": "1 1 00000001\n1",
    "show((bool)x[4]); show((x[4] << 3) == 8); show(~x[4]);": "1\n1\n0",
    "show(x ? s : ap_int<6>(1)); switch (x) { case 0xb4: show(true); }": "6 1 0000003d\n1",
    "show(ap_uint<8>(x.countLeadingZeros())); show(ap_uint<8>(ap_uint<8>(5).countLeadingZeros()));": "8 0 00000000\n8 0 00000005",
}  # fmt: skip


def test_statements(tmp_path):
    blocks = "\n".join(f"{{ ap_uint<8> x = 0xb4; ap_int<6> s = -3; {one} }}" for one in STATEMENTS)
    said = compiled(f"{PRINT}{blocks}\n}}\n", tmp_path)
    wanted = "\n".join(STATEMENTS.values())
    assert said.splitlines() == wanted.splitlines()


def test_types_of_vivado_hls_c(tmp_path):
    """What is narrower than int is promoted, as a bit-field is (UG902, v2019.2)."""
    text = """#include "ap_cint.h"
extern "C" int printf(const char *, ...);
int main() {
    uint5 a = 33; a++; a += 31; uint4 b = 15; uint1 c = 3; int3 d = 5; uint8 e = 255; uint72 f = 1;
    f <<= 71; f <<= 1;
    printf("%d %d %d %d %d %d", (int)a, b << 4, (int)c, (int)d, e + 1, (int)f);
}
"""
    assert compiled(text, tmp_path) == "1 240 1 -3 256 0"
