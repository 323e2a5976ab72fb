/* AES-128 encryption of a block (FIPS 197) with the key schedule on the way, in every classical architecture of an iterated cipher.
 *
 *   -D ARCHITECTURE=     and -D              cycles a block                         what there is of a round
 *   FOLDED                                   1 + 10 * 5                             a quarter: four S-boxes and one column mixing
 *   BASIC                                    1 + 10                                 one
 *   UNROLLED             ROUNDS_PER_CYCLE    1 + 10 / ROUNDS_PER_CYCLE, rounded up  several, one behind the other
 *   PIPELINED            PIPELINE_STAGES     1; PIPELINE_STAGES blocks in flight    all ten, with registers between the stages
 */
#define SBOXES 200 /* of the pipelined architecture; others use fewer */
#include "aes.h"

#define FOLDED 1
#define BASIC 2
#define UNROLLED 3
#define PIPELINED 4

#ifndef ARCHITECTURE
#define ARCHITECTURE BASIC
#endif
#ifndef ROUNDS_PER_CYCLE
#define ROUNDS_PER_CYCLE 1
#endif
#ifndef PIPELINE_STAGES
#define PIPELINE_STAGES AES_ROUNDS
#endif

typedef uint_t(128) block_t;

struct task {
    block_t data;
    block_t key;
};

STREAM_IN(struct task, block)
STREAM_OUT(block_t, result)

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

/* An encryption under way. `ciphertext` is what leaves if the round just done was the last one, which does not mix columns. */
struct encryption {
    block_t state, key, ciphertext;
};

static inline struct encryption begin(struct task task) {
    return (struct encryption){task.data ^ task.key, task.key, any(block_t)};
}

static inline struct encryption next_round(struct encryption e, int round) {
    block_t key = next_round_key(e.key, round);
    block_t shifted = shift_rows(substitute_block(e.state));
    return (struct encryption){mix_columns(shifted) ^ key, key, shifted ^ key};
}

#if ARCHITECTURE == FOLDED

/* Four S-boxes: they serve the key schedule in the first cycle of a round and a column of the state in each of the four others.
 *
 * State and key move one word to the left a cycle; the new word enters on the right. The state rests with its rows shifted, which the S-boxes,
 * working byte by byte, do not mind. */
HARDWARE void aes128_encrypt(void) {
    struct task task = stream_read(block);
    block_t state = shift_rows(task.data ^ task.key), key = task.key;
    word_t key_word = 0; /* of the new round key; before the first one: what the S-boxes contribute */
    int step = 0;        /* of a round */

    for (int round = 0; round < AES_ROUNDS;) {
        word_t substituted = substitute_word(step == 0 ? rotate_word(column_of(key, 3)) : column_of(state, 0));
        if (step == 0) {
            key_word = substituted ^ round_constant(round);
            step = 1;
            continue;
        }
        key_word ^= column_of(key, 0);
        key = key << 32 | key_word;
        state = state << 32 | (key_word ^ (round == AES_ROUNDS - 1 ? substituted : mix_column(substituted)));
        if (step < 4) {
            step++;
            continue;
        }
        if (round == AES_ROUNDS - 1) stream_write(result, state);
        state = shift_rows(state);
        step = 0;
        round++;
    }
}

#elif ARCHITECTURE == BASIC || ARCHITECTURE == UNROLLED

HARDWARE void aes128_encrypt(void) {
    struct encryption e = begin(stream_read(block));
    block_t ciphertext = 0;

    for (int round = 0; round < AES_ROUNDS; round += ROUNDS_PER_CYCLE) {
        UNROLL for (int i = 0; i < ROUNDS_PER_CYCLE; i++) {
            e = next_round(e, round + i);
            if (i == (AES_ROUNDS - 1) % ROUNDS_PER_CYCLE) ciphertext = e.ciphertext; /* here the last round ends, whatever comes behind */
        }
    }
    stream_write(result, ciphertext);
}

#elif ARCHITECTURE == PIPELINED

/* In every cycle each stage does its rounds and hands over to the next; a stage that holds no block passes on that it does not. */
HARDWARE void aes128_encrypt(void) {
    bit full[PIPELINE_STAGES] = {};
    struct encryption stages[PIPELINE_STAGES];

    for (;;) {
        bit moving = stream_has(block);
        struct encryption e = any(struct encryption);
        if (moving) e = begin(stream_read(block));
        UNROLL for (int s = 0; s < PIPELINE_STAGES; s++) {
            bit was_full = full[s];
            struct encryption here = stages[s];
            full[s] = moving;
            stages[s] = e;
            UNROLL for (int i = 0; i < AES_ROUNDS / PIPELINE_STAGES; i++) here = next_round(here, s * AES_ROUNDS / PIPELINE_STAGES + i);
            moving = was_full;
            e = here;
        }
        if (moving) stream_write(result, e.ciphertext);
    }
}

#endif
