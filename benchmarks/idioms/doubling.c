// Doubling in the field of 2^8 elements.
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint8_t, in)
STREAM_OUT(uint8_t, out)

static uint8_t doubled(uint8_t x)
{
#if defined CHOICE
    return x & 0x80 ? x << 1 ^ 0x1b : x << 1;
#elif defined PRODUCT
    return x << 1 ^ (x >> 7) * 0x1b;
#elif defined MASK
    return x << 1 ^ (-(x >> 7) & 0x1b);
#elif defined SIGNED_SHIFT
    return x << 1 ^ (((int8_t)x >> 7) & 0x1b);
#endif
}

HARDWARE void powers(void)
{
    for (;;) {
        uint8_t x = stream_read(in), y = 0;
        for (int i = 0; i < 4; i++) {
            x = doubled(x);
            y = doubled(x ^ y);
        }
        stream_write(out, y);
    }
}
