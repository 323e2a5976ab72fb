/* BMW-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * All loops over words are unrolled, so that no word is looked up by its number and no logic function is chosen. The sums of every other word of the
 * pipe, which expand_2 takes as they are, go on from word to word.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WORDS = 16, BLOCK = 4 * WORDS, EXPANDED = 2 * WORDS };
#define WHOLE _Pragma("GCC unroll 16")

static inline uint32_t rotate_left(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

/* The logic functions s_0 to s_5; `number` is constant where it is unrolled. */
static inline __attribute__((always_inline)) uint32_t s(int number, uint32_t x) {
    switch (number) {
        case 0: return x >> 1 ^ x << 3 ^ rotate_left(x, 4) ^ rotate_left(x, 19);
        case 1: return x >> 1 ^ x << 2 ^ rotate_left(x, 8) ^ rotate_left(x, 23);
        case 2: return x >> 2 ^ x << 1 ^ rotate_left(x, 12) ^ rotate_left(x, 25);
        case 3: return x >> 2 ^ x << 2 ^ rotate_left(x, 15) ^ rotate_left(x, 29);
        case 4: return x >> 1 ^ x;
        default: return x >> 2 ^ x;
    }
}

/* f_0. */
static inline void first_half(uint32_t q[EXPANDED], const uint32_t h[WORDS], const uint32_t m[WORDS]) {
    uint32_t x[WORDS], w[WORDS];
    WHOLE
    for (int i = 0; i < WORDS; i++) x[i] = m[i] ^ h[i];
    w[0] = x[5] - x[7] + x[10] + x[13] + x[14];
    w[1] = x[6] - x[8] + x[11] + x[14] - x[15];
    w[2] = x[7] + x[9] - x[12] + x[15] + x[0];
    w[3] = x[8] - x[10] + x[13] + x[0] - x[1];
    w[4] = x[9] - x[11] - x[14] + x[1] + x[2];
    w[5] = x[10] - x[12] + x[15] - x[2] + x[3];
    w[6] = x[13] - x[11] - x[0] - x[3] + x[4];
    w[7] = x[1] - x[12] - x[14] - x[4] - x[5];
    w[8] = x[13] - x[15] + x[2] - x[5] - x[6];
    w[9] = x[14] + x[0] - x[3] + x[6] - x[7];
    w[10] = x[15] - x[1] - x[4] - x[7] + x[8];
    w[11] = x[8] - x[0] - x[2] - x[5] + x[9];
    w[12] = x[1] + x[3] - x[6] - x[9] + x[10];
    w[13] = x[2] + x[4] + x[7] + x[10] + x[11];
    w[14] = x[3] - x[5] + x[8] - x[11] - x[12];
    w[15] = x[12] - x[4] - x[6] - x[9] + x[13];
    WHOLE
    for (int j = 0; j < WORDS; j++) q[j] = s(j % 5, w[j]) + h[(j + 1) % WORDS];
}

/* f_1. */
static inline void second_half(uint32_t q[EXPANDED], const uint32_t h[WORDS], const uint32_t m[WORDS]) {
    static const int r[7] = {3, 7, 13, 16, 19, 23, 27};
    uint32_t turned[WORDS], add[WORDS];
    WHOLE
    for (int i = 0; i < WORDS; i++) turned[i] = rotate_left(m[i], i + 1);
    WHOLE
    for (int j = 0; j < WORDS; j++) {
        uint32_t key = (uint32_t)(j + 16) * 0x05555555;
        add[j] = (turned[j] + turned[(j + 3) % WORDS] - turned[(j + 10) % WORDS] + key) ^ h[(j + 7) % WORDS];
    }
    for (int j = 0; j < 2; j++) { /* expand_1 */
        uint32_t sum = add[j];
        WHOLE
        for (int i = 0; i < WORDS; i++) sum += s((i + 1) % 4, q[j + i]);
        q[WORDS + j] = sum;
    }
    uint32_t kept[2] = {0, 0}; /* the sums of seven words of which every other one is left out */
    WHOLE
    for (int i = 0; i < 7; i++) {
        kept[0] += q[2 + 2 * i];
        kept[1] += q[3 + 2 * i];
    }
    WHOLE
    for (int j = 2; j < WORDS; j++) { /* expand_2 */
        uint32_t sum = add[j] + kept[j % 2];
        WHOLE
        for (int i = 0; i < 7; i++) sum += rotate_left(q[j + 1 + 2 * i], r[i]);
        q[WORDS + j] = sum + s(4, q[j + 14]) + s(5, q[j + 15]);
        kept[j % 2] += q[j + 14] - q[j];
    }
}

