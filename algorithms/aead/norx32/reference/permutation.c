/* The permutation of NORX32. */
#include "permutation.h"

static uint32_t rotate_right(uint32_t word, int by) {
    return word >> by | word << (32 - by);
}

/* H: a sum whose carries go one place far. */
static uint32_t near_sum(uint32_t x, uint32_t y) {
    return x ^ y ^ (x & y) << 1;
}

/* Half of G: two words take each other in, then the other two. */
static void mix(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d, int first, int second) {
    *a = near_sum(*a, *b);
    *d = rotate_right(*a ^ *d, first);
    *c = near_sum(*c, *d);
    *b = rotate_right(*b ^ *c, second);
}

static void quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    mix(a, b, c, d, 8, 11);
    mix(a, b, c, d, 16, 31);
}

/* G on the four columns, or on the diagonals where row i is turned by i places. */
static void step(uint32_t *s, int turn) {
    for (int i = 0; i < 4; i++) quarter(&s[i], &s[4 + (i + turn) % 4], &s[8 + (i + 2 * turn) % 4], &s[12 + (i + 3 * turn) % 4]);
}

void norx_permute(norx_state *state, int rounds) {
    for (int i = 0; i < rounds; i++) {
        step(state->s, 0);
        step(state->s, 1);
    }
}
