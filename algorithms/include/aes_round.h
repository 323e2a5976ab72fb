/* A round of AES (FIPS 197, 5.1) without the round key, and a step of the key schedule (5.2), on blocks of 128 bits.
 *
 * Byte 0 is the most significant one, and byte 4c + r is that of row r in column c. A core that defines AES_ROUND_UNITS, as no fewer than the
 * rounds that it does in a cycle, has its rounds compiled once, as units.
 */
#ifndef AES_ROUND_H
#define AES_ROUND_H

#include "aes.h"

typedef uint_t(128) aes_block_t;

static inline byte_t byte_of(aes_block_t block, int i) {
    return block >> (120 - 8 * i);
}

static inline aes_block_t byte_at(byte_t byte, int i) {
    return (aes_block_t)byte << (120 - 8 * i);
}

/* SubBytes and ShiftRows: row r moves r columns to the left. */
static inline aes_block_t substitute_and_shift(aes_block_t state) {
    aes_block_t shifted = 0;
    UNROLL for (int c = 0; c < 4; c++) {
        UNROLL for (int r = 0; r < 4; r++) shifted |= byte_at(substitute(byte_of(state, 4 * ((c + r) % 4) + r)), 4 * c + r);
    }
    return shifted;
}

/* MixColumns: each byte becomes 2 a + 3 b + c + d of the bytes below it in its column, and 2 a + 3 b = 2 (a + b) + b. */
static inline aes_block_t mix_columns(aes_block_t state) {
    aes_block_t mixed = 0;
    UNROLL for (int i = 0; i < 16; i++) {
        int column = i - i % 4;
        byte_t a = byte_of(state, i);
        byte_t b = byte_of(state, column + (i + 1) % 4);
        byte_t c = byte_of(state, column + (i + 2) % 4);
        byte_t d = byte_of(state, column + (i + 3) % 4);
        mixed |= byte_at(xtime(a ^ b) ^ b ^ (c ^ d), i);
    }
    return mixed;
}

#ifdef AES_ROUND_UNITS
SHARED_UNITS(AES_ROUND_UNITS)
#endif
static inline aes_block_t aes_round(aes_block_t state) {
    return mix_columns(substitute_and_shift(state));
}

/* The next round key from the one before it; `constant` is x^round at the place of byte 0. The sums of words do not wait for the S-boxes. */
static inline aes_block_t next_round_key(aes_block_t round_key, word_t constant) {
    word_t w0 = round_key >> 96, w1 = round_key >> 64, w2 = round_key >> 32, w3 = round_key;
    word_t t = substitute_word(rotate_word(w3)) ^ constant;
    return (aes_block_t)(w0 ^ t) << 96 | (aes_block_t)(w0 ^ w1 ^ t) << 64 | (aes_block_t)(w0 ^ w1 ^ w2 ^ t) << 32 | (w0 ^ w1 ^ w2 ^ w3 ^ t);
}

/* That constant of a step, which is one-hot: x^step, with x^8 = 1b and x^9 = 36. */
static inline word_t constant_of_step(uint_t(AES_ROUNDS) step) {
    byte_t constant = (byte_t)step ^ (step >> 8 & 1 ? (byte_t)0x1b : (byte_t)0) ^ (step >> 9 & 1 ? (byte_t)0x36 : (byte_t)0);
    return (word_t)constant << 24;
}

#endif
