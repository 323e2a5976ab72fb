/* SIMD-256 version 1.1 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * The transform of 128 points is one of 16, a product with a table, and one of 8, on vectors of eight 32-bit integers; the transforms have the roots
 * 2 and 4, so their products are shifts. Steps work on vectors of four words.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WORDS = 16, BLOCK = 4 * WORDS, LANES = 8, RESULTS = 16, PRIME = 257, ALPHA = 139, STEPS = 36 };
#define WHOLE _Pragma("GCC unroll 36")

typedef int32_t lanes __attribute__((vector_size(4 * LANES)));
typedef uint32_t ladder __attribute__((vector_size(16)));

static lanes powers[RESULTS]; /* ALPHA to the power of b i, b is the lane; from -128 to 128 */

static void make_powers(void) {
    for (int b = 0, root = 1; b < LANES; b++, root = root * ALPHA % PRIME) {
        for (int i = 0, power = 1; i < RESULTS; i++, power = power * root % PRIME) powers[i][b] = power > 128 ? power - PRIME : power;
    }
}

/* 256 is -1. */
static inline lanes reduced(lanes x) {
    return (x & 255) - (x >> 8);
}

static inline lanes centred(lanes x) {
    x = reduced(reduced(reduced(x)));
    return x - ((x > 128) & PRIME) + ((x < -128) & PRIME);
}

/* Transforms of 16 points with the root 2, of which eight are not zero: x of each lane. */
static inline void columns(lanes y[RESULTS], const lanes x[8]) {
    WHOLE
    for (int h = 0; h < 2; h++) { /* results of even and of odd number */
        lanes f[8];
        WHOLE
        for (int a = 0; a < 8; a++) f[a] = h ? reduced(x[a] << a) : x[a];
        WHOLE
        for (int m = 0; m < 2; m++) { /* eight points with the root 4: halves of results again */
            lanes g[4];
            WHOLE
            for (int a = 0; a < 4; a++) g[a] = m ? reduced((f[a] - f[a + 4]) << 2 * a) : f[a] + f[a + 4];
            lanes p0 = g[0] + g[2], p1 = g[1] + g[3], q0 = g[0] - g[2], q1 = (g[1] - g[3]) << 4;
            y[h + 2 * m] = p0 + p1;
            y[h + 2 * m + 4] = q0 + q1;
            y[h + 2 * m + 8] = p0 - p1;
            y[h + 2 * m + 12] = q0 - q1;
        }
    }
}

/* The message expansion: results i + 16 k, each from -128 to 128. */
static void transform(int32_t y[LANES * RESULTS], const unsigned char block[BLOCK], int final) {
    lanes x[8], column[RESULTS];
    for (int a = 0; a < 8; a++) {
        for (int b = 0; b < LANES; b++) x[a][b] = block[8 * a + b];
    }
    columns(column, x);
    int mark = 1; /* the constant points 127, and 125 of the last block, times their powers of 2: 2^-i */
    for (int i = 0; i < RESULTS; i++) {
        column[i][7] += mark;
        if (final) column[i][5] += mark;
        mark = mark % 2 ? (mark + PRIME) / 2 : mark / 2;
        column[i] = reduced(reduced(column[i]) * powers[i]);
    }
    for (int i = 0; i < RESULTS; i += LANES) { /* eight transforms of eight points with the root 4; the vectors change rows and columns */
        lanes v[LANES], z[LANES];
        for (int b = 0; b < LANES; b++) {
            for (int n = 0; n < LANES; n++) v[b][n] = column[i + n][b];
        }
        WHOLE
        for (int h = 0; h < 2; h++) {
            lanes f[4];
            WHOLE
            for (int b = 0; b < 4; b++) f[b] = h ? (v[b] - v[b + 4]) << 2 * b : v[b] + v[b + 4];
            lanes p0 = f[0] + f[2], p1 = f[1] + f[3], q0 = f[0] - f[2], q1 = (f[1] - f[3]) << 4;
            z[h] = p0 + p1;
            z[h + 2] = q0 + q1;
            z[h + 4] = p0 - p1;
            z[h + 6] = q0 - q1;
        }
        for (int k = 0; k < LANES; k++) {
            z[k] = centred(z[k]);
            memcpy(y + i + RESULTS * k, &z[k], sizeof z[k]);
        }
    }
}

