#ifndef SIMON_H
#define SIMON_H

#include <stdint.h>

enum { WORD_BYTES = 6 };

/* SIMON-96/96: encrypts the words x and y of 48 bits under the key words k0 and k1. */
void simon_encrypt(uint64_t *x, uint64_t *y, uint64_t k0, uint64_t k1);

#endif