/* f_2. */
static inline void fold(uint32_t h[WORDS], const uint32_t q[EXPANDED], const uint32_t m[WORDS]) {
    uint32_t xl = q[16] ^ q[17] ^ q[18] ^ q[19] ^ q[20] ^ q[21] ^ q[22] ^ q[23];
    uint32_t xh = xl ^ q[24] ^ q[25] ^ q[26] ^ q[27] ^ q[28] ^ q[29] ^ q[30] ^ q[31];
    h[0] = (xh << 5 ^ q[16] >> 5 ^ m[0]) + (xl ^ q[24] ^ q[0]);
    h[1] = (xh >> 7 ^ q[17] << 8 ^ m[1]) + (xl ^ q[25] ^ q[1]);
    h[2] = (xh >> 5 ^ q[18] << 5 ^ m[2]) + (xl ^ q[26] ^ q[2]);
    h[3] = (xh >> 1 ^ q[19] << 5 ^ m[3]) + (xl ^ q[27] ^ q[3]);
    h[4] = (xh >> 3 ^ q[20] ^ m[4]) + (xl ^ q[28] ^ q[4]);
    h[5] = (xh << 6 ^ q[21] >> 6 ^ m[5]) + (xl ^ q[29] ^ q[5]);
    h[6] = (xh >> 4 ^ q[22] << 6 ^ m[6]) + (xl ^ q[30] ^ q[6]);
    h[7] = (xh >> 11 ^ q[23] << 2 ^ m[7]) + (xl ^ q[31] ^ q[7]);
    h[8] = rotate_left(h[4], 9) + (xh ^ q[24] ^ m[8]) + (xl << 8 ^ q[23] ^ q[8]);
    h[9] = rotate_left(h[5], 10) + (xh ^ q[25] ^ m[9]) + (xl >> 6 ^ q[16] ^ q[9]);
    h[10] = rotate_left(h[6], 11) + (xh ^ q[26] ^ m[10]) + (xl << 6 ^ q[17] ^ q[10]);
    h[11] = rotate_left(h[7], 12) + (xh ^ q[27] ^ m[11]) + (xl << 4 ^ q[18] ^ q[11]);
    h[12] = rotate_left(h[0], 13) + (xh ^ q[28] ^ m[12]) + (xl >> 3 ^ q[19] ^ q[12]);
    h[13] = rotate_left(h[1], 14) + (xh ^ q[29] ^ m[13]) + (xl >> 4 ^ q[20] ^ q[13]);
    h[14] = rotate_left(h[2], 15) + (xh ^ q[30] ^ m[14]) + (xl >> 7 ^ q[21] ^ q[14]);
    h[15] = rotate_left(h[3], 16) + (xh ^ q[31] ^ m[15]) + (xl >> 2 ^ q[22] ^ q[15]);
}

/* The compression function: `h` takes the block `m`. */
static void compress(uint32_t h[WORDS], const uint32_t m[WORDS]) {
    uint32_t q[EXPANDED];
    first_half(q, h, m);
    second_half(q, h, m);
    fold(h, q, m);
}

/* The first byte of a word is the least significant. */
static inline void absorb(uint32_t h[WORDS], const unsigned char block[BLOCK]) {
    uint32_t m[WORDS];
    for (int i = 0; i < WORDS; i++) {
        m[i] = block[4 * i] | (uint32_t)block[4 * i + 1] << 8 | (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
    }
    compress(h, m);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t h[WORDS], final[WORDS];
    uint64_t bits = (uint64_t)inlen << 3;
    for (int i = 0; i < WORDS; i++) h[i] = 0x40414243 + (uint32_t)i * 0x04040404;
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) absorb(h, in);

    unsigned char last[2 * BLOCK] = {0}; /* the rest, the bit 1, zeros, the length in bits */
    int size = inlen + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = 0x80;
    for (int i = 0; i < 8; i++) last[size - 8 + i] = (unsigned char)(bits >> 8 * i);
    for (int i = 0; i < size; i += BLOCK) absorb(h, last + i);

    for (int i = 0; i < WORDS; i++) final[i] = 0xaaaaaaa0 + (uint32_t)i;
    compress(final, h);
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(final[8 + i / 4] >> 8 * (i % 4));
    return 0;
}
