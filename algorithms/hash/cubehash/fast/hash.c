/* CubeHash16/32 of round 2 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * The state is four vectors of eight words, so an exchange of words eight apart is one of vectors; the others are permutations within them.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { BLOCK = 32, ROUNDS = 16, SETUP_ROUNDS = 10 * ROUNDS, FINAL_ROUNDS = 10 * ROUNDS };

typedef uint32_t words __attribute__((vector_size(32)));

#define LEFT(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define PLACES(x, ...) __builtin_shufflevector(x, x, __VA_ARGS__)

/* The ten steps of a round, on words 0 to 7, 8 to 15, 16 to 23 and 24 to 31. */
static inline void one_round(words x[4]) {
    words a = x[0], b = x[1], c = x[2] + x[0], d = x[3] + x[1];
    words from = LEFT(a, 7);
    a = LEFT(b, 7) ^ c;
    b = from ^ d;
    c = PLACES(c, 2, 3, 0, 1, 6, 7, 4, 5) + a;
    d = PLACES(d, 2, 3, 0, 1, 6, 7, 4, 5) + b;
    x[0] = LEFT(PLACES(a, 4, 5, 6, 7, 0, 1, 2, 3), 11) ^ c;
    x[1] = LEFT(PLACES(b, 4, 5, 6, 7, 0, 1, 2, 3), 11) ^ d;
    x[2] = PLACES(c, 1, 0, 3, 2, 5, 4, 7, 6);
    x[3] = PLACES(d, 1, 0, 3, 2, 5, 4, 7, 6);
}

static inline void rounds(words x[4], int count) {
    words s[4] = {x[0], x[1], x[2], x[3]};
    for (int i = 0; i < count; i += 2) {
        one_round(s);
        one_round(s);
    }
    for (int i = 0; i < 4; i++) x[i] = s[i];
}

/* A block is added to the first words of the state, each least significant byte first; then the rounds of a block. */
static inline void absorb(words x[4], const unsigned char *block) {
    words m;
    _Pragma("GCC unroll 8")
    for (int i = 0; i < 8; i++) {
        m[i] = block[4 * i] | (uint32_t)block[4 * i + 1] << 8 | (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
    }
    x[0] ^= m;
    rounds(x, ROUNDS);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    words x[4] = {{CRYPTO_BYTES, BLOCK, ROUNDS}}; /* h / 8, b, r */
    rounds(x, SETUP_ROUNDS);
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) absorb(x, in);

    unsigned char last[BLOCK] = {0}; /* the rest, the bit 1, zeros */
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = 0x80;
    absorb(x, last);

    x[3][7] ^= 1;
    rounds(x, FINAL_ROUNDS);
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(x[0][i / 4] >> 8 * (i % 4));
    return 0;
}
