/* AEZ v5: a round of AES a cycle. */
#define KEY_BITS 384
#define BLOCK_BITS 256
#define TWO_PASS
#include <cipher_core.h>

#define AES_ROUND_UNITS 1
#include "aez.h"

#define AEZ aez
#define FIRST_INDEX 1

static inline half_t first_multiple(struct keys k, bit of_ad) {
    return twice(k.i);
}

/* Multiples of J and L, and a power of two times I; the long call has the one of L alone. */
static inline half_t tweak_of(struct keys k, half_t running, bit is_long, uint_t(3) j, uint_t(3) i, bit counted) {
    half_t tweak = times(k.l, i);
    if (!is_long) tweak ^= times(k.j, j) ^ (counted ? running : i == 0 ? k.i : twice(k.i));
    return tweak;
}

static inline enum round_key first_key(bit is_long, uint_t(3) j) {
    return is_long ? KEY_I : KEY_J;
}

/* J, I, L and 0, or in the long call I, J and L in turn. */
static inline enum round_key next_key(enum round_key now, bit is_long, uint_t(3) j) {
    return is_long ? (now == KEY_I ? KEY_J : now == KEY_J ? KEY_L : KEY_I) : (now == KEY_J ? KEY_I : now == KEY_I ? KEY_L : NO_KEY);
}

static inline half_t last_key(half_t tweak, uint_t(3) j) {
    return 0;
}

#include "aez_core.h"
