/* SUPERCOP's name for an unsigned integer of 16 bits. */
#ifndef CRYPTO_UINT16_H
#define CRYPTO_UINT16_H

#include <stdint.h>

typedef uint16_t crypto_uint16;

#endif
