/* BLAKE-32 as submitted for round 2 of the SHA-3 competition, with 10 rounds, a digest of 256 bits and no salt.
 *
 * Written from J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan: "SHA-3 proposal BLAKE", version 1.3. Numbers in parentheses are its sections.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { BLOCK = 64, ROUNDS = 10, LENGTH = 8 };

/* The constants and permutations (2.1.1). */
static const uint32_t constants[16] = {
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
    0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
};

static const unsigned char sigma[ROUNDS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint32_t rotate_right(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

/* G_i of a round (2.1.2), on words a, b, c and d of the state. */
static void mix(uint32_t v[16], const uint32_t m[16], int round, int i, int a, int b, int c, int d) {
    int first = sigma[round][2 * i], second = sigma[round][2 * i + 1];
    v[a] += v[b] + (m[first] ^ constants[second]);
    v[d] = rotate_right(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate_right(v[b] ^ v[c], 12);
    v[a] += v[b] + (m[second] ^ constants[first]);
    v[d] = rotate_right(v[d] ^ v[a], 8);
    v[c] += v[d];
    v[b] = rotate_right(v[b] ^ v[c], 7);
}

/* One block into the chain value (2.1.2); `counter` is in bits. */
static void compress(uint32_t h[8], const unsigned char *block, uint64_t counter) {
    uint32_t m[16], v[16];
    for (int i = 0; i < 16; i++) {
        m[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    for (int i = 0; i < 8; i++) {
        v[i] = h[i];
        v[8 + i] = constants[i] ^ (i < 4 ? 0 : i < 6 ? (uint32_t)counter : (uint32_t)(counter >> 32));
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 4; i++) mix(v, m, round, i, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++) mix(v, m, round, 4 + i, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned long long left = inlen;
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in, (uint64_t)(inlen - left + BLOCK) << 3);

    /* The rest, the bit 1, zeros, the bit 1, and the length in bits (2.1.3): one block, or two where the length finds no room behind the rest.
     * The counter has the bits of the message up to the end of a block, and 0 for a block without any. */
    unsigned char rest[2 * BLOCK] = {0};
    uint64_t bits = (uint64_t)inlen << 3;
    int size = left + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    rest[size - LENGTH - 1] |= 0x01;
    for (int i = 0; i < LENGTH; i++) rest[size - 1 - i] = (unsigned char)(bits >> 8 * i);
    compress(h, rest, left == 0 ? 0 : bits);
    if (size > BLOCK) compress(h, rest + BLOCK, 0);

    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
    return 0;
}
