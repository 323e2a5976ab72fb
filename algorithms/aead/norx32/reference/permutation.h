#ifndef PERMUTATION_H
#define PERMUTATION_H

#include <stdint.h>

enum { WORDS = 16 };

/* The state s0 to s15. */
typedef struct {
    uint32_t s[WORDS];
} norx_state;

/* F^rounds (NORX v3, 2.3). */
void norx_permute(norx_state *state, int rounds);

#endif
