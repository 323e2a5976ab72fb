/* One call in a clocked loop is one multiplier: the second application takes a cycle of its own. */
#include <cryptagon.h>

STREAM_IN(uint_t(32), in)
STREAM_OUT(uint_t(32), out)

static uint_t(32) mix(uint_t(32) a, uint_t(32) b) {
    uint_t(32) product = a * (b | 1);
    return product ^ product >> 15;
}

HARDWARE void sum(void) {
    uint_t(32) sum = 1, word = any(uint_t(32)), mixed = any(uint_t(32));
    bit again = 0;
    for (;;) {
        if (!again) word = stream_read(in);
        mixed = mix(again ? sum ^ mixed : word, again ? word : (uint_t(32))0x9e3779b9);
        if (again) {
            sum = mixed;
            stream_write(out, sum);
        }
        again = !again;
    }
}
