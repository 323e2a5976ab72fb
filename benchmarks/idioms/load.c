// A word of four bytes, the lowest first.
#include <cryptagon.h>
#include <stdint.h>
#include <string.h>

STREAM_IN(uint8_t, in)
STREAM_OUT(uint32_t, out)

static uint32_t load(const uint8_t *bytes)
{
#if defined SHIFTS
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
#elif defined COPY
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
#elif defined CAST
    return *(const uint32_t *)bytes;
#elif defined LOOP
    uint32_t word = 0;
    UNROLL for (int i = 3; i >= 0; i--) word = word << 8 | bytes[i];
    return word;
#elif defined UNION
    union { uint8_t bytes[4]; uint32_t word; } u;
    UNROLL for (int i = 0; i < 4; i++) u.bytes[i] = bytes[i];
    return u.word;
#endif
}

HARDWARE void words(void)
{
    for (;;) {
        uint8_t block[16];
        for (int i = 0; i < 16; i++) block[i] = stream_read(in);
        uint32_t sum = 0;
        for (int i = 0; i < 4; i++) sum = sum * 3 + load(block + 4 * i);
        stream_write(out, sum);
    }
}
