/* The permutations P6 and P12 of ICEPOLE, on a state of 4 by 5 words. */
#ifndef ICEPOLE_PERMUTATION_H
#define ICEPOLE_PERMUTATION_H

#include <stdint.h>

enum { ROWS = 4, COLUMNS = 5 };

typedef struct {
    uint64_t word[ROWS][COLUMNS];
} icepole_state;

/* The first `rounds` of the twelve. */
void icepole_permute(icepole_state *s, int rounds);

#endif
