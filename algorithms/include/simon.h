/* SIMON with words of 48 bits (IACR ePrint 2013/404) in its parts, each used by the cores as their architecture wants it. */
#ifndef SIMON_H
#define SIMON_H

#include <cryptagon.h>

typedef uint_t(48) word_t;

/* Of a block x and y; of the key the words of two rounds. */
struct pair {
    word_t first, second;
};

static inline word_t left(word_t x, int n) {
    return x << n | x >> (48 - n);
}

/* 3.1: x becomes y + f(x) + k, and y becomes x. */
static inline struct pair do_round(struct pair block, word_t key) {
    word_t f = (left(block.first, 1) & left(block.first, 8)) ^ left(block.first, 2);
    return (struct pair){block.second ^ f ^ key, block.first};
}

/* 3.2: what is added to k_i to make k_(i+2), but for z_i: c + (1 + S^-1) S^-3 k_(i+1), with c = 2^48 - 4. */
static inline word_t key_sum(word_t key) {
    return left(key, 45) ^ left(key, 44) ^ ~(word_t)3;
}

#endif
