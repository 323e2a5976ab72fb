#ifndef PERMUTATION_H
#define PERMUTATION_H

#include <stdint.h>

/* The 320-bit state S as five 64-bit words; x[0] holds the first 8 bytes, the first byte most significant. */
typedef struct {
    uint64_t x[5];
} ascon_state;

/* p^rounds: the last `rounds` of the 12 rounds of the Ascon permutation (Ascon v1.2, 2.6). */
void ascon_permute(ascon_state *s, int rounds);

#endif
