/* Encryption of a block by AES-128 (FIPS 197, 5.1), its round keys made on the way; directives choose the architecture.
 *
 *   -D COLUMNS=   columns of the state that a cycle works on   cycles a block   S-boxes
 *   4             all: a round                                 10 * STAGES      20
 *   1             one; a cycle more a round for the key        50               4
 *
 *   -D STAGES=k   cycles that a round takes, which cycles(k) splits it into: a faster clock
 *   -D ROUNDS=n   rounds in a cycle, 1, 2 or 5: fewer cycles
 *   -D RESTS=1    a cycle between the last round and what becomes of it: a shorter path, fewer look-up tables
 *   -D SBOX_TABLE the S-boxes as tables (aes.h)
 */
#ifndef AES_DIRECTED_H
#define AES_DIRECTED_H

#ifndef COLUMNS
#define COLUMNS 4
#endif
#ifndef RESTS
#define RESTS 0
#endif
#ifndef STAGES
#define STAGES 1
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#if COLUMNS != 4 && COLUMNS != 1
#error "COLUMNS is 4 or 1"
#endif
#if COLUMNS == 1 && (STAGES > 1 || ROUNDS > 1)
#error "STAGES and ROUNDS are for rounds of four columns: leave them out where COLUMNS is 1"
#endif
#if ROUNDS > 1 && STAGES > 1
#error "ROUNDS asks for more in a cycle, STAGES for less: leave one of them out"
#endif

/* Compiled once, as no fewer units than a cycle uses. */
#ifndef SBOXES
#if COLUMNS == 1
#define SBOXES 4
#elif ROUNDS == 1
#define SBOXES 20
#else
#define SBOXES 100
#endif
#endif

#include "aes_round.h"

#if RESTS
#define REST wait()
#else
#define REST
#endif
/* What the loop over the rounds begins with, and what is before it. */
#if STAGES > 1
#define ROUND_STAGES cycles(STAGES)
#else
#define ROUND_STAGES
#endif
#if ROUNDS > 1
#define ROUNDS_A_CYCLE UNROLL_BY(ROUNDS)
#else
#define ROUNDS_A_CYCLE
#endif

#if COLUMNS == 4

static inline aes_block_t aes_encrypt(aes_block_t state, aes_block_t key) {
    state ^= key;
    wait(); /* the first round begins with registers: nothing is chosen before the S-boxes */
    ROUNDS_A_CYCLE for (int round = 0; round < AES_ROUNDS; round++) {
        ROUND_STAGES;
        key = next_round_key(key, round_constant(round));
        aes_block_t shifted = substitute_and_shift(state);
        state = (round < AES_ROUNDS - 1 ? mix_columns(shifted) : shifted) ^ key;
    }
    REST;
    return state;
}

#else

/* ShiftRows alone (5.1.2). */
static inline aes_block_t shift_rows(aes_block_t state) {
    aes_block_t shifted = 0;
    UNROLL for (int i = 0; i < 16; i++) shifted |= byte_at(byte_of(state, 4 * ((i / 4 + i % 4) % 4) + i % 4), i);
    return shifted;
}

/* The four S-boxes serve the key schedule in the first cycle of a round, in which rows are shifted, and a column of the state in each of the others.
 *
 * State and key move a word to the left a cycle, and the new word enters on the right. The first column of the next round key needs what the S-boxes
 * gave; each other one the column before it. */
static inline aes_block_t aes_encrypt(aes_block_t state, aes_block_t key) {
    state ^= key;
    word_t key_word = 0;
    uint_t(3) step = 0;
    wait();
    for (int round = 0; round < AES_ROUNDS;) {
        word_t substituted = substitute_word(step == 0 ? rotate_word(key) : (word_t)(state >> 96));
        if (step == 0) {
            key_word = substituted ^ round_constant(round);
            state = shift_rows(state);
            step = 1;
            continue;
        }
        key_word ^= (word_t)(key >> 96);
        key = key << 32 | key_word;
        state = state << 32 | (key_word ^ (round == AES_ROUNDS - 1 ? substituted : mix_column(substituted)));
        if (step < 4) {
            step++;
            continue;
        }
        step = 0;
        round++;
    }
    REST;
    return state;
}

#endif

#endif
