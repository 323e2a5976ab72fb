/* Tiaoxin-346 v2: its state and its parts, each used by the cores as they are written. */
#ifndef TIAOXIN_H
#define TIAOXIN_H

#include <cipher_core.h>

#include "aes_round.h"

#define START_UPDATES 15
#define FINAL_UPDATES 20
#define TAG_BYTES 16

#define WORD(high, low) ((aes_block_t)(high) << 64 | (low))
#define Z0 WORD(0x428a2f98d728ae22, 0x7137449123ef65cd)
#define Z1 WORD(0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc)

/* An AES round makes Z0 of V and V of W. */
#define V WORD(0x2709988b9e5b8641, 0xb651843c1034e7b5)
#define W WORD(0x6b6c79df131f15f3, 0xa23ac08bf69cd876)

typedef uint_t(32) length_t; /* bytes */

struct state {
    aes_block_t t3[3], t4[4], t6[6];
};

/* A block as two words. */
struct pair {
    aes_block_t w0, w1;
};

static inline struct pair pair_of(block_t block) {
    return (struct pair){block >> 128, block};
}

static inline aes_block_t choose_bits(aes_block_t mask, aes_block_t ones, aes_block_t zeros) {
    return (mask & ones) | (~mask & zeros);
}

/* The sum of all words. */
static inline aes_block_t tag_of(struct state t) {
    aes_block_t tag = 0;
    UNROLL for (int i = 0; i < 3; i++) tag ^= t.t3[i];
    UNROLL for (int i = 0; i < 4; i++) tag ^= t.t4[i];
    UNROLL for (int i = 0; i < 6; i++) tag ^= t.t6[i];
    return tag;
}

#endif
