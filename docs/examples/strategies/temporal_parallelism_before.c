/* One after the other: a word is read, hashed in eight cycles, and then whitened in eight more by what it hashed to. */
#include <cryptagon.h>

typedef uint_t(32) word_t;

STREAM_IN(word_t, in)
STREAM_OUT(word_t, out)

static word_t step(word_t x, int i) {
    return (x << 5 | x >> 27) + (x ^ (word_t)0x9e3779b9 * (i + 1));
}

HARDWARE void hash(void) {
    for (;;) {
        word_t x = stream_read(in);
        for (int i = 0; i < 8; i++) x = step(x, i);
        word_t y = x;
        for (int i = 0; i < 8; i++) y = (y >> 3 | y << 29) ^ x;
        stream_write(out, y);
    }
}
