/* The parts of AES-COPA that are not AES: masks and padding. */
#ifndef COPA_H
#define COPA_H

static inline block_t if_set(bit condition, block_t block) {
    return condition ? block : (block_t)0;
}

/* The leftmost bit is the coefficient of x^127, and x^128 = x^7 + x^2 + x + 1. */
static inline block_t times_2(block_t a) {
    return a << 1 ^ (a >> 127 ? (block_t)0x87 : (block_t)0);
}

/* Where the padding begins, of the bytes that are message: 0x80 there. */
static inline block_t padding_behind(byte_mask_t valid_bytes) {
    block_t padding = 0;
    byte_mask_t begins = ~valid_bytes & (byte_mask_t)(valid_bytes >> 1 | 0x8000);
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) padding |= (block_t)(begins >> i & 1) << (8 * i + 7);
    return padding;
}

#endif
