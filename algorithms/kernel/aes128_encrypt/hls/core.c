/* AES-128 encryption of a block (FIPS 197) with the key schedule on the way, in every classical architecture.
 *
 *   -D ARCHITECTURE=   -D               cycles a block                              what there is of the round
 *   BASIC                               1 + 10                                      one, used once a cycle
 *   UNROLLED           ROUNDS_PER_CYCLE 1 + 10 / ROUNDS_PER_CYCLE, rounded up       several, one behind the other
 */
#include "../../aes.h"

#define BASIC 1
#define UNROLLED 2

#ifndef ARCHITECTURE
#define ARCHITECTURE BASIC
#endif
#ifndef ROUNDS_PER_CYCLE
#define ROUNDS_PER_CYCLE 1
#endif

typedef uint_t(128) block_t;

struct task {
    block_t key;
    block_t data;
};

STREAM_IN(struct task, in)
STREAM_OUT(block_t, out)

/* A block as its four columns, the first one the most significant word. The words of a round key stand likewise. */
static inline word_t column_of(block_t block, int c) {
    return block >> (96 - 32 * c);
}

static inline block_t block_of_columns(word_t w0, word_t w1, word_t w2, word_t w3) {
    return (block_t)w0 << 96 | (block_t)w1 << 64 | (block_t)w2 << 32 | w3;
}

/* ShiftRows (5.1.2): row r moves r columns to the left, so a column takes its bytes from four. */
static inline word_t shifted_column(block_t state, int c) {
    return word_of_bytes(byte_of_word(column_of(state, c), 0), byte_of_word(column_of(state, (c + 1) % 4), 1),
                         byte_of_word(column_of(state, (c + 2) % 4), 2), byte_of_word(column_of(state, (c + 3) % 4), 3));
}

static inline block_t shift_rows(block_t state) {
    return block_of_columns(shifted_column(state, 0), shifted_column(state, 1), shifted_column(state, 2), shifted_column(state, 3));
}

static inline block_t substitute_block(block_t state) {
    return block_of_columns(substitute_word(column_of(state, 0)), substitute_word(column_of(state, 1)),
                            substitute_word(column_of(state, 2)), substitute_word(column_of(state, 3)));
}

static inline block_t mix_columns(block_t state) {
    return block_of_columns(mix_column(column_of(state, 0)), mix_column(column_of(state, 1)),
                            mix_column(column_of(state, 2)), mix_column(column_of(state, 3)));
}

/* The round key after this one (5.2). The sums of words do not wait for the S-boxes. */
static inline block_t next_round_key(block_t key, int round) {
    word_t w0 = column_of(key, 0), w1 = column_of(key, 1), w2 = column_of(key, 2), w3 = column_of(key, 3);
    word_t t = substitute_word(rotate_word(w3)) ^ round_constant(round);
    return block_of_columns(w0 ^ t, w0 ^ w1 ^ t, w0 ^ w1 ^ w2 ^ t, w0 ^ w1 ^ w2 ^ w3 ^ t);
}

HARDWARE void aes128_encrypt(void) {
    struct task task = stream_read(in);
    block_t state = task.data ^ task.key, key = task.key, ciphertext = 0;

    for (int round = 0; round < AES_ROUNDS; round += ROUNDS_PER_CYCLE) {
        UNROLL for (int i = 0; i < ROUNDS_PER_CYCLE; i++) {
            key = next_round_key(key, round + i);
            state = shift_rows(substitute_block(state));
            if (i == (AES_ROUNDS - 1) % ROUNDS_PER_CYCLE) ciphertext = state ^ key; /* the last round does not mix; others do not look */
            state = mix_columns(state) ^ key;
        }
    }
    stream_write(out, ciphertext);
}
