/* Speck64/128 (Beaulieu et al., ePrint 2013/404), a round a cycle with its round key: four key words, then blocks until one is the last. */
#include <cryptagon.h>
#include <stdint.h>

struct pair {
    uint32_t x, y;
};

STREAM_IN(uint32_t, key)
STREAM_IN(uint32_t, in)
STREAM_IN(bit, last)
STREAM_OUT(uint32_t, out)

static uint32_t right(uint32_t v, int n) {
    return v >> n | v << (32 - n);
}

static struct pair round_of(struct pair p, uint32_t k) {
    p.x = (right(p.x, 8) + p.y) ^ k;
    p.y = right(p.y, 29) ^ p.x;
    return p;
}

HARDWARE void speck64_128(void) {
    uint32_t words[4];
    for (int i = 0; i < 4; i++) words[i] = stream_read(key);

    bit ends;
    do {
        struct pair p = {stream_read(in), 0};
        p.y = stream_read(in);
        ends = stream_read(last);
        uint32_t k = words[0], l[3] = {words[1], words[2], words[3]};
        for (unsigned i = 0; i < 27; i++) {
            p = round_of(p, k);
            struct pair next = round_of((struct pair){l[0], k}, i);
            l[0] = l[1], l[1] = l[2], l[2] = next.x, k = next.y;
        }
        stream_write(out, p.x);
        stream_write(out, p.y);
    } while (!ends);
}
