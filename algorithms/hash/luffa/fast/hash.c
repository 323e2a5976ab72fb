/* Luffa-256 v2 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * The three permutations are made side by side: word i of the three sub-states is a vector, with a fourth element that nothing looks at. The
 * S-boxes are the instructions of the specification.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WORDS = 8, BLOCK = 32, STEPS = 8 }; /* 32-bit words of a sub-state */
#define WHOLE _Pragma("GCC unroll 8")
#define PLACES(x, ...) __builtin_shufflevector(x, x, __VA_ARGS__)
#define LEFT(x, n) ((x) << (n) | (x) >> (32 - (n)))

typedef uint32_t three __attribute__((vector_size(16)));

/* The starting variables V_j, word by word. */
static const three starting[WORDS] = {
    {0x6d251e69, 0xc3b44b95, 0xf7efc89d}, {0x44b051e0, 0xd9d2f256, 0x5dba5781}, {0x4eaa6fb4, 0x70eee9a0, 0x04016ce5}, {0xdbf78465, 0xde099fa3, 0xad659c05},
    {0x6e292011, 0x5d9b0557, 0x0306194f}, {0x90152df4, 0x8fc944b3, 0x666d1836}, {0xee058139, 0xcf1ccf0e, 0x24aa230a}, {0xdef610bb, 0x746cd581, 0x8b264ae7},
};

/* The constants of the steps: those that are added to word 0 and to word 4. */
static const three constants_0[STEPS] = {
    {0x303994a6, 0xb6de10ed, 0xfc20d9d2}, {0xc0e65299, 0x70f47aae, 0x34552e25}, {0x6cc33a12, 0x0707a3d4, 0x7ad8818f}, {0xdc56983e, 0x1c1e8f51, 0x8438764a},
    {0x1e00108f, 0x707a3d45, 0xbb6de032}, {0x7800423d, 0xaeb28562, 0xedb780c8}, {0x8f5b7882, 0xbaca1589, 0xd9847356}, {0x96e1db12, 0x40a46f3e, 0xa2c78434},
};
static const three constants_4[STEPS] = {
    {0xe0337818, 0x01685f3d, 0xe25e72c1}, {0x441ba90d, 0x05a17cf4, 0xe623bb72}, {0x7f34d442, 0xbd09caca, 0x5c58a4a4}, {0x9389217f, 0xf4272b28, 0x1e38e2e7},
    {0xe5a8bce6, 0x144ae5cc, 0x78e38b9d}, {0x5274baf4, 0xfaa7ae2b, 0x27586719}, {0x26889ba7, 0x2e48f1c1, 0x36eda57f}, {0x9a226e9d, 0xb923c704, 0x703aace7},
};

/* 32 elements of GF(2^8), bit i of each in word i, times 2 modulo x^8 + x^4 + x^3 + x + 1. */
#define DOUBLED(to, a) \
    do { \
        (to)[0] = (a)[7]; \
        (to)[1] = (a)[0] ^ (a)[7]; \
        (to)[2] = (a)[1]; \
        (to)[3] = (a)[2] ^ (a)[7]; \
        (to)[4] = (a)[3] ^ (a)[7]; \
        (to)[5] = (a)[4]; \
        (to)[6] = (a)[5]; \
        (to)[7] = (a)[6]; \
    } while (0)

/* The message injection MI for w = 3: a sub-state takes twice the sum of all three, and the block times 1, 2 or 4. */
static inline void inject(three a[WORDS], const unsigned char *block) {
    three sum[WORDS], twice[WORDS];
    uint32_t m[3][WORDS];
    WHOLE
    for (int i = 0; i < WORDS; i++) {
        m[0][i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
        sum[i] = a[i] ^ PLACES(a[i], 1, 2, 0, 3) ^ PLACES(a[i], 2, 0, 1, 3);
    }
    DOUBLED(m[1], m[0]);
    DOUBLED(m[2], m[1]);
    DOUBLED(twice, sum);
    WHOLE
    for (int i = 0; i < WORDS; i++) a[i] ^= twice[i] ^ (three){m[0][i], m[1][i], m[2][i]};
}

/* The S-boxes of a bit of four words, bit 0 of each in the first word. */
static inline void sub_crumb(three *a0, three *a1, three *a2, three *a3) {
    three t = *a0;
    *a0 |= *a1;
    *a2 ^= *a3;
    *a1 = ~*a1;
    *a0 ^= *a3;
    *a3 &= t;
    *a1 ^= *a3;
    *a3 ^= *a2;
    *a2 &= *a0;
    *a0 = ~*a0;
    *a2 ^= *a1;
    *a1 |= *a3;
    t ^= *a1;
    *a3 ^= *a2;
    *a2 &= *a1;
    *a1 ^= *a0;
    *a0 = t;
}

static inline void mix_word(three *left, three *right) {
    *right ^= *left;
    *left = LEFT(*left, 2) ^ *right;
    *right = LEFT(*right, 14) ^ *left;
    *left = LEFT(*left, 10) ^ *right;
    *right = LEFT(*right, 1);
}

/* A round: MI, the tweak, which rotates the last words of sub-state j by j, and eight steps. */
static inline void absorb(three h[WORDS], const unsigned char *block) {
    const three left = {0, 1, 2}, right = {31, 30, 29}; /* the right shift is one more */
    three a[WORDS];
    memcpy(a, h, sizeof a);
    inject(a, block);
    WHOLE
    for (int i = 4; i < WORDS; i++) a[i] = a[i] << left | a[i] >> 1 >> right;
    WHOLE
    for (int step = 0; step < STEPS; step++) {
        sub_crumb(&a[0], &a[1], &a[2], &a[3]);
        sub_crumb(&a[5], &a[6], &a[7], &a[4]);
        WHOLE
        for (int i = 0; i < 4; i++) mix_word(&a[i], &a[i + 4]);
        a[0] ^= constants_0[step];
        a[4] ^= constants_4[step];
    }
    memcpy(h, a, sizeof a);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    three h[WORDS];
    memcpy(h, starting, sizeof h);
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) absorb(h, in);

    unsigned char last[BLOCK] = {0}; /* the rest, the bit 1, zeros */
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = 0x80;
    absorb(h, last);

    const unsigned char blank[BLOCK] = {0}; /* the finalisation: a blank round, then the sum of the sub-states */
    absorb(h, blank);
    for (int i = 0; i < CRYPTO_BYTES; i++) {
        const three word = h[i / 4];
        out[i] = (unsigned char)((word[0] ^ word[1] ^ word[2]) >> (24 - 8 * (i % 4)));
    }
    return 0;
}
