/* SUPERCOP's name for a signed integer of 16 bits. */
#ifndef CRYPTO_INT16_H
#define CRYPTO_INT16_H

#include <stdint.h>

typedef int16_t crypto_int16;

#endif
