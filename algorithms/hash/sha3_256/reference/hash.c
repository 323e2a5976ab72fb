/* SHA3-256, written from FIPS 202. Numbers in parentheses are its sections. */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { RATE = 136, ROUNDS = 24, SUFFIX = 0x06 }; /* the bits 01 of SHA-3 (6.1), then the first bit of pad10*1 (5.1), in a byte by B.1 */

/* A lane is A[x][y] of 64 bits, bit z = 0 the least significant (3.1.2). */
typedef uint64_t state[5][5];

static uint64_t rotate(uint64_t lane, int n) {
    n %= 64;
    return n == 0 ? lane : lane << n | lane >> (64 - n);
}

/* theta (3.2.1) */
static void theta(state a) {
    uint64_t c[5];
    for (int x = 0; x < 5; x++) c[x] = a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4];
    for (int x = 0; x < 5; x++) {
        for (int y = 0; y < 5; y++) a[x][y] ^= c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1);
    }
}

/* rho (3.2.2) */
static void rho(state a) {
    int x = 1, y = 0;
    for (int t = 0; t < 24; t++) {
        a[x][y] = rotate(a[x][y], (t + 1) * (t + 2) / 2);
        int next_y = (2 * x + 3 * y) % 5;
        x = y;
        y = next_y;
    }
}

/* pi (3.2.3) */
static void pi(state a) {
    state old;
    memcpy(old, a, sizeof old);
    for (int x = 0; x < 5; x++) {
        for (int y = 0; y < 5; y++) a[x][y] = old[(x + 3 * y) % 5][x];
    }
}

/* chi (3.2.4) */
static void chi(state a) {
    state old;
    memcpy(old, a, sizeof old);
    for (int x = 0; x < 5; x++) {
        for (int y = 0; y < 5; y++) a[x][y] = old[x][y] ^ (~old[(x + 1) % 5][y] & old[(x + 2) % 5][y]);
    }
}

/* rc(t): bit 0 of a shift register of eight bits with feedback, after t steps (3.2.5, Algorithm 5). */
static int constant_bit(int t) {
    unsigned r = 1;
    for (int i = 0; i < t % 255; i++) r = r << 1 ^ (r >> 7) * 0x171;
    return r & 1;
}

/* iota (3.2.5) */
static void iota(state a, int round) {
    for (int j = 0; j <= 6; j++) a[0][0] ^= (uint64_t)constant_bit(j + 7 * round) << ((1 << j) - 1);
}

/* One block into the state, then KECCAK-p[1600, 24] (3.3, 4). */
static void absorb(state a, const unsigned char *block) {
    for (int i = 0; i < RATE; i++) a[i / 8 % 5][i / 40] ^= (uint64_t)block[i] << 8 * (i % 8);
    for (int round = 0; round < ROUNDS; round++) {
        theta(a);
        rho(a);
        pi(a);
        chi(a);
        iota(a, round);
    }
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    state a = {{0}};
    for (; inlen >= RATE; inlen -= RATE, in += RATE) absorb(a, in);

    unsigned char last[RATE] = {0};
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = SUFFIX;
    last[RATE - 1] |= 0x80;
    absorb(a, last);

    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(a[i / 8 % 5][i / 40] >> 8 * (i % 8));
    return 0;
}
