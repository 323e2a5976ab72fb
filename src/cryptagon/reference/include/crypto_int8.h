/* SUPERCOP's name for a signed integer of 8 bits. */
#ifndef CRYPTO_INT8_H
#define CRYPTO_INT8_H

#include <stdint.h>

typedef int8_t crypto_int8;

#endif
