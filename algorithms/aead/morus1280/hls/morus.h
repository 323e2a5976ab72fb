/* MORUS-1280 (MORUS v2, section 2): its state and its parts, each used by the cores as they are written. */
#ifndef MORUS_H
#define MORUS_H

#include <cipher_core.h>

typedef block_t element_t; /* the first byte of an element is its least significant one */

#define FIBONACCI ((element_t)0xdd28b57342311120 << 192 | (element_t)0xf12fc26d55183ddb << 128 | (element_t)0x6279e99059372215 << 64 | 0x0d08050302010100)

struct state {
    element_t s0, s1, s2, s3, s4;
};

static inline element_t swap_bytes(block_t block) {
    element_t element = 0;
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) element = element << 8 | (block >> 8 * i & 0xff);
    return element;
}

static inline element_t twice(cipher_key_t key) {
    element_t half = swap_bytes((block_t)key << 128);
    return half << 128 | half;
}

/* Every word of 64 bits turned by itself. */
static inline element_t turn_words(element_t x, int distance) {
    element_t turned = 0;
    UNROLL for (int i = 0; i < 4; i++) {
        uint_t(64) word = x >> 64 * i;
        turned |= (element_t)(uint_t(64))(word << distance | word >> (64 - distance)) << 64 * i;
    }
    return turned;
}

/* The element turned as a whole. */
static inline element_t turn(element_t x, int distance) {
    return x << distance | x >> (256 - distance);
}

/* 2.3: StateUpdate, five rounds. */
SHARED static struct state update(struct state s, element_t message) {
    s.s0 = turn_words(s.s0 ^ (s.s1 & s.s2) ^ s.s3, 13);
    s.s3 = turn(s.s3, 64);
    s.s1 = turn_words(s.s1 ^ (s.s2 & s.s3) ^ s.s4 ^ message, 46);
    s.s4 = turn(s.s4, 128);
    s.s2 = turn_words(s.s2 ^ (s.s3 & s.s4) ^ s.s0 ^ message, 38);
    s.s0 = turn(s.s0, 192);
    s.s3 = turn_words(s.s3 ^ (s.s4 & s.s0) ^ s.s1 ^ message, 7);
    s.s1 = turn(s.s1, 128);
    s.s4 = turn_words(s.s4 ^ (s.s0 & s.s1) ^ s.s2 ^ message, 4);
    s.s2 = turn(s.s2, 64);
    return s;
}

static inline block_t keystream(struct state s) {
    return swap_bytes(s.s0 ^ turn(s.s1, 192) ^ (s.s2 & s.s3));
}

#endif
