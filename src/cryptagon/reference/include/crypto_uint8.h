/* SUPERCOP's name for an unsigned integer of 8 bits. */
#ifndef CRYPTO_UINT8_H
#define CRYPTO_UINT8_H

#include <stdint.h>

typedef uint8_t crypto_uint8;

#endif
