/* SIMD-256 version 1.1, as submitted for round 2 of the SHA-3 competition.
 *
 * Written from G. Leurent, C. Bouillaguet, P.-A. Fouque: "SIMD Is a Message Digest", submission to NIST (round 2), version 1.1, September 2009.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WORDS = 16, BLOCK = 4 * WORDS, POINTS = 128, STEPS = 32, PRIME = 257, ALPHA = 139 }; /* ALPHA has order 128 modulo 257 */

static uint32_t rotate_left(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

/* The number-theoretic transform of a block and of the one or two constants behind it, each value from -128 to 128. */
static void transform(int y[POINTS], const unsigned char block[BLOCK], int final) {
    int x[POINTS] = {0}, root = 1;
    for (int j = 0; j < BLOCK; j++) x[j] = block[j];
    x[127] = 1;
    if (final) x[125] = 1;
    for (int i = 0; i < POINTS; i++) { /* `root` is ALPHA to the power of i */
        int power = 1, sum = 0;
        for (int j = 0; j < POINTS; j++) {
            sum = (sum + x[j] * power) % PRIME;
            power = power * root % PRIME;
        }
        y[i] = sum > PRIME / 2 ? sum - PRIME : sum;
        root = root * ALPHA % PRIME;
    }
}

/* Two values, times a constant, are the halves of a word; the first one is the lower half. */
static uint32_t halves(int low, int high, int factor) {
    return (uint32_t)(low * factor & 0xffff) | (uint32_t)(high * factor) << 16;
}

/* The four words that a step adds: which eight values, in which pairs and times what, the order P says. */
static void expanded(uint32_t w[4], const int y[POINTS], int step) {
    static const int order[STEPS] = {
        4, 6, 0, 2, 7, 5, 3, 1, 15, 11, 12, 8, 9, 13, 10, 14, 17, 18, 23, 20, 22, 21, 16, 19, 30, 24, 25, 31, 27, 29, 28, 26,
    };
    int i = 8 * order[step];
    for (int k = 0; k < 4; k++) {
        if (step < 16) w[k] = halves(y[i + 2 * k], y[i + 2 * k + 1], 185);
        else if (step < 24) w[k] = halves(y[i - 128 + 2 * k], y[i - 64 + 2 * k], 233);
        else w[k] = halves(y[i - 191 + 2 * k], y[i - 127 + 2 * k], 233);
    }
}

/* A step of the four parallel Feistel ladders on A, B, C and D of four words each. */
static void advance(uint32_t s[WORDS], const uint32_t w[4], int step) {
    static const int rotations[4][4] = {{3, 23, 17, 27}, {28, 19, 22, 7}, {29, 9, 15, 5}, {4, 13, 10, 25}};
    const int *pi = rotations[step < STEPS ? step / 8 : 3];
    int r = pi[step % 4], t = pi[(step + 1) % 4], partner = 1 + step % 3;
    uint32_t turned[4];
    for (int j = 0; j < 4; j++) turned[j] = rotate_left(s[j], r);
    for (int j = 0; j < 4; j++) {
        uint32_t a = s[j], b = s[4 + j], c = s[8 + j], d = s[12 + j];
        uint32_t f = step % 8 < 4 ? (a & b) | (~a & c) : (a & b) | (a & c) | (b & c); /* IF and MAJ */
        s[j] = rotate_left(d + w[j] + f, t) + turned[j ^ partner];
        s[4 + j] = turned[j];
        s[8 + j] = b;
        s[12 + j] = c;
    }
}

/* The compression function; behind its rounds come four steps that add the old chain value. The first byte of a word is the least significant. */
static void compress(uint32_t chain[WORDS], const unsigned char block[BLOCK], int final) {
    uint32_t s[WORDS], w[4];
    int y[POINTS];
    transform(y, block, final);
    memcpy(s, chain, sizeof s);
    for (int i = 0; i < BLOCK; i++) s[i / 4] ^= (uint32_t)block[i] << 8 * (i % 4);
    for (int step = 0; step < STEPS; step++) {
        expanded(w, y, step);
        advance(s, w, step);
    }
    for (int i = 0; i < 4; i++) advance(s, chain + 4 * i, STEPS + i);
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
