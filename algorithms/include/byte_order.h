/* The bytes of a word of 32 bits in the other order. */
#ifndef BYTE_ORDER_H
#define BYTE_ORDER_H

#include <cryptagon.h>

static inline uint_t(32) bytes_reversed(uint_t(32) word) {
    return word << 24 | (word << 8 & 0xff0000) | (word >> 8 & 0xff00) | word >> 24;
}

#endif
