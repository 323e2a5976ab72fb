/* Shabal-256 as submitted for round 2 of the SHA-3 competition, with its parameters p = 3 and r = 12.
 *
 * Written from E. Bresson, A. Canteaut, B. Chevallier-Mames, C. Clavier, T. Fuhr, A. Gouget, T. Icart, J.-F. Misarsky, M. Naya-Plasencia,
 * P. Paillier, T. Pornin, J.-R. Reinhard, C. Thuillet, M. Videau: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition"
 * (October 28, 2008).
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { TURNS = 3, A_WORDS = 12, WORDS = 16, BLOCK = 4 * WORDS, FINAL_ROUNDS = 3 }; /* TURNS is p, A_WORDS is r */

struct state {
    uint32_t a[A_WORDS], b[WORDS], c[WORDS];
    uint64_t counter; /* W, of blocks */
};

static uint32_t rotate_left(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

/* The keyed permutation, behind the addition of the counter to A. */
static void permute(struct state *s, const uint32_t m[WORDS]) {
    uint32_t *a = s->a, *b = s->b, *c = s->c;
    a[0] ^= (uint32_t)s->counter;
    a[1] ^= (uint32_t)(s->counter >> 32);
    for (int i = 0; i < WORDS; i++) b[i] = rotate_left(b[i], 17);
    for (int step = 0; step < TURNS * WORDS; step++) {
        int i = step % WORDS;
        uint32_t *now = &a[step % A_WORDS], before = a[(step + A_WORDS - 1) % A_WORDS];
        uint32_t v = rotate_left(before, 15) * 5, u = (*now ^ v ^ c[(8 + WORDS - i) % WORDS]) * 3;
        *now = u ^ b[(i + 13) % WORDS] ^ (b[(i + 9) % WORDS] & ~b[(i + 6) % WORDS]) ^ m[i];
        b[i] = rotate_left(b[i], 1) ^ ~*now;
    }
    for (int j = 0; j < 3 * A_WORDS; j++) a[j % A_WORDS] += c[(j + 3) % WORDS];
}

static void swap(struct state *s) {
    uint32_t b[WORDS];
    memcpy(b, s->b, sizeof b);
    memcpy(s->b, s->c, sizeof b);
    memcpy(s->c, b, sizeof b);
}

/* A message round: the words of a block are added to B and taken off C. */
static void absorb(struct state *s, const uint32_t m[WORDS]) {
    for (int i = 0; i < WORDS; i++) s->b[i] += m[i];
    permute(s, m);
    for (int i = 0; i < WORDS; i++) s->c[i] -= m[i];
    swap(s);
    s->counter++;
}

/* The state ahead of the message: two blocks of numbers that begin with the size of the digest, counted from -1. */
static void begin(struct state *s) {
    memset(s, 0, sizeof *s);
    s->counter = ~(uint64_t)0;
    for (int block = 0; block < 2; block++) {
        uint32_t m[WORDS];
        for (int i = 0; i < WORDS; i++) m[i] = (uint32_t)(8 * CRYPTO_BYTES + WORDS * block + i);
        absorb(s, m);
    }
}

/* The first byte of a word is the least significant. */
static void words_of(uint32_t m[WORDS], const unsigned char block[BLOCK]) {
    for (int i = 0; i < WORDS; i++) m[i] = 0;
    for (int i = 0; i < BLOCK; i++) m[i / 4] |= (uint32_t)block[i] << 8 * (i % 4);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    struct state s;
    uint32_t m[WORDS];
    begin(&s);
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) {
        words_of(m, in);
        absorb(&s, m);
    }

    unsigned char last[BLOCK] = {0}; /* the rest, the bit 1, zeros */
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = 0x80;
    words_of(m, last);
    for (int i = 0; i < WORDS; i++) s.b[i] += m[i];
    permute(&s, m);
    for (int round = 0; round < FINAL_ROUNDS; round++) { /* the last block again, the counter as it is */
        swap(&s);
        permute(&s, m);
    }
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(s.b[8 + i / 4] >> 8 * (i % 4));
    return 0;
}
