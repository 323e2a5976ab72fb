/* Deoxys-BC-256 without what becomes of a byte of the key word in a step, which is what differs between the versions of Deoxys. The file that
 * includes this defines key_byte(x, backward): x in the next round, or in the one before. */
#ifndef DEOXYS_H
#define DEOXYS_H

#include "aes_both_round.h"
#include "twice_or_half.h"

#define ROUNDS 14
#define FIRST_CONSTANT 0x2f
#define LAST_CONSTANT 0x91

#define NONCE_BITS 64
#define INDEX_BITS 29 /* of the 60 for the number of a block */

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

/* The key word in the next round, or in the one before. */
static inline block_t next_key_word(block_t word, bit backward) {
    block_t permuted = permute(word, backward), next = 0;
    UNROLL for (int i = 0; i < 16; i++) next |= (block_t)key_byte(byte_of(permuted, i), backward) << (120 - 8 * i);
    return next;
}

static inline block_t subtweakey_of(block_t tk1, block_t tk2, byte_t constant) {
    word_t column = word_of_bytes(constant, constant, constant, constant);
    return tk1 ^ tk2 ^ block_of_columns(0x01020408, column, 0, 0);
}

/* Where the tweak of a decryption begins. Eight times h is the identity; so the tweak after fourteen steps is that two steps back. */
static inline block_t last_tweak(block_t tweak) {
    return permute(permute(tweak, 1), 1);
}

#endif
