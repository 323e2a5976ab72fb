/* The Ascon permutation (Ascon v1.2, 2.6). */
#include "permutation.h"

enum { MOST_ROUNDS = 12 };

static uint64_t rotate_right(uint64_t word, int by) {
    return word >> by | word << (64 - by);
}

/* p_C: in round r of the twelve the constant is 0xf0, 0xe1, 0xd2, .... */
static void add_constant(uint64_t x[5], int round) {
    x[2] ^= (uint64_t)(0xf0 - round * 0x0f);
}

/* p_S: the 5-bit S-box in all 64 columns at once, x[0] holding the most significant bits. */
static void substitute(uint64_t x[5]) {
    uint64_t t[5];
    x[0] ^= x[4];
    x[4] ^= x[3];
    x[2] ^= x[1];
    for (int i = 0; i < 5; i++) t[i] = ~x[i] & x[(i + 1) % 5];
    for (int i = 0; i < 5; i++) x[i] ^= t[(i + 1) % 5];
    x[1] ^= x[0];
    x[0] ^= x[4];
    x[3] ^= x[2];
    x[2] = ~x[2];
}

/* p_L: the linear diffusion of each word. */
static void diffuse(uint64_t x[5]) {
    static const int rotations[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (int i = 0; i < 5; i++) x[i] ^= rotate_right(x[i], rotations[i][0]) ^ rotate_right(x[i], rotations[i][1]);
}

void ascon_permute(ascon_state *s, int rounds) {
    for (int round = MOST_ROUNDS - rounds; round < MOST_ROUNDS; round++) {
        add_constant(s->x, round);
        substitute(s->x);
        diffuse(s->x);
    }
}
