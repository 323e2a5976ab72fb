/* SUPERCOP's name for an unsigned integer of 32 bits. */
#ifndef CRYPTO_UINT32_H
#define CRYPTO_UINT32_H

#include <stdint.h>

typedef uint32_t crypto_uint32;

#endif
