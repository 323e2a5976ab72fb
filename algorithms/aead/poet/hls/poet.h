/* The parts of POET (v2) that its core in C is made of: masks, padding, the length of a message. */
#ifndef POET_H
#define POET_H

typedef uint_t(28) blocks_t; /* full blocks of a message */

static inline block_t if_set(bit condition, block_t block) {
    return condition ? block : (block_t)0;
}

/* The leftmost bit is the coefficient of 1, and x^128 = x^7 + x^2 + x + 1. */
static inline block_t times_2(block_t a) {
    return a >> 1 ^ (a & 1 ? (block_t)0xe1 << 120 : (block_t)0);
}

/* Where the padding begins, of the bytes before it: 0x80 there. */
static inline block_t padding_behind(byte_mask_t bytes) {
    block_t padding = 0;
    byte_mask_t begins = ~bytes & (byte_mask_t)(bytes >> 1 | 0x8000);
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) padding |= (block_t)(begins >> i & 1) << (8 * i + 7);
    return padding;
}

/* The bytes in the other order: as many at the beginning as there were at the end. */
static inline byte_mask_t mirrored(byte_mask_t bytes) {
    byte_mask_t mirror = 0;
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) mirror |= (byte_mask_t)(bytes >> i & 1) << (BLOCK_BYTES - 1 - i);
    return mirror;
}

/* The length in bits as a block; its first byte is the least significant one. */
static inline block_t length_block(blocks_t blocks, uint_t(4) rest) {
    uint_t(40) bits = (uint_t(40))blocks << 7 | (uint_t(40))rest << 3;
    block_t block = 0;
    UNROLL for (int i = 0; i < 5; i++) block |= (block_t)(bits >> 8 * i & 0xff) << (120 - 8 * i);
    return block;
}

#endif