static inline ladder rotate_left(ladder x, int n) {
    return x << n | x >> (32 - n);
}

/* The words of a step of the rounds. */
static inline ladder expanded(const int32_t y[LANES * RESULTS], int step) {
    static const unsigned char order[32] = {4, 6, 0, 2, 7, 5, 3, 1, 15, 11, 12, 8, 9, 13, 10, 14, 1, 2, 7, 4, 6, 5, 0, 3, 6, 0, 1, 7, 3, 5, 4, 2};
    const int32_t *low = y + 8 * order[step] + (step >= 24);
    int away = step < 16 ? 1 : 64, factor = step < 16 ? 185 : 233;
    ladder w;
    WHOLE
    for (int n = 0; n < 4; n++) w[n] = (uint32_t)(low[2 * n] * factor & 0xffff) | (uint32_t)(low[2 * n + away] * factor) << 16;
    return w;
}

static inline ladder exchanged(ladder x, int step) {
    switch (step % 3) {
        case 0: return __builtin_shufflevector(x, x, 1, 0, 3, 2);
        case 1: return __builtin_shufflevector(x, x, 2, 3, 0, 1);
        default: return __builtin_shufflevector(x, x, 3, 2, 1, 0);
    }
}

static void compress(uint32_t chain[WORDS], const unsigned char block[BLOCK], int final) {
    static const int pi[4][4] = {{3, 23, 17, 27}, {28, 19, 22, 7}, {29, 9, 15, 5}, {4, 13, 10, 25}};
    int32_t y[LANES * RESULTS];
    ladder old[4], s[4];
    transform(y, block, final);
    for (int i = 0; i < 4; i++) {
        uint32_t m[4] = {0};
        for (int j = 0; j < 16; j++) m[j / 4] |= (uint32_t)block[16 * i + j] << 8 * (j % 4);
        memcpy(&old[i], chain + 4 * i, sizeof old[i]);
        memcpy(&s[i], m, sizeof s[i]);
        s[i] ^= old[i];
    }
    WHOLE
    for (int step = 0; step < STEPS; step++) {
        const int *distances = pi[step < 32 ? step / 8 : 3];
        ladder w = step < 32 ? expanded(y, step) : old[step % 4];
        ladder turned = rotate_left(s[0], distances[step % 4]);
        ladder f = step % 8 < 4 ? (s[0] & s[1]) | (~s[0] & s[2]) : (s[0] & s[1]) | (s[0] & s[2]) | (s[1] & s[2]);
        s[0] = rotate_left(s[3] + w + f, distances[(step + 1) % 4]) + exchanged(turned, step);
        s[3] = s[2];
        s[2] = s[1];
        s[1] = turned;
    }
    memcpy(chain, s, sizeof s);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t chain[WORDS] = {
        0x4d567983, 0x07190ba9, 0x8474577b, 0x39d726e9, 0xaaf3d925, 0x3ee20b03, 0xafd5e751, 0xc96006d3,
        0xc2c2ba14, 0x49b3bcb4, 0xf67caf46, 0x668626c9, 0xe2eaa8d2, 0x1ff47833, 0xd0c661a5, 0x55693de1,
    };
    unsigned char last[BLOCK] = {0};
    uint64_t bits = (uint64_t)inlen << 3;
    if (powers[0][0] == 0) make_powers();
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) compress(chain, in, 0);
    if (inlen) { /* the rest, and zeros */
        memcpy(last, in, inlen);
        compress(chain, last, 0);
    }
    memset(last, 0, sizeof last); /* a block of the length in bits alone */
    for (int i = 0; i < 8; i++) last[i] = (unsigned char)(bits >> 8 * i);
    compress(chain, last, 1);
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(chain[i / 4] >> 8 * (i % 4));
    return 0;
}
