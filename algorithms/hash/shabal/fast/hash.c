/* Shabal-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * The 48 steps of the permutation are unrolled, so that no word of A, B and C is looked up by its number; the exchange of B and C is one of
 * names.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { TURNS = 3, A_WORDS = 12, WORDS = 16, BLOCK = 4 * WORDS, FINAL_ROUNDS = 3 }; /* TURNS is p, A_WORDS is r */
#define WHOLE _Pragma("GCC unroll 48")

static inline uint32_t rotate_left(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

/* The keyed permutation, with the addition of the counter to A. A and B are worked on in copies, which nothing else points to. */
static inline void permute(uint32_t a_out[A_WORDS], uint32_t b_out[WORDS], const uint32_t c[WORDS], const uint32_t m[WORDS], uint64_t counter) {
    uint32_t a[A_WORDS], b[WORDS];
    memcpy(a, a_out, sizeof a);
    a[0] ^= (uint32_t)counter;
    a[1] ^= (uint32_t)(counter >> 32);
    WHOLE
    for (int i = 0; i < WORDS; i++) b[i] = rotate_left(b_out[i], 17);
    WHOLE
    for (int step = 0; step < TURNS * WORDS; step++) {
        int i = step % WORDS, now = step % A_WORDS;
        uint32_t v = rotate_left(a[(step + A_WORDS - 1) % A_WORDS], 15) * 5;
        uint32_t own = b[(i + 13) % WORDS] ^ (b[(i + 9) % WORDS] & ~b[(i + 6) % WORDS]) ^ m[i];
        a[now] = ((a[now] ^ c[(8 + WORDS - i) % WORDS]) ^ v) * 3 ^ own;
        b[i] = ~rotate_left(b[i], 1) ^ a[now];
    }
    WHOLE
    for (int j = 0; j < A_WORDS; j++) a_out[j] = a[j] + c[(j + 3) % WORDS] + c[(j + 15) % WORDS] + c[(j + 27) % WORDS];
    memcpy(b_out, b, sizeof b);
}

/* A message round, behind which B and C have changed names. */
static void absorb(uint32_t a[A_WORDS], uint32_t b[WORDS], uint32_t c[WORDS], const uint32_t m[WORDS], uint64_t counter) {
    for (int i = 0; i < WORDS; i++) b[i] += m[i];
    permute(a, b, c, m, counter);
    for (int i = 0; i < WORDS; i++) c[i] -= m[i];
}

/* The first byte of a word is the least significant. */
static inline void words_of(uint32_t m[WORDS], const unsigned char block[BLOCK]) {
    for (int i = 0; i < WORDS; i++) {
        m[i] = block[4 * i] | (uint32_t)block[4 * i + 1] << 8 | (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
    }
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t a[A_WORDS] = {0}, state[2][WORDS] = {{0}}, m[WORDS];
    uint64_t counter = ~(uint64_t)0; /* of blocks; the two ahead of the message count from -1 */
    for (int block = 0; block < 2; block++, counter++) {
        for (int i = 0; i < WORDS; i++) m[i] = (uint32_t)(8 * CRYPTO_BYTES + WORDS * block + i);
        absorb(a, state[block], state[!block], m, counter);
    }
    int b = 0; /* which half of the state is B */
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK, counter++, b = !b) {
        words_of(m, in);
        absorb(a, state[b], state[!b], m, counter);
    }

    unsigned char last[BLOCK] = {0}; /* the rest, the bit 1, zeros */
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = 0x80;
    words_of(m, last);
    for (int i = 0; i < WORDS; i++) state[b][i] += m[i];
    permute(a, state[b], state[!b], m, counter);
    for (int round = 0; round < FINAL_ROUNDS; round++) { /* the last block again, the counter as it is */
        b = !b;
        permute(a, state[b], state[!b], m, counter);
    }
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(state[b][8 + i / 4] >> 8 * (i % 4));
    return 0;
}
