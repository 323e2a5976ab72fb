/* SHAvite-3-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * A group of four words is a vector, and a state of AES as it is.
 */
#include <stdint.h>
#include <string.h>

#include "aes_round_fast.h"
#include "api.h"

enum { BLOCK = 64, GROUP = 16, ROUNDS = 12, GROUPS = 3 * ROUNDS, TRAILER = 10 }; /* a subkey of AES is a group */

/* The counter comes in at four groups, with one of its halves inverted. */
static inline aes_fast_state counter_of(int n, uint32_t low, uint32_t high) {
    switch (n) {
    case 4: return (aes_fast_state){low, ~high, 0, 0};
    case 14: return (aes_fast_state){0, high, ~low, 0};
    case 21: return (aes_fast_state){0, 0, high, ~low};
    case 31: return (aes_fast_state){low, 0, 0, ~high};
    default: return (aes_fast_state){0};
    }
}

/* The message expansion: four groups of the block, then by turns four by a round of AES and four by sums of words. */
static inline void expand(aes_fast_state rk[GROUPS], const unsigned char *block, uint64_t counter) {
    const aes_fast_state zero = {0};
    AES_FAST_WHOLE
    for (int n = 0; n < 4; n++) rk[n] = aes_fast_loaded(block + GROUP * n);
    _Pragma("GCC unroll 36")
    for (int n = 4; n < GROUPS; n++) {
        if (n / 4 % 2 == 1) {
            rk[n] = aes_fast_round(AES_FAST_PLACES(rk[n - 4], 1, 2, 3, 0), rk[n - 1]);
        } else {
            rk[n] = rk[n - 4] ^ __builtin_shufflevector(rk[n - 1], zero, 1, 2, 3, 4); /* the first three words; the last takes the first */
            rk[n] ^= __builtin_shufflevector(rk[n], zero, 4, 5, 6, 0);
        }
        rk[n] ^= counter_of(n, (uint32_t)counter, (uint32_t)(counter >> 32));
    }
}

/* The compression function: h + E(h), where E is a Feistel network of twelve rounds; F is three rounds of AES, a subkey before each. */
static void compress(aes_fast_state h[2], const unsigned char *block, uint64_t counter) {
    aes_fast_state rk[GROUPS], left = h[0], right = h[1];
    expand(rk, block, counter);
    AES_FAST_WHOLE
    for (int round = 0; round < ROUNDS; round++) {
        const aes_fast_state *keys = rk + 3 * round, from = right;
        right = aes_fast_round(aes_fast_round(aes_fast_round(right ^ keys[0], keys[1]), keys[2]), left);
        left = from;
    }
    h[0] ^= left;
    h[1] ^= right;
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    aes_fast_state h[2] = {{0x49bb3e47, 0x2674860d, 0xa8b392ac, 0x021ac4e6}, {0x409283cf, 0x620e5d86, 0x6d929dcb, 0x96cc2a8b}};
    unsigned long long left = inlen;
    aes_fast_begin();
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in, (uint64_t)(inlen - left + BLOCK) << 3);

    /* The rest, the bit 1, zeros, the message's length and the digest's in bits: one block, or two where these find no room behind the rest. */
    unsigned char rest[2 * BLOCK] = {0};
    uint64_t bits = (uint64_t)inlen << 3;
    int size = left + 1 + TRAILER <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < 8; i++) rest[size - TRAILER + i] = (unsigned char)(bits >> 8 * i);
    rest[size - 1] = 0x01;
    compress(h, rest, left == 0 ? 0 : bits);
    if (size > BLOCK) compress(h, rest + BLOCK, 0);

    for (int i = 0; i < CRYPTO_BYTES; i += GROUP) aes_fast_store(out + i, h[i / GROUP]);
    return 0;
}
