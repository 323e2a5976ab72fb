/* The permutation of Ascon (Ascon v1.2, section 2.6) in its parts, each used by the cores as their architecture wants it. */
#ifndef ASCON_H
#define ASCON_H

#include <cryptagon.h>

typedef uint_t(64) word_t;
typedef uint_t(4) round_t; /* counted from 0 of the twelve; the permutation of eight rounds begins with round 4 */

struct state {
    word_t x0, x1, x2, x3, x4;
};

static inline word_t rotate_right(word_t x, int distance) {
    return x >> distance | x << (64 - distance);
}

/* p_C adds it to x2. */
static inline word_t round_constant(round_t round) {
    return (word_t)(round_t)~round << 4 | round;
}

/* p_S: 64 S-boxes, each on one bit of every word. */
static inline struct state substitute(struct state s) {
    s.x0 ^= s.x4;
    s.x4 ^= s.x3;
    s.x2 ^= s.x1;
    struct state t = {
        s.x0 ^ (~s.x1 & s.x2), s.x1 ^ (~s.x2 & s.x3), s.x2 ^ (~s.x3 & s.x4), s.x3 ^ (~s.x4 & s.x0), s.x4 ^ (~s.x0 & s.x1),
    };
    t.x1 ^= t.x0;
    t.x0 ^= t.x4;
    t.x3 ^= t.x2;
    t.x2 = ~t.x2;
    return t;
}

/* p_L: each word is spread over itself. */
static inline struct state diffuse(struct state s) {
    return (struct state){
        s.x0 ^ rotate_right(s.x0, 19) ^ rotate_right(s.x0, 28),
        s.x1 ^ rotate_right(s.x1, 61) ^ rotate_right(s.x1, 39),
        s.x2 ^ rotate_right(s.x2, 1) ^ rotate_right(s.x2, 6),
        s.x3 ^ rotate_right(s.x3, 10) ^ rotate_right(s.x3, 17),
        s.x4 ^ rotate_right(s.x4, 7) ^ rotate_right(s.x4, 41),
    };
}

static inline struct state permute_once(struct state s, round_t round) {
    s.x2 ^= round_constant(round);
    return diffuse(substitute(s));
}

#endif
