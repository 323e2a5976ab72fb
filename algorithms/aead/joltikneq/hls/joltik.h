/* The parts of Joltik-BC-192 (v1.3). Element 4c + r of a block is the nibble in row r of column c, the first one the most significant. */
#ifndef JOLTIK_H
#define JOLTIK_H

#include <cryptagon.h>

#define NONCE_BITS 32
#define INDEX_BITS 28

/* The first round's constant, the last one's, and those of the rounds beside them. */
#define FIRST_CONSTANT 001
#define SECOND_CONSTANT 003
#define LAST_CONSTANT_BUT_ONE 070
#define LAST_CONSTANT 061

typedef uint_t(4) nibble_t;
typedef uint_t(6) constant_t;

static inline nibble_t nibble_of(block_t block, int i) {
    return block >> (60 - 4 * i);
}

/* Products in GF(2^4), with x^4 = x + 1. */
static inline nibble_t twice(nibble_t x) {
    return x << 1 ^ (x >> 3) * 3;
}

static inline nibble_t half(nibble_t x) {
    return x >> 1 ^ (x & 1 ? (nibble_t)9 : (nibble_t)0);
}

static inline nibble_t element_step(nibble_t x, int word, bit backward) {
    nibble_t by2 = backward ? half(x) : twice(x), by4 = backward ? half(half(x)) : twice(twice(x));
    return word == 1 ? x : word == 2 ? by2 : by4;
}

#include "tweakey_step.h"

static inline block_t times3(block_t word) {
    block_t product = 0;
    UNROLL for (int i = 0; i < 16; i++) product = product << 4 | (nibble_t)(nibble_of(word, i) ^ twice(nibble_of(word, i)));
    return product;
}

static inline block_t times4(block_t word) {
    block_t product = 0;
    UNROLL for (int i = 0; i < 16; i++) product = product << 4 | twice(twice(nibble_of(word, i)));
    return product;
}

static inline block_t fourth(block_t word) {
    block_t product = 0;
    UNROLL for (int i = 0; i < 16; i++) product = product << 4 | half(half(nibble_of(word, i)));
    return product;
}

/* The register of six bits that gives the constants of the rounds, one step forward or back. */
static inline constant_t next_constant(constant_t c, bit backward) {
    return backward ? c >> 1 | (constant_t)(~(c ^ c >> 5) & 1) << 5 : c << 1 | (constant_t)(~(c >> 5 ^ c >> 4) & 1);
}

static inline block_t subtweakey_of(block_t tk1, block_t tk2, block_t tk3, constant_t constant) {
    uint_t(8) pair = (uint_t(8))(constant >> 3) << 4 | (constant & 7);
    return tk1 ^ tk2 ^ tk3 ^ ((block_t)0x0123 << 48 | (block_t)pair << 40 | (block_t)pair << 32);
}

/* The S-box of one nibble, or its inverse of another one. */
static inline nibble_t substitute(nibble_t to_encrypt, nibble_t to_decrypt, bit inverse) {
    ROM nibble_t s_box[16] = {14, 4, 11, 2, 3, 8, 0, 9, 1, 10, 7, 15, 6, 12, 5, 13};
    ROM nibble_t s_box_inverse[16] = {6, 8, 3, 4, 1, 14, 12, 10, 5, 7, 9, 2, 13, 15, 0, 11};
    return inverse ? s_box_inverse[to_decrypt] : s_box[to_encrypt];
}

/* Row r moves r columns to the left, or to the right. */
static inline block_t substitute_and_shift(block_t state, bit inverse) {
    block_t shifted = 0;
    UNROLL for (int i = 0; i < 16; i++) {
        shifted = shifted << 4 | substitute(nibble_of(state, (i + 4 * (i % 4)) % 16), nibble_of(state, (i + 12 * (i % 4)) % 16), inverse);
    }
    return shifted;
}

/* Each column times the matrix (1, 4, 9, 13), which is its own inverse: 9 a = a + 8 a and 13 a = a + 4 a + 8 a. */
static inline block_t mix_columns(block_t state) {
    block_t mixed = 0;
    UNROLL for (int column = 0; column < 16; column += 4) {
        nibble_t x[4];
        UNROLL for (int row = 0; row < 4; row++) x[row] = nibble_of(state, column + row);
        UNROLL for (int row = 0; row < 4; row++) {
            nibble_t pair = row < 2 ? x[2] ^ x[3] : x[0] ^ x[1], across = x[(row + 1) % 2] ^ x[(row + 1) % 2 + 2];
            nibble_t by4 = twice(twice(across)), by8 = twice(twice(twice(pair)));
            mixed = mixed << 4 | (nibble_t)(x[row] ^ pair ^ by4 ^ by8);
        }
    }
    return mixed;
}

#endif
