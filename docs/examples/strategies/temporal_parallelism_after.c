/* Both at the same time: while one word is whitened, the next is hashed. A stage that has no word says so in a bit. */
#include <cryptagon.h>

typedef uint_t(32) word_t;

STREAM_IN(word_t, in)
STREAM_OUT(word_t, out)

static word_t step(word_t x, int i) {
    return (x << 5 | x >> 27) + (x ^ (word_t)0x9e3779b9 * (i + 1));
}

HARDWARE void hash(void) {
    word_t x = any(word_t), hashed = any(word_t), y = any(word_t);
    bit hashing = 0, whitening = 0;
    uint_t(3) i = 0;
    for (;;) {
        if (i == 0) {
            y = hashed = x;
            whitening = hashing;
            hashing = stream_has(in);
            if (hashing) x = stream_read(in);
        }
        x = step(x, i);
        y = (y >> 3 | y << 29) ^ hashed;
        if (i == 7 && whitening) stream_write(out, y);
        i++;
    }
}
