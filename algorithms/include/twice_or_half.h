/* xtime of AES (FIPS 197, 4.2.1) or its inverse. */
#ifndef TWICE_OR_HALF_H
#define TWICE_OR_HALF_H

#include "aes.h"

static inline byte_t twice_or_half(byte_t x, bit half) {
    return half ? x >> 1 ^ (x & 1 ? (byte_t)0x8d : (byte_t)0) : xtime(x);
}

#endif
