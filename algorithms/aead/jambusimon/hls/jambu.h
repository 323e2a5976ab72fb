/* JAMBU-SIMON96/96 (JAMBU v2.1): its parts, each used by the cores as they are written. */
#ifndef JAMBU_H
#define JAMBU_H

#include <cipher_core.h>

#include "simon.h"

#define ROUNDS 52

typedef uint_t(6) round_t;
typedef uint_t(3) constant_t;

#define AFTER_NONCE ((constant_t)5)
#define AFTER_AD ((constant_t)1)
#define AFTER_DATA ((constant_t)0)
#define AFTER_ALL ((constant_t)3)

/* The first byte of a word is the least significant one. */
static inline word_t swap_bytes(word_t word) {
    word_t swapped = 0;
    UNROLL for (int i = 0; i < 6; i++) swapped = swapped << 8 | (word >> 8 * i & 0xff);
    return swapped;
}

/* The keys of the first two rounds. */
static inline struct pair first_keys(cipher_key_t key) {
    return (struct pair){swap_bytes(key >> 48), swap_bytes(key)};
}

/* From the keys of this round and the next one to those of the next one and the one behind it. The keys that rounds 50 and 51 make are not used. */
static inline struct pair next_keys(struct pair keys, round_t round) {
    ROM bit z[64] = {1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1,
                     0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0};
    return (struct pair){keys.second, keys.first ^ key_sum(keys.second) ^ z[round]};
}

#endif
