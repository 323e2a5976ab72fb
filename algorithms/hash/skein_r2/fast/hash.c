/* Skein-512-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * The 72 rounds of Threefish are unrolled: the permutation of the words is one of names, and no word of the key schedule is looked up by its
 * number.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WORDS = 8, BLOCK = 8 * WORDS, SUBKEYS = 19 }; /* 64-bit words of a block, its bytes */
#define WHOLE _Pragma("GCC unroll 19")

/* Types of what UBI chains, and its two flags: places in the second word of the tweak. */
enum { TYPE = 56, FIRST = 62, FINAL = 63 };
enum type { CONFIGURATION = 4, MESSAGE = 48, OUTPUT = 63 };

static inline void mix(uint64_t *x, uint64_t *y, int distance) {
    *x += *y;
    *y = (*y << distance | *y >> (64 - distance)) ^ *x;
}

/* Four rounds: the words are permuted by name, and are in their own places again behind them. */
static inline void four_rounds(uint64_t v[WORDS], const int distance[4][WORDS / 2]) {
    mix(&v[0], &v[1], distance[0][0]), mix(&v[2], &v[3], distance[0][1]), mix(&v[4], &v[5], distance[0][2]), mix(&v[6], &v[7], distance[0][3]);
    mix(&v[2], &v[1], distance[1][0]), mix(&v[4], &v[7], distance[1][1]), mix(&v[6], &v[5], distance[1][2]), mix(&v[0], &v[3], distance[1][3]);
    mix(&v[4], &v[1], distance[2][0]), mix(&v[6], &v[3], distance[2][1]), mix(&v[0], &v[5], distance[2][2]), mix(&v[2], &v[7], distance[2][3]);
    mix(&v[6], &v[1], distance[3][0]), mix(&v[0], &v[7], distance[3][1]), mix(&v[2], &v[5], distance[3][2]), mix(&v[4], &v[3], distance[3][3]);
}

/* Threefish-512: `v` is encrypted. */
static inline void encrypt(uint64_t v[WORDS], const uint64_t key[WORDS], const uint64_t tweak[2]) {
    static const int distance[2][4][WORDS / 2] = {
        {{46, 36, 19, 37}, {33, 27, 14, 42}, {17, 49, 36, 39}, {44, 9, 54, 56}},
        {{39, 30, 34, 24}, {13, 50, 10, 17}, {25, 29, 39, 43}, {8, 35, 56, 22}},
    };
    uint64_t k[WORDS + 1] = {[WORDS] = 0x5555555555555555}, t[3] = {tweak[0], tweak[1], tweak[0] ^ tweak[1]};
    WHOLE
    for (int i = 0; i < WORDS; i++) {
        k[i] = key[i];
        k[WORDS] ^= key[i];
    }
    WHOLE
    for (int s = 0; s < SUBKEYS; s++) {
        WHOLE
        for (int i = 0; i < WORDS; i++) v[i] += k[(s + i) % (WORDS + 1)];
        v[WORDS - 3] += t[s % 3];
        v[WORDS - 2] += t[(s + 1) % 3];
        v[WORDS - 1] += (uint64_t)s;
        if (s < SUBKEYS - 1) four_rounds(v, distance[s % 2]);
    }
}

/* A block into the state; `position` is behind the last byte of it that is not filled up. */
static void chain_block(uint64_t state[WORDS], const unsigned char *block, uint64_t position, uint64_t flags) {
    uint64_t message[WORDS], v[WORDS], tweak[2] = {position, flags};
    WHOLE
    for (int i = 0; i < WORDS; i++) {
        message[i] = 0;
        WHOLE
        for (int byte = 0; byte < 8; byte++) message[i] |= (uint64_t)block[8 * i + byte] << 8 * byte;
        v[i] = message[i];
    }
    encrypt(v, state, tweak);
    WHOLE
    for (int i = 0; i < WORDS; i++) state[i] = v[i] ^ message[i];
}

/* UBI: `length` bytes are chained into `state`, in blocks filled up with zeros, one block at least. */
static void chain(uint64_t state[WORDS], const unsigned char *in, uint64_t length, enum type type) {
    uint64_t position = 0, flags = (uint64_t)type << TYPE | (uint64_t)1 << FIRST;
    for (; length - position > BLOCK; flags &= ~((uint64_t)1 << FIRST)) {
        position += BLOCK;
        chain_block(state, in + position - BLOCK, position, flags);
    }
    unsigned char last[BLOCK] = {0};
    if (length > position) memcpy(last, in + position, length - position);
    chain_block(state, last, length, flags | (uint64_t)1 << FINAL);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    const unsigned char configuration[32] = {'S', 'H', 'A', '3', [4] = 1 /* version */, [9] = 8 * CRYPTO_BYTES >> 8 /* bits of output */};
    const unsigned char counter[8] = {0}; /* of blocks of output */
    uint64_t state[WORDS] = {0};
    chain(state, configuration, sizeof configuration, CONFIGURATION);
    chain(state, in, inlen, MESSAGE);
    chain(state, counter, sizeof counter, OUTPUT);
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(state[i / 8] >> 8 * (i % 8));
    return 0;
}
