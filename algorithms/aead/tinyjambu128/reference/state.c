/* The keyed permutation of TinyJAMBU-128: a feedback shift register of 128 bits, one bit a step. */
#include "state.h"

static uint64_t bit(const tinyjambu_state *s, int i) {
    return (i < 64 ? s->low >> i : s->high >> (i - 64)) & 1;
}

static uint64_t key_bit(const unsigned char *k, int i) {
    return k[i / 8] >> (i % 8) & 1;
}

void tinyjambu_permute(tinyjambu_state *s, const unsigned char *k, int steps) {
    for (int i = 0; i < steps; i++) {
        const uint64_t nand = 1 ^ (bit(s, 70) & bit(s, 85));
        const uint64_t feedback = bit(s, 0) ^ bit(s, 47) ^ nand ^ bit(s, 91) ^ key_bit(k, i % 128);
        s->low = s->low >> 1 | s->high << 63;
        s->high = s->high >> 1 | feedback << 63;
    }
}
