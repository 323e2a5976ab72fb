/* A round of AES in either direction (FIPS 197, 5.1 and 5.3), and a step of the key schedule forward or backward, on blocks of 128 bits.
 *
 * Byte 0 is the most significant one, and byte 4c + r is that of row r in column c.
 */
#ifndef AES_BOTH_ROUND_H
#define AES_BOTH_ROUND_H

#include "aes_round.h"

static inline word_t column_of(aes_block_t block, int c) {
    return block >> (96 - 32 * c);
}

static inline aes_block_t block_of_columns(word_t w0, word_t w1, word_t w2, word_t w3) {
    return (aes_block_t)w0 << 96 | (aes_block_t)w1 << 64 | (aes_block_t)w2 << 32 | w3;
}

/* The inverse of the linear part of the affine map in the S-box, and its constant (5.3.2). */
static inline byte_t undo_affine(byte_t x) {
    return (byte_t)(x << 1 | x >> 7) ^ (byte_t)(x << 3 | x >> 5) ^ (byte_t)(x << 6 | x >> 2) ^ (byte_t)0x05;
}

/* SubBytes and its inverse by one inversion. With S = A inv and inv = inv^-1, the inverse S-box is inv A^-1 = A^-1 S A^-1. */
SHARED_UNITS(32) /* two rounds a cycle at most */
static inline byte_t substitute_either(byte_t to_encrypt, byte_t to_decrypt, bit decrypting) {
    byte_t y = substitute(decrypting ? undo_affine(to_decrypt) : to_encrypt);
    return decrypting ? undo_affine(y) : y;
}

/* SubBytes and ShiftRows, or their inverses: row r moves r columns to the left, or to the right. */
static inline aes_block_t substitute_and_shift_either(aes_block_t state, bit decrypting) {
    word_t columns[4];
    UNROLL for (int c = 0; c < 4; c++) {
        byte_t b[4];
        UNROLL for (int r = 0; r < 4; r++) {
            b[r] = substitute_either(byte_of(state, 4 * ((c + r) % 4) + r), byte_of(state, 4 * ((c + 4 - r) % 4) + r), decrypting);
        }
        columns[c] = word_of_bytes(b[0], b[1], b[2], b[3]);
    }
    return block_of_columns(columns[0], columns[1], columns[2], columns[3]);
}

/* What InvMixColumns does before MixColumns: 0e 0b 0d 09 is 02 03 01 01 times 05 00 04 00, and 5 a + 4 c = a + 4 (a + c). */
static inline word_t prepare_column(word_t column) {
    byte_t even = byte_of_word(column, 0) ^ byte_of_word(column, 2), odd = byte_of_word(column, 1) ^ byte_of_word(column, 3);
    byte_t even4 = xtime(xtime(even)), odd4 = xtime(xtime(odd));
    return column ^ word_of_bytes(even4, odd4, even4, odd4);
}

/* MixColumns of `to_encrypt`, or InvMixColumns of `to_decrypt`. */
static inline aes_block_t mix_columns_either(aes_block_t to_encrypt, aes_block_t to_decrypt, bit decrypting) {
    word_t columns[4];
    UNROLL for (int c = 0; c < 4; c++) {
        columns[c] = mix_column(decrypting ? prepare_column(column_of(to_decrypt, c)) : column_of(to_encrypt, c));
    }
    return block_of_columns(columns[0], columns[1], columns[2], columns[3]);
}

/* The round key after this one, or the one before it (5.2); what is added to its first word comes from the last word of the earlier one.
 * `steps` is how many were done before, in this direction. */
static inline aes_block_t next_round_key_either(aes_block_t key, uint_t(4) steps, bit decrypting) {
    ROM byte_t forward[16] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36};
    ROM byte_t backward[16] = {0x36, 0x1b, 0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01};
    word_t w0 = column_of(key, 0), w1 = column_of(key, 1), w2 = column_of(key, 2), w3 = column_of(key, 3);
    word_t constant = (word_t)(decrypting ? backward[steps] : forward[steps]) << 24;
    word_t t = w0 ^ substitute_word(rotate_word(decrypting ? w2 ^ w3 : w3)) ^ constant;
    return block_of_columns(t, w1 ^ (decrypting ? w0 : t), w1 ^ w2 ^ (decrypting ? (word_t)0 : t), w2 ^ w3 ^ (decrypting ? (word_t)0 : w1 ^ t));
}

#endif
