/* AEGIS-128L (AEGIS v1.1): its state and its parts, each used by the cores as they are written. */
#ifndef AEGIS_H
#define AEGIS_H

#include <cipher_core.h>

#define AES_ROUND_UNITS 8
#include "aes_round.h"

#define START_UPDATES 10
#define FINAL_UPDATES 7
#define TAG_BYTES 16

typedef uint_t(32) length_t; /* bytes */

struct state {
    aes_block_t s0, s1, s2, s3, s4, s5, s6, s7;
};

static inline aes_block_t high(block_t block) {
    return block >> 128;
}

static inline aes_block_t low(block_t block) {
    return block;
}

/* StateUpdate128L. */
static inline struct state update(struct state s, aes_block_t m_a, aes_block_t m_b) {
    return (struct state){
        aes_round(s.s7) ^ s.s0 ^ m_a, aes_round(s.s0) ^ s.s1, aes_round(s.s1) ^ s.s2, aes_round(s.s2) ^ s.s3,
        aes_round(s.s3) ^ s.s4 ^ m_b, aes_round(s.s4) ^ s.s5, aes_round(s.s5) ^ s.s6, aes_round(s.s6) ^ s.s7,
    };
}

static inline block_t keystream(struct state s) {
    return (block_t)(s.s1 ^ s.s6 ^ (s.s2 & s.s3)) << 128 | (s.s2 ^ s.s5 ^ (s.s6 & s.s7));
}

/* A number of bytes, in bits, in 64 bits with the least significant byte first. */
static inline uint_t(64) length_word(length_t bytes) {
    uint_t(64) bits = (uint_t(64))bytes << 3, word = 0;
    UNROLL for (int i = 0; i < 8; i++) word |= (bits >> 8 * i & 0xff) << (56 - 8 * i);
    return word;
}

#endif
