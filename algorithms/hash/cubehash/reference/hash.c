/* CubeHash16/32 with a digest of 256 bits, as submitted for round 2 of the SHA-3 competition.
 *
 * Written from D. J. Bernstein: "CubeHash specification (2.B.1)", version of round 2 (2009).
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WORDS = 32, BLOCK = 32, ROUNDS = 16, SETUP_ROUNDS = 10 * ROUNDS, FINAL_ROUNDS = 10 * ROUNDS };

static uint32_t rotate_left(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

/* Exchanges x[i] and x[i ^ bit] for all i from `from` to `from` + 15. */
static void swap(uint32_t x[WORDS], int from, int bit) {
    for (int i = from; i < from + 16; i++) {
        if (i & bit) continue;
        uint32_t word = x[i];
        x[i] = x[i | bit];
        x[i | bit] = word;
    }
}

/* The ten steps of a round. A word of the specification, x_ijklm, is x[16 i + 8 j + 4 k + 2 l + m]. */
static void one_round(uint32_t x[WORDS]) {
    for (int i = 0; i < 16; i++) x[16 + i] += x[i];
    for (int i = 0; i < 16; i++) x[i] = rotate_left(x[i], 7);
    swap(x, 0, 8);
    for (int i = 0; i < 16; i++) x[i] ^= x[16 + i];
    swap(x, 16, 2);
    for (int i = 0; i < 16; i++) x[16 + i] += x[i];
    for (int i = 0; i < 16; i++) x[i] = rotate_left(x[i], 11);
    swap(x, 0, 4);
    for (int i = 0; i < 16; i++) x[i] ^= x[16 + i];
    swap(x, 16, 1);
}

static void rounds(uint32_t x[WORDS], int count) {
    for (int i = 0; i < count; i++) one_round(x);
}

/* A block is added to the first words of the state, each least significant byte first; then the rounds of a block. */
static void absorb(uint32_t x[WORDS], const unsigned char *block) {
    for (int i = 0; i < BLOCK; i++) x[i / 4] ^= (uint32_t)block[i] << 8 * (i % 4);
    rounds(x, ROUNDS);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t x[WORDS] = {CRYPTO_BYTES, BLOCK, ROUNDS}; /* h / 8, b, r */
    rounds(x, SETUP_ROUNDS);
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) absorb(x, in);

    unsigned char last[BLOCK] = {0}; /* the rest, the bit 1, zeros */
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = 0x80;
    absorb(x, last);

    x[WORDS - 1] ^= 1;
    rounds(x, FINAL_ROUNDS);
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(x[i / 4] >> 8 * (i % 4));
    return 0;
}
