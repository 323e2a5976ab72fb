/* AEZ v4.1: a round of AES a cycle. */
#define KEY_BITS 384
#define BLOCK_BITS 256
#define TWO_PASS
#include <cipher_core.h>

#define AES_ROUND_UNITS 1
#include "aez.h"

#define AEZ aezv4
#define FIRST_INDEX 0

#define J_OF_TAU 3 /* with it begin the calls of the hash; the next ones are those of the nonce and of AD */
#define J_OF_NONCE 4

static inline half_t first_multiple(struct keys k, bit of_ad) {
    return twice(twice(twice(of_ad ? k.j : k.i)));
}

/* A multiple of I, or in the hash and in the long call of J. The hash adds 1, 2 or 4 times L. */
static inline half_t tweak_of(struct keys k, half_t running, bit is_long, uint_t(3) j, uint_t(3) i, bit counted) {
    bit of_hash = j >= J_OF_TAU, of_tau = j == J_OF_TAU;
    half_t tweak = times(of_hash || is_long ? k.j : k.i, of_tau ? (uint_t(3))0 : i);
    if (counted || of_tau) tweak ^= running;
    if (of_hash) tweak ^= of_tau ? k.l : j == J_OF_NONCE ? twice(k.l) : twice(twice(k.l));
    return tweak;
}

static inline enum round_key first_key(bit is_long, uint_t(3) j) {
    return is_long ? KEY_I : j == 2 ? KEY_L : KEY_J;
}

/* J, I, L and a last one; L, I, J and L where j is 2; in the long call I, J and L in turn. */
static inline enum round_key next_key(enum round_key now, bit is_long, uint_t(3) j) {
    if (is_long) return now == KEY_I ? KEY_J : now == KEY_J ? KEY_L : KEY_I;
    if (j == 2) return now == KEY_L ? KEY_I : now == KEY_I ? KEY_J : KEY_L;
    return now == KEY_J ? KEY_I : now == KEY_I ? KEY_L : NO_KEY;
}

/* In the hash the tweak is added once more. */
static inline half_t last_key(half_t tweak, uint_t(3) j) {
    return j >= J_OF_TAU ? tweak : (half_t)0;
}

#include "aez_core.h"
