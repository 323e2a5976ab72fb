#ifndef GHASH_H
#define GHASH_H

#include <stdint.h>

/* An element of GF(2^128) as SP 800-38D writes it: the leftmost bit, the most significant of `left`, is the coefficient of x^0. */
typedef struct {
    uint64_t left, right;
} element;

element element_from_bytes(const unsigned char bytes[16]);
void element_to_bytes(unsigned char bytes[16], element a);

/* Absorbs `length` bytes into the hash `y` under the subkey `h`; a last block that is not full is filled with zeros. */
element ghash(element y, element h, const unsigned char *bytes, unsigned long long length);

#endif
