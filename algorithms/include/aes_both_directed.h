/* Encryption or decryption of a block by AES-128 (FIPS 197, 5.1 and 5.3), its round keys made on the way; directives choose the architecture.
 *
 *   -D COLUMNS=   columns of the state that a cycle works on   cycles a block   S-boxes
 *   4             all: a round                                 10 * STAGES      20
 *   1             one; a cycle more a round for the key        50               4
 *
 *   -D STAGES=k   cycles that a round takes, which cycles(k) splits it into: a faster clock
 *   -D RESTS=1    a cycle between the last round and what becomes of it: a shorter path, fewer look-up tables
 *   -D SBOX_TABLE the S-boxes as tables (aes.h)
 *
 * A decryption begins with the last round key, which the encryption that made it gives.
 */
#ifndef AES_BOTH_DIRECTED_H
#define AES_BOTH_DIRECTED_H

#ifndef COLUMNS
#define COLUMNS 4
#endif
#ifndef RESTS
#define RESTS 0
#endif
#ifndef STAGES
#define STAGES 1
#endif
#if COLUMNS != 4 && COLUMNS != 1
#error "COLUMNS is 4 or 1"
#endif
#if COLUMNS == 1 && STAGES > 1
#error "STAGES splits a round of four columns: leave it out where COLUMNS is 1"
#endif
#if RESTS
#define REST wait()
#else
#define REST
#endif
#if STAGES > 1
#define ROUND_STAGES cycles(STAGES)
#else
#define ROUND_STAGES
#endif

#include "aes_both_round.h"

/* What an encryption or decryption gives, and the round key that it ended with. */
struct aes_result {
    aes_block_t block, round_key;
};

/* The first rounds of AES, each but the tenth with MixColumns: all ten of them in `aes_either`, the end of this file. */
#if COLUMNS == 4

static inline struct aes_result aes_rounds(aes_block_t state, aes_block_t key, bit decrypting, uint_t(4) rounds) {
    state ^= key;
    wait(); /* the first round begins with registers: nothing is chosen before the S-boxes */
    for (uint_t(4) round = 0; round < rounds; round++) {
        ROUND_STAGES;
        key = next_round_key_either(key, round, decrypting);
        aes_block_t substituted = substitute_and_shift_either(state, decrypting), keyed = substituted ^ key;
        aes_block_t added = decrypting ? (aes_block_t)0 : key; /* a decryption has added its key before mixing columns */
        state = round < AES_ROUNDS - 1 ? mix_columns_either(substituted, keyed, decrypting) ^ added : keyed;
    }
    REST;
    return (struct aes_result){state, key};
}

#else

/* ShiftRows or its inverse (5.1.2, 5.3.1). */
static inline aes_block_t shift_rows_either(aes_block_t state, bit decrypting) {
    aes_block_t shifted = 0;
    UNROLL for (int i = 0; i < 16; i++) {
        int column = i / 4, row = i % 4;
        byte_t left = byte_of(state, 4 * ((column + row) % 4) + row), right = byte_of(state, 4 * ((column + 4 - row) % 4) + row);
        shifted |= byte_at(decrypting ? right : left, i);
    }
    return shifted;
}

/* The round key from the one before it or after it, where the S-boxes gave `word` for its first word (5.2). */
static inline aes_block_t round_key_with(aes_block_t key, word_t word, bit decrypting) {
    word_t w0 = column_of(key, 0), w1 = column_of(key, 1), w2 = column_of(key, 2), w3 = column_of(key, 3), t = w0 ^ word;
    return block_of_columns(t, w1 ^ (decrypting ? w0 : t), w1 ^ w2 ^ (decrypting ? (word_t)0 : t), w2 ^ w3 ^ (decrypting ? (word_t)0 : w1 ^ t));
}

/* The four S-boxes serve the key schedule in the first cycle of a round, and a column of the state in each of the others.
 *
 * In the first one rows are shifted, which S-boxes do not mind. State and round key move a word to the left a cycle, so that the key is whole again
 * after four. */
static inline struct aes_result aes_rounds(aes_block_t state, aes_block_t key, bit decrypting, uint_t(4) rounds) {
    ROM byte_t forward[16] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36};
    ROM byte_t backward[16] = {0x36, 0x1b, 0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01};
    state ^= key;
    uint_t(3) step = 0;
    wait();
    for (uint_t(4) round = 0; round < rounds;) {
        word_t of_key = rotate_word(decrypting ? column_of(key, 2) ^ column_of(key, 3) : column_of(key, 3)), substituted = 0;
        bit direction = decrypting && step != 0;
        word_t operand = step == 0 ? of_key : column_of(state, 0);
        UNROLL for (int i = 0; i < 4; i++) {
            byte_t x = byte_of_word(operand, i);
            substituted |= (word_t)substitute_either(x, x, direction) << (24 - 8 * i);
        }
        if (step == 0) {
            key = round_key_with(key, substituted ^ (word_t)(decrypting ? backward[round] : forward[round]) << 24, decrypting);
            state = shift_rows_either(state, decrypting);
            step = 1;
            continue;
        }
        word_t key_word = column_of(key, 0), keyed = substituted ^ key_word;
        word_t mixed = mix_column(decrypting ? prepare_column(keyed) : substituted) ^ (decrypting ? (word_t)0 : key_word);
        state = state << 32 | (round == AES_ROUNDS - 1 ? keyed : mixed);
        key = key << 32 | key_word;
        if (step < 4) {
            step++;
            continue;
        }
        step = 0;
        round++;
    }
    REST;
    return (struct aes_result){state, key};
}

#endif

static inline struct aes_result aes_either(aes_block_t block, aes_block_t key, bit decrypting) {
    return aes_rounds(block, key, decrypting, AES_ROUNDS);
}

#endif
