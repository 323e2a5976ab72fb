/* A toy permutation of 128 bits. NOT secure. */
#include "mix.h"

static uint32_t turned(uint32_t x, int by) {
    return x << by | x >> (32 - by);
}

void mix(uint32_t state[4]) {
    for (int round = 0; round < 8; round++) {
        state[0] += state[1] ^ (uint32_t)round;
        state[3] = turned(state[3] ^ state[0], 16);
        state[2] += state[3];
        state[1] = turned(state[1] ^ state[2], 7);
    }
}
