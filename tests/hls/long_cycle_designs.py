"""Designs whose cycles are as long as HARDWARE_LEVELS says."""

from language_designs import WORD_STREAMS

from cryptagon.hls.check import CDesign

WORDS = [0, 1, 0xFFFFFFFF, 0x80000000, 12345, 0xDEADBEEF, 77, 0x01020304, 5, 1 << 20]


def leveled(name: str, levels: int, body: str, head: str = "") -> CDesign:
    """One word in, one word out."""
    source = f"#include <stdint.h>\n{WORD_STREAMS}{head}HARDWARE_LEVELS({levels}) void unit(void) {{\n{body}\n}}\n"
    return CDesign(name, source, {"in": WORDS})


STEP = "static uint32_t step(uint32_t x, uint32_t k) { return (x << 5 | x >> 27) + k; }\n"
STEPS = """uint32_t x = stream_read(in);
x = step(step(step(step(x, 1), 2), 3), 4);
x = step(step(step(step(x, 5), 6), 7), 8);
stream_write(out, x);"""

LONG_CYCLES = [
    leveled("steps_of_any_length", 100, STEPS, STEP),
    leveled("two_steps_a_cycle", 6, STEPS, STEP),
    leveled("one_step_a_cycle", 5, STEPS, STEP),
    leveled(
        "chains_beside_each_other",
        6,
        """uint32_t x = stream_read(in), a = x, b = x ^ 7, c = x ^ 9;
        a = step(step(step(step(a, 1), 2), 3), 4);
        b = step(step(step(step(b, 5), 6), 7), 8);
        c = step(step(step(step(c, 9), 1), 2), 3);
        stream_write(out, a ^ b ^ c);""",
        STEP,
    ),
    leveled(
        "one_long_operation",
        1,
        """uint32_t x = stream_read(in);
        stream_write(out, (x << (x & 31)) + 1);""",
    ),
    leveled(
        "products_in_pieces",
        6,
        """uint32_t x = stream_read(in), y = step(x, 7);
        uint64_t wide = (uint64_t)x * y, square = wide * (wide ^ x);
        uint_t(100) widest = (uint_t(100))square * (uint_t(100))(wide >> 7);
        int64_t signs = (int64_t)(int32_t)x * (int32_t)y;
        stream_write(out, square >> 31 ^ widest >> 77 ^ signs >> 20 ^ y * (x >> 9) ^ (x & 0xFFF) * (y & 0x1FFFF));""",
        STEP,
    ),
    leveled(
        "writes_on_late_ways",
        4,
        """uint32_t x = stream_read(in), y = step(step(x, 3), x);
        if (y & 1) { stream_write(out, step(y, 1)); y = step(step(y, 2), 3); }
        else if (y & 2) y = step(step(step(y, y), 4), 5);
        else { wait(); y ^= 1; }
        if (y > x) { wait(); y += 5; }
        stream_write(out, y);""",
        STEP,
    ),
    leveled(
        "loops_of_long_iterations",
        5,
        """uint32_t x = stream_read(in), sum = 0;
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j <= i; j++) x = step(step(x, i), j) ^ sum;
            sum += step(step(x, sum), 9);
            if (sum % 16 == 3) break;
        }
        stream_write(out, x + sum);""",
        STEP,
    ),
    leveled(
        "memories_in_long_cycles",
        3,
        """BLOCK_RAM static uint32_t kept[16];
        DISTRIBUTED_RAM static uint32_t near[16];
        uint32_t x = stream_read(in), y = step(x, 4);
        kept[y & 15] = step(y, x);
        near[x & 15] = step(step(x, 1), 2);
        uint32_t z = kept[step(step(x, y), 3) & 15];
        z += near[(z >> 3) & 15];
        kept[z & 15] = z;
        near[z & 15] = step(z, 4);
        stream_write(out, z + near[y & 15]);""",
        STEP,
    ),
    leveled(
        "shared_functions_in_long_cycles",
        4,
        """uint32_t x = stream_read(in);
        uint32_t y = power(step(x, 3), 5), z = mixed(step(y, x)) + mixed(x);
        stream_write(out, power(z, y & 7) ^ z);""",
        STEP
        + """SHARED static uint32_t mixed(uint32_t a) { return step(step(step(a, 1), a), 2); }
SHARED static uint32_t power(uint32_t a, uint32_t n) {
    uint32_t r = 1;
    for (; n; n >>= 1) { if (n & 1) r = step(step(r, a), 1); a = step(step(a, a), 3); }
    return r + step(step(a, 1), 2);
}
""",
    ),
    leveled(
        "looks_at_streams_in_long_cycles",
        3,
        """uint32_t sum = 0;
        for (int i = 0; i < 3; i++) {
            if (step(step(stream_peek(in), sum), 2) & 1) sum = step(step(sum, 1), 2);
            sum ^= step(step(stream_read(in), i), 3);
            if (stream_has(in)) sum |= 0;
        }
        stream_write(out, sum);""",
        STEP,
    ),
]
