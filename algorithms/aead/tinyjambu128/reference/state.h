#ifndef STATE_H
#define STATE_H

#include <stdint.h>

/* The state s0 to s127; s0 is the least significant bit of `low`. */
typedef struct {
    uint64_t low, high;
} tinyjambu_state;

/* `steps` times StateUpdate: the keyed permutation of version 2, section 3.2. */
void tinyjambu_permute(tinyjambu_state *s, const unsigned char *k, int steps);

#endif
