/* Luffa-256 v2, as submitted for round 2 of the SHA-3 competition.
 *
 * Written from C. De Canniere, H. Sato, D. Watanabe: "Hash Function Luffa: Specification", version 2.0.1 (October 2, 2009).
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WIDTH = 3, WORDS = 8, BLOCK = 32, STEPS = 8 }; /* w, the number of permutations and of sub-states; 32-bit words of a sub-state */

/* The starting variables V_j. */
static const uint32_t starting[WIDTH][WORDS] = {
    {0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465, 0x6e292011, 0x90152df4, 0xee058139, 0xdef610bb},
    {0xc3b44b95, 0xd9d2f256, 0x70eee9a0, 0xde099fa3, 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e, 0x746cd581},
    {0xf7efc89d, 0x5dba5781, 0x04016ce5, 0xad659c05, 0x0306194f, 0x666d1836, 0x24aa230a, 0x8b264ae7},
};

/* The constants of the steps of Q_j: those that are added to word 0 and to word 4. */
static const uint32_t constants_0[WIDTH][STEPS] = {
    {0x303994a6, 0xc0e65299, 0x6cc33a12, 0xdc56983e, 0x1e00108f, 0x7800423d, 0x8f5b7882, 0x96e1db12},
    {0xb6de10ed, 0x70f47aae, 0x0707a3d4, 0x1c1e8f51, 0x707a3d45, 0xaeb28562, 0xbaca1589, 0x40a46f3e},
    {0xfc20d9d2, 0x34552e25, 0x7ad8818f, 0x8438764a, 0xbb6de032, 0xedb780c8, 0xd9847356, 0xa2c78434},
};
static const uint32_t constants_4[WIDTH][STEPS] = {
    {0xe0337818, 0x441ba90d, 0x7f34d442, 0x9389217f, 0xe5a8bce6, 0x5274baf4, 0x26889ba7, 0x9a226e9d},
    {0x01685f3d, 0x05a17cf4, 0xbd09caca, 0xf4272b28, 0x144ae5cc, 0xfaa7ae2b, 0x2e48f1c1, 0xb923c704},
    {0xe25e72c1, 0xe623bb72, 0x5c58a4a4, 0x1e38e2e7, 0x78e38b9d, 0x27586719, 0x36eda57f, 0x703aace7},
};

static uint32_t rotate_left(uint32_t x, int n) {
    return n == 0 ? x : x << n | x >> (32 - n);
}

/* A sub-state times 2 in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1: 32 elements, bit i of each in word i. */
static void doubled(uint32_t a[WORDS]) {
    uint32_t top = a[7];
    memmove(a + 1, a, 7 * sizeof *a);
    a[0] = top;
    a[1] ^= top;
    a[3] ^= top;
    a[4] ^= top;
}

/* The message injection MI for w = 3. */
static void inject(uint32_t h[WIDTH][WORDS], const unsigned char *block) {
    uint32_t sum[WORDS], m[WORDS];
    for (int i = 0; i < WORDS; i++) {
        sum[i] = h[0][i] ^ h[1][i] ^ h[2][i];
        m[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    doubled(sum);
    for (int j = 0; j < WIDTH; j++) {
        for (int i = 0; i < WORDS; i++) h[j][i] ^= sum[i] ^ m[i];
        doubled(m);
    }
}

/* 32 S-boxes, bit 0 of each in the first word. */
static void sub_crumb(uint32_t *a0, uint32_t *a1, uint32_t *a2, uint32_t *a3) {
    static const unsigned char s_box[16] = {13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4};
    uint32_t *words[4] = {a0, a1, a2, a3}, out[4] = {0};
    for (int bit = 0; bit < 32; bit++) {
        int x = 0;
        for (int i = 0; i < 4; i++) x |= (int)(*words[i] >> bit & 1) << i;
        for (int i = 0; i < 4; i++) out[i] |= (uint32_t)(s_box[x] >> i & 1) << bit;
    }
    for (int i = 0; i < 4; i++) *words[i] = out[i];
}

static void mix_word(uint32_t *left, uint32_t *right) {
    *right ^= *left;
    *left = rotate_left(*left, 2) ^ *right;
    *right = rotate_left(*right, 14) ^ *left;
    *left = rotate_left(*left, 10) ^ *right;
    *right = rotate_left(*right, 1);
}

/* The permutation Q_j: the tweak, and eight steps. */
static void permute(uint32_t a[WORDS], int j) {
    for (int i = 4; i < WORDS; i++) a[i] = rotate_left(a[i], j);
    for (int step = 0; step < STEPS; step++) {
        sub_crumb(&a[0], &a[1], &a[2], &a[3]);
        sub_crumb(&a[5], &a[6], &a[7], &a[4]);
        for (int i = 0; i < 4; i++) mix_word(&a[i], &a[i + 4]);
        a[0] ^= constants_0[j][step];
        a[4] ^= constants_4[j][step];
    }
}

/* A round: MI and the permutations. */
static void absorb(uint32_t h[WIDTH][WORDS], const unsigned char *block) {
    inject(h, block);
    for (int j = 0; j < WIDTH; j++) permute(h[j], j);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t h[WIDTH][WORDS];
    memcpy(h, starting, sizeof h);
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) absorb(h, in);

    unsigned char last[BLOCK] = {0}; /* the rest, the bit 1, zeros */
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = 0x80;
    absorb(h, last);

    const unsigned char blank[BLOCK] = {0}; /* the finalisation: a blank round, then the sum of the sub-states */
    absorb(h, blank);
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)((h[0][i / 4] ^ h[1][i / 4] ^ h[2][i / 4]) >> (24 - 8 * (i % 4)));
    return 0;
}
