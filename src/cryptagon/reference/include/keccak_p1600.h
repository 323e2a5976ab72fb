/* The permutation KECCAK-p[1600, 24] (FIPS 202, 3), that of Keccak as it was submitted in round 2 too, for the reference software of sponges on it.
 *
 * Numbers in parentheses are sections of FIPS 202.
 */
#ifndef KECCAK_P1600_H
#define KECCAK_P1600_H

#include <stdint.h>
#include <string.h>

#define KECCAK_ROUNDS 24

/* A lane is A[x][y] of 64 bits, bit z = 0 the least significant (3.1.2). */
typedef uint64_t keccak_lanes[5][5];

static inline uint64_t keccak_rotate(uint64_t lane, int n) {
    n %= 64;
    return n == 0 ? lane : lane << n | lane >> (64 - n);
}

/* theta (3.2.1) */
static inline void keccak_theta(keccak_lanes a) {
    uint64_t c[5];
    for (int x = 0; x < 5; x++) c[x] = a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4];
    for (int x = 0; x < 5; x++) {
        for (int y = 0; y < 5; y++) a[x][y] ^= c[(x + 4) % 5] ^ keccak_rotate(c[(x + 1) % 5], 1);
    }
}

/* rho (3.2.2) */
static inline void keccak_rho(keccak_lanes a) {
    int x = 1, y = 0;
    for (int t = 0; t < 24; t++) {
        a[x][y] = keccak_rotate(a[x][y], (t + 1) * (t + 2) / 2);
        int next_y = (2 * x + 3 * y) % 5;
        x = y;
        y = next_y;
    }
}

/* pi (3.2.3) */
static inline void keccak_pi(keccak_lanes a) {
    keccak_lanes old;
    memcpy(old, a, sizeof old);
    for (int x = 0; x < 5; x++) {
        for (int y = 0; y < 5; y++) a[x][y] = old[(x + 3 * y) % 5][x];
    }
}

/* chi (3.2.4) */
static inline void keccak_chi(keccak_lanes a) {
    keccak_lanes old;
    memcpy(old, a, sizeof old);
    for (int x = 0; x < 5; x++) {
        for (int y = 0; y < 5; y++) a[x][y] = old[x][y] ^ (~old[(x + 1) % 5][y] & old[(x + 2) % 5][y]);
    }
}

/* rc(t): bit 0 of a shift register of eight bits with feedback, after t steps (3.2.5, Algorithm 5). */
static inline int keccak_constant_bit(int t) {
    unsigned r = 1;
    for (int i = 0; i < t % 255; i++) r = r << 1 ^ (r >> 7) * 0x171;
    return r & 1;
}

/* iota (3.2.5) */
static inline void keccak_iota(keccak_lanes a, int round) {
    for (int j = 0; j <= 6; j++) a[0][0] ^= (uint64_t)keccak_constant_bit(j + 7 * round) << ((1 << j) - 1);
}

static inline void keccak_p1600(keccak_lanes a) {
    for (int round = 0; round < KECCAK_ROUNDS; round++) {
        keccak_theta(a);
        keccak_rho(a);
        keccak_pi(a);
        keccak_chi(a);
        keccak_iota(a, round);
    }
}

/* `size` bytes, whole lanes, are added to the state: byte 0 is the least significant of lane A[0][0] (3.1.2, B.1). */
static inline void keccak_add(keccak_lanes a, const unsigned char *bytes, int size) {
    for (int i = 0; i < size; i++) a[i / 8 % 5][i / 40] ^= (uint64_t)bytes[i] << 8 * (i % 8);
}

/* The first `size` bytes of the state, in the same order. */
static inline void keccak_extract(keccak_lanes a, unsigned char *bytes, int size) {
    for (int i = 0; i < size; i++) bytes[i] = (unsigned char)(a[i / 8 % 5][i / 40] >> 8 * (i % 8));
}

#endif
