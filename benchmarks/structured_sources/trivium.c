/* Trivium (De Canniere and Preneel, eSTREAM), 64 steps a cycle: key and IV, then so many words of key stream. Bit 0 is s1 of each register. */
#include <cryptagon.h>

typedef uint_t(64) word_t;
struct state {
    uint_t(93) a;
    uint_t(84) b;
    uint_t(111) c;
};

STREAM_IN(uint_t(80), key)
STREAM_IN(uint_t(80), iv)
STREAM_IN(uint_t(16), words)
STREAM_OUT(uint_t(64), out)

/* Bit i of tap(x, n) is bit n of x before step 63 - i: the newest bit comes in at bit 0. */
#define TAP(x, n) ((word_t)((x) >> ((n) - 64)))

static word_t sums(struct state *s) {
    word_t a = TAP(s->a, 66) ^ TAP(s->a, 93), b = TAP(s->b, 69) ^ TAP(s->b, 84), c = TAP(s->c, 66) ^ TAP(s->c, 111);
    word_t to_b = a ^ (TAP(s->a, 91) & TAP(s->a, 92)) ^ TAP(s->b, 78);
    word_t to_c = b ^ (TAP(s->b, 82) & TAP(s->b, 83)) ^ TAP(s->c, 87);
    word_t to_a = c ^ (TAP(s->c, 109) & TAP(s->c, 110)) ^ TAP(s->a, 69);
    s->a = (uint_t(93))(s->a << 64) | to_a;
    s->b = (uint_t(84))(s->b << 64) | to_b;
    s->c = (uint_t(111))(s->c << 64) | to_c;
    return a ^ b ^ c;
}

HARDWARE void trivium(void) {
    struct state s = {stream_read(key), stream_read(iv), (uint_t(111))7 << 108};
    for (int i = 0; i < 4 * 288 / 64; i++) sums(&s);

    uint_t(16) count = stream_read(words);
    for (uint_t(16) i = 0; i < count; i++) stream_write(out, sums(&s));
}
