"""Designs with arrays in a memory outside (MEMORY_PORT), each with what the memory begins with."""

import random

from cryptagon.hls.check import CDesign

HEAD = "#include <cryptagon.h>\n#include <stdint.h>\n#include <string.h>\n"
CHOOSE = random.Random(18)


def words(count: int, bits: int) -> list[int]:
    """Random elements."""
    return [CHOOSE.getrandbits(bits) for _ in range(count)]


SUM = CDesign(
    "port_sum",
    HEAD
    + """
STREAM_IN(uint16_t, count)
STREAM_OUT(uint32_t, total)
MEMORY_PORT uint32_t data[1024];
HARDWARE void sum(void) {
    uint16_t n = stream_read(count);
    uint32_t all = 0;
    for (int i = 0; i < n; i++) all += data[i];
    stream_write(total, all);
}
""",
    {"count": [0, 1, 7, 100, 1023]},
    memories={"data": words(1024, 32)},
)
SORT = CDesign(
    "port_sort",
    HEAD
    + """
STREAM_IN(uint8_t, count)
STREAM_OUT(uint8_t, done)
MEMORY_PORT int16_t data[100];   // no power of two
HARDWARE void sort(void) {
    uint8_t n = stream_read(count);
    for (int i = 1; i < n; i++) {
        int16_t one = data[i];
        int at = i;
        for (; at > 0; at--) {
            int16_t before = data[at - 1];
            if (before <= one) break;
            data[at] = before;
        }
        data[at] = one;
    }
    memory_fence(data);
    stream_write(done, n);
}
""",
    {"count": [12, 30]},
    memories={"data": words(100, 16)},
)
COPY = CDesign(
    "port_copy",
    HEAD
    + """
struct job { uint8_t from, to, length; };
STREAM_IN(struct job, jobs)
STREAM_OUT(uint8_t, done)
MEMORY_PORT uint64_t source[256];
MEMORY_PORT uint64_t target[512];
HARDWARE void copy(void) {
    struct job job = stream_read(jobs);
    uint8_t n = job.length & 127;
    memcpy(target + job.to, source + (job.from & 127), 8 * n);
    memory_fence(target);
    stream_write(done, n);
}
""",
    {
        "jobs": [
            {"from": 3, "to": 200, "length": 100},
            {"from": 0, "to": 0, "length": 0},
            {"from": 127, "to": 255, "length": 127},
        ]
    },
    memories={"source": words(256, 64), "target": words(512, 64)},
)
BYTES = CDesign(
    "port_bytes",
    HEAD
    + """
STREAM_IN(uint8_t, in)
STREAM_OUT(uint8_t, out)
MEMORY_PORT uint32_t data[64];
HARDWARE void bytes(void) {
    uint8_t x = stream_read(in);
    ((uint8_t *)data)[x] ^= x;
    ((uint16_t *)data)[5] = (uint16_t)(x * 257);
    stream_write(out, ((uint8_t *)data)[(uint8_t)(x + 1)]);
}
""",
    {"in": list(range(0, 256, 5))},
    memories={"data": words(64, 32)},
)
POINTERS = CDesign(
    "port_pointers",
    HEAD
    + """
STREAM_IN(uint8_t, in)
STREAM_OUT(uint8_t, out)
MEMORY_PORT uint8_t left[40];
MEMORY_PORT uint8_t right[64];
static uint8_t checksum(const uint8_t *text, int length) {
    uint8_t sum = 0;
    while (length--) sum = (uint8_t)(3 * sum + *text++);
    return sum;
}
HARDWARE void pointers(void) {
    uint8_t x = stream_read(in);
    uint8_t *chosen = x & 1 ? left : right;
    chosen[x & 31] += 5;
    stream_write(out, checksum(left + (x & 7), 5) + checksum(right, 9));
}
""",
    {"in": list(range(0, 60, 7))},
    memories={"left": words(40, 8), "right": words(64, 8)},
)
TABLES = CDesign(
    "port_tables",
    HEAD
    + """
STREAM_IN(uint8_t, in)
STREAM_OUT(uint8_t, out)
MEMORY_PORT uint_t(128) wide[2];
MEMORY_PORT static uint16_t grid[6][10];
MEMORY_PORT uint8_t cleared[300];
HARDWARE void tables(void) {
    uint8_t x = stream_read(in), row = x % 6, column = x % 10;
    wide[x & 1] = (wide[x & 1] << 9) + x;
    grid[row][column] += x;
    if (x > 200) memset(cleared, x, sizeof cleared);
    stream_write(out, (uint8_t)(grid[row][0] ^ (uint8_t)(wide[1] >> 64)));
}
""",
    {"in": [7, 250, 3, 77, 201, 128]},
    memories={"wide": words(2, 128), "grid": words(60, 16), "cleared": words(300, 8)},
)
# What comes on no stream: a memory that tells the design what to do, and one that it only writes.
ONLY_MEMORY = CDesign(
    "port_search",
    HEAD
    + """
STREAM_IN(uint8_t, wanted)
STREAM_OUT(uint8_t, place)
MEMORY_PORT uint8_t text[128];
MEMORY_PORT uint16_t log_[16];
REGISTER uint8_t runs;
HARDWARE void search(void) {
    uint8_t one = stream_read(wanted), at = 0;
    while (at < 127 && text[at] != one) at++;
    log_[runs++ & 15] = (uint16_t)(one << 8 | at);
    stream_write(place, at);
}
""",
    {"wanted": list(range(0, 250, 11))},
    memories={"text": words(128, 8)},
)
MEMORY_PORTS = (SUM, SORT, COPY, BYTES, POINTERS, TABLES, ONLY_MEMORY)
