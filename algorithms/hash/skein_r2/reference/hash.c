/* Skein-512-256 as submitted for round 2 of the SHA-3 competition: a state of 512 bits, a digest of 256, no key.
 *
 * Written from N. Ferguson, S. Lucks, B. Schneier, D. Whiting, M. Bellare, T. Kohno, J. Callas, J. Walker: "The Skein Hash Function Family",
 * version 1.2 (September 15, 2009).
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WORDS = 8, BLOCK = 8 * WORDS, ROUNDS = 72 }; /* 64-bit words of a block, its bytes */

/* Types of what UBI chains, and its two flags: places in the second word of the tweak. */
enum { TYPE = 56, FIRST = 62, FINAL = 63 };
enum type { CONFIGURATION = 4, MESSAGE = 48, OUTPUT = 63 };

/* The first byte of a word is the least significant. */
static void words_of(uint64_t words[WORDS], const unsigned char bytes[BLOCK]) {
    for (int i = 0; i < WORDS; i++) words[i] = 0;
    for (int i = 0; i < BLOCK; i++) words[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
}

static uint64_t rotate_left(uint64_t x, int n) {
    return x << n | x >> (64 - n);
}

/* A round of Threefish-512: MIX on pairs of words, then the permutation of the words. */
static void mix_and_permute(uint64_t v[WORDS], int round) {
    static const int distance[8][WORDS / 2] = {
        {46, 36, 19, 37}, {33, 27, 14, 42}, {17, 49, 36, 39}, {44, 9, 54, 56}, {39, 30, 34, 24}, {13, 50, 10, 17}, {25, 29, 39, 43}, {8, 35, 56, 22},
    };
    static const int permutation[WORDS] = {2, 1, 4, 7, 6, 5, 0, 3};
    uint64_t mixed[WORDS];
    for (int j = 0; j < WORDS / 2; j++) {
        mixed[2 * j] = v[2 * j] + v[2 * j + 1];
        mixed[2 * j + 1] = rotate_left(v[2 * j + 1], distance[round % 8][j]) ^ mixed[2 * j];
    }
    for (int i = 0; i < WORDS; i++) v[i] = mixed[permutation[i]];
}

/* Threefish-512: `v` is encrypted. */
static void encrypt(uint64_t v[WORDS], const uint64_t key[WORDS], const uint64_t tweak[2]) {
    uint64_t k[WORDS + 1] = {[WORDS] = 0x5555555555555555}, t[3] = {tweak[0], tweak[1], tweak[0] ^ tweak[1]};
    for (int i = 0; i < WORDS; i++) {
        k[i] = key[i];
        k[WORDS] ^= key[i];
    }
    for (int round = 0; round <= ROUNDS; round++) {
        if (round % 4 == 0) { /* the key schedule: subkey s */
            int s = round / 4;
            for (int i = 0; i < WORDS; i++) v[i] += k[(s + i) % (WORDS + 1)];
            v[WORDS - 3] += t[s % 3];
            v[WORDS - 2] += t[(s + 1) % 3];
            v[WORDS - 1] += (uint64_t)s;
        }
        if (round < ROUNDS) mix_and_permute(v, round);
    }
}

/* UBI: `length` bytes are chained into `state`, in blocks filled up with zeros, one block at least. */
static void chain(uint64_t state[WORDS], const unsigned char *in, uint64_t length, enum type type) {
    uint64_t position = 0;
    do {
        uint64_t left = length - position, size = left < BLOCK ? left : BLOCK;
        int first = position == 0, final = size == left;
        unsigned char block[BLOCK] = {0};
        if (size) memcpy(block, in + position, size);
        position += size;

        uint64_t message[WORDS], v[WORDS];
        uint64_t tweak[2] = {position, (uint64_t)type << TYPE | (uint64_t)first << FIRST | (uint64_t)final << FINAL};
        words_of(message, block);
        memcpy(v, message, sizeof v);
        encrypt(v, state, tweak);
        for (int i = 0; i < WORDS; i++) state[i] = v[i] ^ message[i];
    } while (position < length);
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
