"""C++ for hardware."""

import re

import pytest

from cryptagon.errors import CryptagonError
from cryptagon.hls import compile_source
from cryptagon.hls.check import check_equivalence

HEAD = """#include <cryptagon.h>
STREAM_IN(uint_t(64), in)
STREAM_OUT(uint_t(64), out)
"""
FEISTEL = (
    HEAD
    + """namespace words {
template <int N>
struct Word {
    uint_t(N) value;
    constexpr Word(uint_t(N) given = 0) : value(given) {}
    Word operator+(const Word &other) const { return Word(value + other.value); }
    Word &operator^=(const Word &other) { value ^= other.value; return *this; }
    template <int BY> Word turned() const { return Word(value << BY | value >> (N - BY)); }
};
template <typename T>
void exchange(T &a, T &b) { T kept = a; a = b; b = kept; }
}
using Half = words::Word<32>;
HARDWARE void feistel() {
    uint_t(64) block = stream_read(in);
    Half left(block >> 32), right(block);
    auto mixed = [&](int round) { return left.turned<7>() + Half(round); };
    for (int i = 0; i < 8; i++) {
        right ^= mixed(i);
        words::exchange(left, right);
    }
    stream_write(out, (uint_t(64))left.value << 32 | right.value);
}"""
)
# The same in C.
IN_C = (
    HEAD
    + """HARDWARE void feistel(void) {
    uint_t(64) block = stream_read(in);
    uint_t(32) left = block >> 32, right = block;
    for (int i = 0; i < 8; i++) {
        uint_t(32) next = right ^ ((left << 7 | left >> 25) + i);
        right = left;
        left = next;
    }
    stream_write(out, (uint_t(64))left << 32 | right);
}"""
)
# Units, tables, registers, memories and items, overloaded and in templates.
DIALECT = """#include <cryptagon.h>
struct item { unsigned data; bit last; };
STREAM_IN(item, in)
STREAM_OUT(unsigned, out)
template <typename T, int N>
struct Ring {
    T at[N];
    unsigned next = 0;
    void put(T x) { at[next++ % N] = x; }
};
namespace { constexpr unsigned square(unsigned i) { return i * i + 3; } }
ROM unsigned squares[4] = {square(0), square(1), square(2), square(3)};
SHARED static unsigned mixed(unsigned x, unsigned y) { return x * y + squares[x & 3]; }
static unsigned twisted(unsigned x) { return x << 3 | x >> 29; }
static uint_t(8) twisted(uint_t(8) x) { return x << 3 | x >> 5; }
HARDWARE void dialect() {
    REGISTER unsigned total = 5;
    DISTRIBUTED_RAM static unsigned kept[16];
    Ring<unsigned, 4> ring;
    for (int i = 0; i < 4; i++) {
        expect_cycles(1);
        item got = stream_read(in);
        ring.put(mixed(got.data, total) + kept[i]);
        kept[i] = got.data;
        if (got.last) total++;
    }
    UNROLL for (unsigned x : ring.at) total ^= twisted(x) + twisted((uint_t(8))x);
    stream_write(out, total);
}"""
LIBRARY = """#include <cryptagon.h>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
HARDWARE void library() {
    std::array<uint32_t, 4> words{};
    for (auto &word : words) word = stream_read(in);
    std::swap(words[0], words[3]);
    stream_write(out, std::rotl(words[0], 3) ^ words[1] ^ words[2] + std::popcount(words[3]));
}"""


def _compiled(text, folder, name="unit.cpp"):
    folder.mkdir(exist_ok=True)
    source = folder / name
    source.write_text(text)
    return source, compile_source(source, folder, module="")


@pytest.mark.parametrize("text", [FEISTEL, DIALECT, LIBRARY], ids=["feistel", "dialect", "library"])
def test_it_does_natively_and_in_hardware_the_same(text, tmp_path):
    source, result = _compiled(text, tmp_path)
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5


