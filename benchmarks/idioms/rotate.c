// A rotation by a distance that varies.
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)

static uint32_t rotated(uint32_t x, unsigned by)
{
#if defined BOTH_SHIFTS
    return x << (by & 31) | x >> (-by & 31);
#elif defined BRANCH
    return by ? x << by | x >> (32 - by) : x;
#elif defined WIDE
    return (uint64_t)x << by >> 32 | (uint64_t)x << by;
#elif defined REMAINDER
    return x << by % 32 | x >> (32 - by) % 32;
#endif
}

HARDWARE void rotate(void)
{
    for (;;) {
        uint32_t x = stream_read(in);
        unsigned by = stream_read(in) % 32;
        stream_write(out, rotated(x, by));
    }
}
