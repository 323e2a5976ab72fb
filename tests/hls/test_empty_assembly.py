"""Assembly without an instruction is the value as it is."""

from cryptagon.hls.check import CDesign, cosimulate
from cryptagon.hls.source.empty_assembly import without_empty_assembly

HIDDEN = """#include <cryptagon.h>
#include <stdint.h>
STREAM_IN(uint64_t, in)
STREAM_OUT(uint64_t, out)
static uint64_t hide(uint64_t x) { __asm__("" : "+r"(x)); return x; }
static uint8_t hide_byte(uint8_t x) { __asm__ volatile("" : "+r"(x) : : "memory"); return x; }
static const uint8_t *same(const uint8_t *p) { __asm__("" : "+r"(p)); return p; }
HARDWARE void unit(void)
{
    uint64_t x = stream_read(in);
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = x >> 8 * i;
    __asm__ volatile("" : : : "memory");
    __asm__ volatile("" : : "r"(bytes) : "memory");
    stream_write(out, hide(x) + hide_byte(bytes[1]) + same(bytes)[2]);
}
"""


def test_a_hidden_value_is_the_value(tmp_path):
    outcome = cosimulate([CDesign("hidden", HIDDEN, {"in": [0, 0x0102030405]})], tmp_path)["hidden"]
    outcome.check()
    assert outcome.native == {"out": [0, 0x0102030405 + 4 + 3]}


def test_assembly_with_an_instruction_stays():
    text = '  %1 = call i64 asm "bswap $0", "=r,0"(i64 %0), !dbg !7\n  call void asm sideeffect "nop", ""()\n'
    assert without_empty_assembly(text) == text
