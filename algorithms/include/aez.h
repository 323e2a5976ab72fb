/* What the versions of AEZ share in C: keys, and multiples of them in GF(2^128). Define AES_ROUND_UNITS and include cipher_core.h before; then what
 * aez_core.h asks for. */
#ifndef AEZ_H
#define AEZ_H

#include "aes_round.h"

typedef aes_block_t half_t;

struct keys {
    half_t i, j, l;
};

enum round_key { KEY_I, KEY_J, KEY_L, NO_KEY };

static inline half_t twice(half_t a) {
    return a << 1 ^ ((bit)(a >> 127) ? (half_t)0x87 : (half_t)0);
}

/* A number below 8 times a key. */
static inline half_t times(half_t key, uint_t(3) number) {
    half_t two = twice(key), product = 0;
    if ((bit)number) product ^= key;
    if ((bit)(number >> 1)) product ^= two;
    if ((bit)(number >> 2)) product ^= twice(two);
    return product;
}

#endif
