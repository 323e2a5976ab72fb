// A product in the field of 2^8 elements, one bit a cycle.
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint16_t, in)
STREAM_OUT(uint8_t, out)

HARDWARE void product(void)
{
    for (;;) {
        uint16_t both = stream_read(in);
        uint8_t a = both, b = both >> 8, sum = 0;
#if defined BRANCH
        for (int i = 0; i < 8; i++) {
            if (b & 1) sum ^= a;
            a = a & 0x80 ? a << 1 ^ 0x1b : a << 1;
            b >>= 1;
        }
#elif defined BIT
        for (int i = 0; i < 8; i++) {
            if (b >> i & 1) sum ^= a;
            a = a & 0x80 ? a << 1 ^ 0x1b : a << 1;
        }
#elif defined MASK
        for (int i = 0; i < 8; i++) {
            sum ^= -(b & 1) & a;
            a = a << 1 ^ (-(a >> 7) & 0x1b);
            b >>= 1;
        }
#elif defined MOVING_MASK
        for (uint8_t mask = 1; mask; mask <<= 1) {
            if (b & mask) sum ^= a;
            a = a & 0x80 ? a << 1 ^ 0x1b : a << 1;
        }
#endif
        stream_write(out, sum);
    }
}
