/* A byte of the key word in the next round: LFSR2 (Deoxys v1.41, 3.2); or in the round before. */
#ifndef KEY_BYTE_H
#define KEY_BYTE_H

#include "aes.h"

static inline byte_t key_byte(byte_t x, bit backward) {
    byte_t forth = x << 1 | (byte_t)((x >> 7 ^ x >> 5) & 1), back = x >> 1 | (byte_t)((x ^ x >> 6) & 1) << 7;
    return backward ? back : forth;
}

#endif
