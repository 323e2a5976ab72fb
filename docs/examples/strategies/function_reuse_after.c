/* SHARED: one multiplier, whichever places call it. Two calls on one way collide, so the second takes a cycle of its own. */
#include <cryptagon.h>

STREAM_IN(uint_t(32), in)
STREAM_OUT(uint_t(32), out)

SHARED static uint_t(32) mix(uint_t(32) a, uint_t(32) b) {
    uint_t(32) product = a * (b | 1);
    return product ^ product >> 15;
}

HARDWARE void sum(void) {
    uint_t(32) sum = 1;
    for (;;) {
        uint_t(32) word = stream_read(in);
        sum = mix(sum ^ mix(word, 0x9e3779b9), word);
        stream_write(out, sum);
    }
}
