/* The parts of COLM (v1) that its cores share: masks and padding. */
#ifndef COLM_H
#define COLM_H

/* The leftmost bit is the coefficient of x^127, and x^128 = x^7 + x^2 + x + 1. */
static inline block_t times_2(block_t a) {
    return a << 1 ^ (a >> 127 ? (block_t)0x87 : (block_t)0);
}

/* The next mask: times 2, or in front of the last block times 7 = x^2 + x + 1, or 7 * 7 = x^4 + x^2 + 1 if that is not full. */
static inline block_t next_mask(block_t mask, bit times_7, bit times_49) {
    block_t mask2 = times_2(mask), mask4 = times_2(mask2), mask16 = times_2(times_2(mask4));
    return (times_7 || times_49 ? mask ^ mask4 : (block_t)0) ^ (times_49 ? mask16 : mask2);
}

/* Where the padding begins, of the bytes that are message: 0x80 there. */
static inline block_t padding_behind(byte_mask_t valid_bytes) {
    block_t padding = 0;
    byte_mask_t begins = ~valid_bytes & (byte_mask_t)(valid_bytes >> 1 | 0x8000);
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) padding |= (block_t)(begins >> i & 1) << (8 * i + 7);
    return padding;
}

#endif
