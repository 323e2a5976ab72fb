/* A byte of the key word in the next round: twice it in the field of AES (Deoxys v1.3); or in the round before. */
#ifndef KEY_BYTE_H
#define KEY_BYTE_H

#include "twice_or_half.h"

static inline byte_t key_byte(byte_t x, bit backward) {
    return twice_or_half(x, backward);
}

#endif
