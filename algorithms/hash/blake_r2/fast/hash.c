/* BLAKE-32 of round 2 written for speed: software that units are compared with. ../reference is the one to read, and names its sections.
 *
 * A row of the state is a vector of four words: G of four columns, then of four diagonals, for which rows 1 to 3 are rotated. The words of a
 * message that a round takes are one permutation of a vector of 16.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { BLOCK = 64, LENGTH = 8 };
#define WHOLE _Pragma("GCC unroll 16")

typedef uint32_t row __attribute__((vector_size(16)));
typedef uint32_t words __attribute__((vector_size(64)));

static const words constants = {
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
    0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
};

#define RIGHT(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define PLACES(x, ...) __builtin_shufflevector(x, x, __VA_ARGS__)

/* Half of G, with what it takes of the message. */
#define HALF(taken, first, second) \
    a += b + (taken); \
    d = RIGHT(d ^ a, first); \
    c += d; \
    b = RIGHT(b ^ c, second);

/* A round; its arguments are its permutation sigma. G number i takes word 2 i with constant 2 i + 1, then the other way round. */
#define ROUND(s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf) \
    do { \
        const words taken = PLACES(m, s0, s2, s4, s6, s1, s3, s5, s7, s8, sa, sc, se, s9, sb, sd, sf) ^ \
                            PLACES(constants, s1, s3, s5, s7, s0, s2, s4, s6, s9, sb, sd, sf, s8, sa, sc, se); \
        HALF(PLACES(taken, 0, 1, 2, 3), 16, 12) \
        HALF(PLACES(taken, 4, 5, 6, 7), 8, 7) \
        b = PLACES(b, 1, 2, 3, 0); \
        c = PLACES(c, 2, 3, 0, 1); \
        d = PLACES(d, 3, 0, 1, 2); \
        HALF(PLACES(taken, 8, 9, 10, 11), 16, 12) \
        HALF(PLACES(taken, 12, 13, 14, 15), 8, 7) \
        b = PLACES(b, 3, 0, 1, 2); \
        c = PLACES(c, 2, 3, 0, 1); \
        d = PLACES(d, 1, 2, 3, 0); \
    } while (0)

static inline words loaded(const unsigned char *block) {
    words m;
    WHOLE
    for (int i = 0; i < 16; i++) {
        m[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    return m;
}

/* One block into the chain value (2.1.2); `counter` is in bits. */
static void compress(row h[2], const unsigned char *block, uint64_t counter) {
    const words m = loaded(block);
    const uint32_t low = (uint32_t)counter, high = (uint32_t)(counter >> 32);
    row a = h[0], b = h[1], c = PLACES(constants, 0, 1, 2, 3), d = PLACES(constants, 4, 5, 6, 7) ^ (row){low, low, high, high};
    ROUND(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    ROUND(14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3);
    ROUND(11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4);
    ROUND(7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8);
    ROUND(9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13);
    ROUND(2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9);
    ROUND(12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11);
    ROUND(13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10);
    ROUND(6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5);
    ROUND(10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0);
    h[0] ^= a ^ c;
    h[1] ^= b ^ d;
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    row h[2] = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a}, {0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
    unsigned long long left = inlen;
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in, (uint64_t)(inlen - left + BLOCK) << 3);

    /* The padding (2.1.3): one block, or two where the length finds no room behind the rest. */
    unsigned char rest[2 * BLOCK] = {0};
    uint64_t bits = (uint64_t)inlen << 3;
    int size = left + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    rest[size - LENGTH - 1] |= 0x01;
    for (int i = 0; i < LENGTH; i++) rest[size - 1 - i] = (unsigned char)(bits >> 8 * i);
    compress(h, rest, left == 0 ? 0 : bits);
    if (size > BLOCK) compress(h, rest + BLOCK, 0);

    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(h[i / 16][i / 4 % 4] >> (24 - 8 * (i % 4)));
    return 0;
}
