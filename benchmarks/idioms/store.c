// The bytes of four words, the highest first.
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint32_t, in)
STREAM_OUT(uint8_t, out)

HARDWARE void bytes(void)
{
    for (;;) {
        uint32_t words[4];
        for (int i = 0; i < 4; i++) words[i] = stream_read(in);
#if defined INDEX
        for (int i = 0; i < 16; i++) stream_write(out, words[i / 4] >> (24 - 8 * (i % 4)));
#elif defined NEST
        for (int i = 0; i < 4; i++)
            for (int byte = 3; byte >= 0; byte--) stream_write(out, words[i] >> 8 * byte);
#elif defined BLOCK
        uint8_t block[16];
        UNROLL for (int i = 0; i < 4; i++) {
            block[4 * i] = words[i] >> 24;
            block[4 * i + 1] = words[i] >> 16;
            block[4 * i + 2] = words[i] >> 8;
            block[4 * i + 3] = words[i];
        }
        for (int i = 0; i < 16; i++) stream_write(out, block[i]);
#elif defined POINTER
        const uint8_t *p = (const uint8_t *)words;
        for (int i = 0; i < 16; i++) stream_write(out, p[i ^ 3]);
#endif
    }
}
