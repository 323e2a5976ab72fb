// One of two words, by a bit.
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint64_t, in)
STREAM_OUT(uint32_t, out)

static uint32_t chosen(uint32_t bit, uint32_t a, uint32_t b)
{
#if defined CHOICE
    return bit ? a : b;
#elif defined MASK
    uint32_t mask = -bit;
    return (a & mask) | (b & ~mask);
#elif defined XOR
    return b ^ (-bit & (a ^ b));
#elif defined SUBTRACT_ONE
    uint32_t mask = bit - 1;
    return (a & ~mask) | (b & mask);
#elif defined ARRAY
    uint32_t both[2] = {b, a};
    return both[bit];
#endif
}

HARDWARE void choose(void)
{
    for (;;) {
        uint64_t x = stream_read(in);
        uint32_t a = x >> 32, b = x;
        for (int i = 0; i < 8; i++) {
            uint32_t next = chosen(a & 1, a >> 1 ^ b, b);
            b = chosen(b >> 31, a, b << 1);
            a = next;
        }
        stream_write(out, a ^ b);
    }
}
