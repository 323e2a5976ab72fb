// How many bits of a word are set, one bit a cycle.
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint32_t, in)
STREAM_OUT(uint8_t, out)

HARDWARE void count(void)
{
    for (;;) {
        uint32_t x = stream_read(in);
#if defined BYTE
        uint8_t bits = 0;
#else
        int bits = 0;
#endif
#if defined SHIFTED || defined BYTE
        for (int i = 0; i < 32; i++) {
            bits += x & 1;
            x >>= 1;
        }
#elif defined BRANCH
        for (int i = 0; i < 32; i++) {
            if (x & 1) bits++;
            x >>= 1;
        }
#elif defined BIT
        for (int i = 0; i < 32; i++)
            if (x >> i & 1) bits++;
#elif defined UNTIL_ZERO
        for (; x; x >>= 1) bits += x & 1;
#endif
        stream_write(out, bits);
    }
}
