/* The rounds and the schedule of SHA-256 (FIPS 180-4). */
#ifndef SHA256_H
#define SHA256_H

#include <cryptagon.h>

typedef uint_t(32) word_t;

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2). */
ROM static const word_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline word_t rotate(word_t x, int n) {
    return x >> n | x << (32 - n);
}

/* The functions of 4.1.2. */
static inline word_t choice(word_t x, word_t y, word_t z) {
    return (x & y) ^ (~x & z);
}

static inline word_t majority(word_t x, word_t y, word_t z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

static inline word_t sum_0(word_t x) {
    return rotate(x, 2) ^ rotate(x, 13) ^ rotate(x, 22);
}

static inline word_t sum_1(word_t x) {
    return rotate(x, 6) ^ rotate(x, 11) ^ rotate(x, 25);
}

static inline word_t sigma_0(word_t x) {
    return rotate(x, 7) ^ rotate(x, 18) ^ x >> 3;
}

static inline word_t sigma_1(word_t x) {
    return rotate(x, 17) ^ rotate(x, 19) ^ x >> 10;
}

/* A round: v is the working variables a to h, `ahead` h, the round's constant and its word, added. */
static inline void sha256_round(word_t v[8], word_t ahead) {
    word_t t1 = (ahead + choice(v[4], v[5], v[6])) + sum_1(v[4]);
    word_t t2 = sum_0(v[0]) + majority(v[0], v[1], v[2]);
    UNROLL for (int i = 7; i > 0; i--) v[i] = v[i - 1];
    v[4] += t1;
    v[0] = t1 + t2;
}

/* The message schedule: the 16 words of the last rounds, the oldest first, move by one. */
static inline void sha256_schedule(word_t w[16]) {
    word_t newest = (sigma_1(w[14]) + w[9]) + (sigma_0(w[1]) + w[0]);
    UNROLL for (int i = 0; i < 15; i++) w[i] = w[i + 1];
    w[15] = newest;
}

#endif
