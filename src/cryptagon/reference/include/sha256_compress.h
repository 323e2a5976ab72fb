/* The compression function of SHA-256 (FIPS 180-4), for the reference software of what is made of it.
 *
 * Numbers in parentheses are sections of FIPS 180-4.
 */
#ifndef SHA256_COMPRESS_H
#define SHA256_COMPRESS_H

#include <stdint.h>
#include <string.h>

#define SHA256_ROUNDS 64

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2). */
static const uint32_t sha256_constants[SHA256_ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t sha256_rotate_right(uint32_t x, int n) {
    return x >> n | x << (32 - n);
}

/* The functions of 4.1.2. */
static inline uint32_t sha256_choice(uint32_t x, uint32_t y, uint32_t z) {
    return (x & y) ^ (~x & z);
}

static inline uint32_t sha256_majority(uint32_t x, uint32_t y, uint32_t z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

static inline uint32_t sha256_sum_0(uint32_t x) {
    return sha256_rotate_right(x, 2) ^ sha256_rotate_right(x, 13) ^ sha256_rotate_right(x, 22);
}

static inline uint32_t sha256_sum_1(uint32_t x) {
    return sha256_rotate_right(x, 6) ^ sha256_rotate_right(x, 11) ^ sha256_rotate_right(x, 25);
}

static inline uint32_t sha256_sigma_0(uint32_t x) {
    return sha256_rotate_right(x, 7) ^ sha256_rotate_right(x, 18) ^ x >> 3;
}

static inline uint32_t sha256_sigma_1(uint32_t x) {
    return sha256_rotate_right(x, 17) ^ sha256_rotate_right(x, 19) ^ x >> 10;
}

/* One block of 16 words into the hash value (6.2.2). */
static inline void sha256_compress(uint32_t hash[8], const uint32_t block[16]) {
    uint32_t w[SHA256_ROUNDS], v[8];
    memcpy(w, block, 16 * sizeof *w);
    for (int t = 16; t < SHA256_ROUNDS; t++) {
        w[t] = sha256_sigma_1(w[t - 2]) + w[t - 7] + sha256_sigma_0(w[t - 15]) + w[t - 16];
    }

    memcpy(v, hash, sizeof v);
    for (int t = 0; t < SHA256_ROUNDS; t++) {
        uint32_t t1 = v[7] + sha256_sum_1(v[4]) + sha256_choice(v[4], v[5], v[6]) + sha256_constants[t] + w[t];
        uint32_t t2 = sha256_sum_0(v[0]) + sha256_majority(v[0], v[1], v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) hash[i] += v[i];
}

#endif