CONSTRUCTED = {
    "a constructor outside of its class": """class counter { unsigned at; public: counter(unsigned); ~counter(); unsigned next(); };
counter::counter(unsigned a) : at(a * 3) {}
counter::~counter() { at = 0; }
unsigned counter::next() { return at++; }
HARDWARE void unit() {
    counter c(stream_read(in));
    stream_write(out, c.next() + c.next() * 256);
}
""",
    "constructors of variables outside of functions": """struct pair {
    unsigned a, b;
    pair() : a(3), b(4) {}
    pair(unsigned k) : a(k), b(k * 2) { }
    unsigned sum() { return a + b++; }
};
static pair kept(7);
pair other;
HARDWARE void unit() { stream_write(out, stream_read(in) + kept.sum() * other.sum()); }
""",
}


@pytest.mark.parametrize("name", CONSTRUCTED)
def test_constructors(name, tmp_path):
    source, result = _compiled(HEAD + CONSTRUCTED[name], tmp_path)
    assert check_equivalence(source, result, tmp_path).compared["out"] == 200


def test_objects_cost_nothing(tmp_path):
    """C++ has the registers, states and cycles of the same in C."""
    _, plain = _compiled(IN_C, tmp_path / "c", "unit.c")
    _, objects = _compiled(FEISTEL, tmp_path / "cpp")
    assert objects.module == plain.module == "feistel"
    assert objects.registers.bits == plain.registers.bits
    assert len(objects.states) == len(plain.states)


@pytest.mark.parametrize("suffix", [".cpp", ".cc", ".cxx"])
def test_its_name_tells_the_language(suffix, tmp_path):
    _, result = _compiled(FEISTEL, tmp_path, f"unit{suffix}")
    assert result.core.sources[0].name == "feistel.v"


def test_units_are_called_as_they_are_written(tmp_path):
    _, result = _compiled(DIALECT, tmp_path)
    verilog = result.core.sources[0].read_text()
    assert "mixed_call_0" in verilog and not re.search(r"_Z\w", verilog)


FOREIGN = "namespace a { unsigned outside(unsigned); }\n"
REFUSED = {
    "throw": ("", "if (x == 3) throw 4;", "cannot use 'throw' with exceptions disabled"),
    "declared alone": (FOREIGN, "x = a::outside(x);", "call of 'outside', which cannot become"),
    "missing header": ("#include <nothing>\n", "", "there is no file 'nothing' to include"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_become_hardware_is_refused(what, tmp_path):
    before, inside, message = REFUSED[what]
    body = (
        f"HARDWARE void unit() {{ unsigned x = stream_read(in); {inside} stream_write(out, x); }}"
    )
    with pytest.raises(CryptagonError) as raised:
        _compiled(HEAD + before + body, tmp_path)
    assert message in str(raised.value)
    assert re.search(r"unit\.cpp:\d+", str(raised.value)) and "_Z" not in str(raised.value)


OF_THE_C_LIBRARY = (
    HEAD
    + """#include <algorithm>
#include <cstdlib>
#include <cstring>
HARDWARE void parts() {
    uint_t(64) block = stream_read(in);
    unsigned char bytes[8], other[8];
    std::memcpy(bytes, &block, 8);
    std::memset(other, 1, 8);
    std::swap(bytes[0], bytes[7]);
    std::ldiv_t halves = std::ldiv((long)(block >> 1), 10);
    stream_write(out, std::memcmp(bytes, other, 8) < 0 ? std::max(bytes[3], bytes[5]) : bytes[4]);
    stream_write(out, (uint_t(64))halves.quot ^ (uint_t(64))halves.rem);
    char text[9] = "";
    for (int i = 0; i < 8; i++) text[i] = 'a' + (bytes[i] & 3);
    std::reverse(text, text + 8);
    bool found = std::strchr(text, 'c') != nullptr, before = std::strcmp(text, "bad") < 0;
    stream_write(out, std::strlen(text) + 16 * found + 32 * before);
}"""
)


def test_names_of_the_c_library_in_std(tmp_path):
    source = tmp_path / "parts.cpp"
    source.write_text(OF_THE_C_LIBRARY)
    result = compile_source(source, tmp_path / "out")
    assert check_equivalence(source, result, tmp_path).compared["out"] > 5
