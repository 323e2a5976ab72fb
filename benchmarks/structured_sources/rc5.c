/* RC5-32/12/16 (Rivest, FSE 1994), a half round a cycle: four key words, then blocks until one is the last. */
#include <cryptagon.h>
#include <stdint.h>

#define ROUNDS 12
#define WORDS (2 * (ROUNDS + 1))

STREAM_IN(uint32_t, key)
STREAM_IN(uint32_t, in)
STREAM_IN(bit, last)
STREAM_OUT(uint32_t, out)

static uint32_t left(uint32_t v, uint32_t n) {
    return v << (n & 31) | v >> (-n & 31);
}

HARDWARE void rc5(void) {
    uint32_t l[4];
    for (int i = 0; i < 4; i++) l[i] = stream_read(key);

    uint32_t s[WORDS], filled = 0xb7e15163;
    for (int i = 0; i < WORDS; i++) s[i] = filled, filled += 0x9e3779b9;
    uint32_t a = 0, b = 0;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < WORDS; i++) {
            a = s[i] = left(s[i] + a + b, 3);
            b = left(l[0] + a + b, a + b);
            l[0] = l[1], l[1] = l[2], l[2] = l[3], l[3] = b;
        }
    }

    bit ends;
    do {
        a = stream_read(in) + s[0];
        b = stream_read(in) + s[1];
        ends = stream_read(last);
        for (int i = 2; i < WORDS; i++) {
            uint32_t made = left(a ^ b, b) + s[i];
            a = b, b = made;
        }
        stream_write(out, a);
        stream_write(out, b);
    } while (!ends);
}
