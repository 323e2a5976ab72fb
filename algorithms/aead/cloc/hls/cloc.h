/* The parts of CLOC (CLOC and SILC v3) that its cores share. */
#ifndef CLOC_H
#define CLOC_H

#define TAG_BYTES 8

/* The state: what gives keystream, and what gives the tag. */
struct pair {
    block_t feedback, tag;
};

/* ozp(param || N): nonces of 96 bits, tags of 64 bits. */
static inline block_t with_param(block_t nonce) {
    return (block_t)0xc0 << 120 | nonce >> 8 | (block_t)1 << 23;
}

static inline block_t of_words(word_t w1, word_t w2, word_t w3, word_t w4) {
    return (block_t)w1 << 96 | (block_t)w2 << 64 | (block_t)w3 << 32 | w4;
}

/* The tweak functions are powers of a step M of a register of four words, in which the sum of the first two comes in last. */
static inline block_t step(block_t x) {
    word_t x1 = x >> 96, x2 = x >> 64;
    return x << 32 | (x1 ^ x2);
}

/* h, where the first bit of AD asks for it: M^4. */
static inline block_t h(block_t x, bit first_bit) {
    word_t x1 = x >> 96, x2 = x >> 64;
    return x ^ (first_bit ? x << 32 | (x1 ^ x2) : (block_t)0);
}

/* f1 behind a full block: M^8; f2 behind one that is not: M. */
static inline block_t f(block_t x, bit full) {
    word_t x1 = x >> 96, x2 = x >> 64, x3 = x >> 32, x4 = x;
    return full ? of_words(x1 ^ x3, x2 ^ x4, x1 ^ x2 ^ x3, x2 ^ x3 ^ x4) : of_words(x2, x3, x4, x1 ^ x2);
}

/* fix0, for the first block of AD. */
static inline block_t fix0(block_t x, bit first_block) {
    return x & ~((block_t)first_block << 127);
}

static inline block_t fix1(block_t x) {
    return x | (block_t)1 << 127;
}

#endif
