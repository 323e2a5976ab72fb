#ifndef PERMUTATION_H
#define PERMUTATION_H

#include <stdint.h>

enum { LANES = 25 };

/* The state: 25 lanes of 8 bits, lane (x, y) at x + 5y. */
typedef struct {
    uint8_t lane[LANES];
} ketje_state;

/* The twisted permutation Keccak-p*[200, rounds]: Keccak-p between the inverse of pi and pi. */
void ketje_permute(ketje_state *state, int rounds);

#endif
