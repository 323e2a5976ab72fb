/* The parts of OMD-SHA256: blocks as eight words, and doubling. */
#ifndef OMD_H
#define OMD_H

#include "sha256.h"

static inline word_t word_of(block_t block, int i) {
    return block >> (224 - 32 * i);
}

static inline block_t block_of(const word_t words[8]) {
    block_t block = 0;
    UNROLL for (int i = 0; i < 8; i++) block = block << 32 | words[i];
    return block;
}

/* What ends a compression: its chaining value is added to the working variables, word by word. */
static inline block_t add_words(const word_t a[8], const word_t b[8]) {
    block_t sum = 0;
    UNROLL for (int i = 0; i < 8; i++) sum = sum << 32 | (word_t)(a[i] + b[i]);
    return sum;
}

/* By x in GF(2^256), with x^256 = x^10 + x^5 + x^2 + 1. */
static inline block_t twice(block_t a) {
    return a << 1 ^ (a >> 255 ? (block_t)0x425 : (block_t)0);
}

#endif
