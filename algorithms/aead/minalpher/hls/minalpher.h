/* A round of Minalpher-P, and tweaks. The state is two matrices of nibbles, A and B; each of four rows has 32 bits of A, then 32 of B. */
#ifndef MINALPHER_H
#define MINALPHER_H

#include <cryptagon.h>

#define ROUNDS 17

typedef uint_t(4) nibble_t;
typedef uint_t(64) row_t;
typedef uint_t(8) byte_t;

/* Its own inverse. */
static inline nibble_t sbox(nibble_t x) {
    bit x0 = x, x1 = x >> 1, x2 = x >> 2, x3 = x >> 3;
    bit y0 = ~((x1 & ~x0) ^ (x2 & ~x1) ^ (x3 & x0 & (x1 ^ x2)));
    bit y1 = ~(x1 ^ (x2 & x0) ^ (x3 & ~((x1 & x0) ^ (x2 & ~x1))));
    bit y2 = (x1 & ~x0) ^ (x2 & x1 & x0) ^ (x3 & ~(x1 ^ (x2 & (x0 ^ x1))));
    bit y3 = (~x0 & ~x1) ^ x2 ^ (x3 & ~((x1 & x0) ^ x2));
    return (nibble_t)y3 << 3 | (nibble_t)y2 << 2 | (nibble_t)y1 << 1 | y0;
}

/* SubNibbles, ShuffleRows and SwapMatrices; B is shuffled by the inverses of what shuffles A. */
static inline block_t substitute_and_shuffle(block_t s) {
    const int from[4][8] = {{6, 7, 1, 0, 2, 3, 4, 5}, {4, 5, 0, 1, 7, 6, 2, 3}, {3, 2, 4, 5, 6, 7, 0, 1}, {2, 3, 6, 7, 0, 1, 5, 4}};
    block_t next = 0;
    UNROLL for (int i = 0; i < 64; i++) {
        int row = i / 16, matrix = 1 - i % 16 / 8;
        int place = 16 * row + 8 * matrix + from[(row + 2 * matrix) % 4][i % 8];
        next = next << 4 | sbox((nibble_t)(s >> (252 - 4 * place)));
    }
    return next;
}

/* XorMatrix, MixColumns and the constant of a round; the first two are their own inverse. */
static inline block_t mix(block_t s, nibble_t constant) {
    row_t constants = (row_t)constant << 12 | (row_t)constant << 8 | (row_t)constant << 4 | constant;
    block_t next = 0;
    UNROLL for (int i = 0; i < 4; i++) {
        row_t sum = (row_t)(s >> (192 - 64 * i)) ^ (row_t)(s >> (192 - 64 * ((i + 1) % 4))) ^ (row_t)(s >> (192 - 64 * ((i + 3) % 4)));
        row_t of_row = 0x0123 ^ 0x1111 * i;
        next = next << 64 | (sum ^ sum >> 32 ^ (constants ^ of_row) << 16);
    }
    return next;
}

/* The constant of a round. Backward they come the other way round, and before the mixing: behind it the rows 0 and 2 have changed places, and so have
 * 1 and 3. */
static inline nibble_t constant_of(nibble_t round, bit backward) {
    return backward ? (nibble_t)(-round ^ 2) : round;
}

/* A tweak times y in GF((2^8)^32), where y^32 = y^3 + y^2 + x and x^8 = x^7 + x^5 + x + 1. */
static inline block_t by_y(block_t a) {
    block_t carry = a >> 248;
    byte_t by_x = (byte_t)(a >> 248) << 1 ^ (a >> 255 ? (byte_t)0xA3 : (byte_t)0);
    return a << 8 ^ carry << 24 ^ carry << 16 ^ by_x;
}

/* A tweak divided by y. */
static inline block_t over_y(block_t a) {
    byte_t last = a;
    block_t carry = last >> 1 ^ (last & 1 ? (byte_t)0xD1 : (byte_t)0);
    return carry << 248 | ((a >> 8) ^ carry << 16 ^ carry << 8);
}

#endif
