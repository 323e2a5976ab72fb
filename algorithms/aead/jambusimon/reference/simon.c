/* SIMON-96/96 (IACR ePrint 2013/404): words of n = 48 bits, m = 2 key words, T = 52 rounds, constant sequence z2. */
#include "simon.h"

enum { N = 48, ROUNDS = 52 };

static const uint64_t word_mask = ((uint64_t)1 << N) - 1;

static uint64_t rotate_left(uint64_t x, int by) {
    return (x << by | x >> (N - by)) & word_mask;
}

static uint64_t rotate_right(uint64_t x, int by) {
    return rotate_left(x, N - by);
}

static uint64_t f(uint64_t x) {
    return (rotate_left(x, 1) & rotate_left(x, 8)) ^ rotate_left(x, 2);
}

/* 3.2: k_(i+2), with c = 2^n - 4. */
static uint64_t next_key(uint64_t k0, uint64_t k1, int i) {
    static const char z2[] = "10101111011100000011010010011000101000010001111110010110110011";
    return (word_mask - 3) ^ (uint64_t)(z2[i % 62] - '0') ^ k0 ^ rotate_right(k1, 3) ^ rotate_right(k1, 4);
}

void simon_encrypt(uint64_t *x, uint64_t *y, uint64_t k0, uint64_t k1) {
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t old_x = *x, old_k1 = k1;
        *x = *y ^ f(*x) ^ k0;
        *y = old_x;
        k1 = next_key(k0, k1, i);
        k0 = old_k1;
    }
}
