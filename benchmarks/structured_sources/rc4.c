/* RC4 (as published in 1994), its state in memory: a key of 1 to 16 bytes, then so many bytes of key stream. */
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint_t(5), key_size)
STREAM_IN(uint8_t, key)
STREAM_IN(uint_t(16), bytes)
STREAM_OUT(uint8_t, out)

HARDWARE void rc4(void) {
    DISTRIBUTED_RAM static uint8_t s[256];
    uint8_t k[16];
    uint_t(5) size = stream_read(key_size);
    for (uint_t(5) i = 0; i < size; i++) k[i & 15] = stream_read(key);

    for (int i = 0; i < 256; i++) s[i] = (uint8_t)i;
    uint8_t j = 0;
    uint_t(5) next = 0;
    for (int i = 0; i < 256; i++) {
        uint8_t moved = s[i];
        j += moved + k[next & 15];
        s[i] = s[j];
        s[j] = moved;
        next = next + 1 == size ? 0 : next + 1;
    }

    uint_t(16) count = stream_read(bytes);
    uint8_t i = 0;
    j = 0;
    for (uint_t(16) n = 0; n < count; n++) {
        uint8_t a = s[++i];
        j += a;
        uint8_t b = s[j];
        s[i] = b;
        s[j] = a;
        stream_write(out, s[(uint8_t)(a + b)]);
    }
}
