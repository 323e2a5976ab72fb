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

static inline byte_t element_step(byte_t x, int word, bit backward) {
    return word == 1 ? x : key_byte(x, backward);
}

#include "tweakey_step.h"

static inline block_t subtweakey_of(block_t tk1, block_t tk2, byte_t constant) {
    word_t column = word_of_bytes(constant, constant, constant, constant);
    return tk1 ^ tk2 ^ block_of_columns(0x01020408, column, 0, 0);
}

/* Where the tweak of a decryption begins. Eight times h is the identity; so the tweak after fourteen steps is that two steps back. */
static inline block_t last_tweak(block_t tweak) {
    return step_word(step_word(tweak, 1, 1), 1, 1);
}

#endif
