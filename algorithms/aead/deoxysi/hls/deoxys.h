/* The parts of Deoxys-I (v1.41) that its cores share: what makes the subtweakeys. */
#ifndef DEOXYS_H
#define DEOXYS_H

#include "aes_both_round.h"

#define ROUNDS 14
#define FIRST_CONSTANT 0x2f
#define LAST_CONSTANT 0x91

typedef uint_t(29) index_t;
typedef uint_t(64) nonce_t;

/* The permutation h on the bytes of a word (3.2), or its inverse. Byte i goes to place h(i), as in the designers' software. */
static inline block_t permute(block_t word, bit backward) {
    static const int h[16] = {1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8};
    block_t forth = 0, back = 0;
    UNROLL for (int i = 0; i < 16; i++) {
        forth |= (block_t)byte_of(word, i) << (120 - 8 * h[i]);
        back |= (block_t)byte_of(word, h[i]) << (120 - 8 * i);
    }
    return backward ? back : forth;
}

/* LFSR2 in each byte (3.2), or its inverse. */
static inline block_t shift_registers(block_t word, bit backward) {
    block_t shifted = 0;
    UNROLL for (int i = 0; i < 16; i++) {
        byte_t x = byte_of(word, i);
        byte_t forth = x << 1 | (byte_t)((x >> 7 ^ x >> 5) & 1), back = x >> 1 | (byte_t)((x ^ x >> 6) & 1) << 7;
        shifted |= (block_t)(backward ? back : forth) << (120 - 8 * i);
    }
    return shifted;
}

/* Times x, or divided by it: x^8 = x^4 + x^3 + x + 1. */
static inline byte_t next_constant(byte_t constant, bit backward) {
    return backward ? constant >> 1 ^ (constant & 1 ? (byte_t)0x8d : (byte_t)0) : xtime(constant);
}

static inline block_t subtweakey_of(block_t tk1, block_t tk2, byte_t constant) {
    word_t column = word_of_bytes(constant, constant, constant, constant);
    return tk1 ^ tk2 ^ block_of_columns(0x01020408, column, 0, 0);
}

#endif
