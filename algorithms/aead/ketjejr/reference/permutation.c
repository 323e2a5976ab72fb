/* Keccak-p[200] (FIPS 202, chapter 3), twisted. */
#include "permutation.h"

enum { MOST_ROUNDS = 18, WIDTH = 8 };

static int at(int x, int y) {
    return x % 5 + 5 * (y % 5);
}

static uint8_t rotate_left(uint8_t lane, int by) {
    return (uint8_t)(lane << by % WIDTH | lane >> (WIDTH - by % WIDTH) % WIDTH);
}

static void theta(ketje_state *a) {
    uint8_t c[5] = {0};
    for (int i = 0; i < LANES; i++) c[i % 5] ^= a->lane[i];
    for (int i = 0; i < LANES; i++) a->lane[i] ^= c[(i + 4) % 5] ^ rotate_left(c[(i + 1) % 5], 1);
}

/* The distances are the triangular numbers, along the way that pi takes a lane. */
static void rho(ketje_state *a) {
    for (int t = 0, x = 1, y = 0; t < 24; t++) {
        const int next_y = (2 * x + 3 * y) % 5;
        a->lane[at(x, y)] = rotate_left(a->lane[at(x, y)], (t + 1) * (t + 2) / 2);
        x = y;
        y = next_y;
    }
}

static void pi(ketje_state *a) {
    const ketje_state old = *a;
    for (int i = 0; i < LANES; i++) a->lane[at(i / 5, 2 * (i % 5) + 3 * (i / 5))] = old.lane[i];
}

static void inverse_pi(ketje_state *a) {
    const ketje_state old = *a;
    for (int i = 0; i < LANES; i++) a->lane[i] = old.lane[at(i / 5, 2 * (i % 5) + 3 * (i / 5))];
}

static void chi(ketje_state *a) {
    const ketje_state old = *a;
    for (int i = 0; i < LANES; i++) a->lane[i] ^= (uint8_t)(~old.lane[at(i + 1, i / 5)] & old.lane[at(i + 2, i / 5)]);
}

static void iota(ketje_state *a, int round) {
    static const uint8_t constants[MOST_ROUNDS] = {0x01, 0x82, 0x8a, 0x00, 0x8b, 0x01, 0x81, 0x09, 0x8a,
                                                   0x88, 0x09, 0x0a, 0x8b, 0x8b, 0x89, 0x03, 0x02, 0x80};
    a->lane[0] ^= constants[round];
}

void ketje_permute(ketje_state *state, int rounds) {
    inverse_pi(state);
    for (int round = MOST_ROUNDS - rounds; round < MOST_ROUNDS; round++) {
        theta(state);
        rho(state);
        pi(state);
        chi(state);
        iota(state, round);
    }
    pi(state);
}
