/* SHAvite-3-256 as submitted for round 2 of the SHA-3 competition, with a digest of 256 bits and no salt.
 *
 * Written from E. Biham, O. Dunkelman: "The SHAvite-3 Hash Function", the tweaked version of 2009. Its reference code of November 2009 has the bytes
 * of AES in another order than the specification, and so another initial value; here, as in the designers' code from 2010 on, they are the
 * specification's. A word of 32 bits has its least significant byte first, which makes a group of four words a state of AES as it is.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"
#include "crypto_core_aes128encrypt.h"

enum { BLOCK = 64, CHAIN = 32, GROUP = 16, ROUNDS = 12, GROUPS = 3 * ROUNDS, TRAILER = 10 }; /* a subkey of AES is a group of words */

static void add(unsigned char *sum, const unsigned char *a, int size) {
    for (int i = 0; i < size; i++) sum[i] ^= a[i];
}

/* A round of AES without a key. */
static void aes_round(unsigned char a[GROUP]) {
    aes_sub_bytes_and_shift_rows(a);
    aes_mix_columns(a);
}

/* A half of the counter to a word of a group: half 0 is the less significant one. */
static void add_counter(unsigned char group[GROUP], int word, uint64_t counter, int half) {
    for (int i = 0; i < 4; i++) group[4 * word + i] ^= (unsigned char)(counter >> (32 * half + 8 * i));
}

/* The message expansion: four groups of the block, then by turns four by a round of AES and four by sums of words. */
static void expand(unsigned char rk[GROUPS][GROUP], const unsigned char *block, uint64_t counter) {
    memcpy(rk, block, BLOCK);
    for (int n = 4; n < GROUPS; n++) {
        if (n / 4 % 2 == 1) {
            for (int i = 0; i < GROUP; i++) rk[n][i] = rk[n - 4][(i + 4) % GROUP]; /* the words of the group, rotated by one */
            aes_round(rk[n]);
            add(rk[n], rk[n - 1], GROUP);
        } else {
            memcpy(rk[n], rk[n - 4], GROUP);
            add(rk[n], rk[n - 1] + 4, 12);
            add(rk[n] + 12, rk[n], 4);
        }
        switch (n) { /* the counter comes in at four places, with one of its halves inverted */
        case 4: add_counter(rk[n], 0, counter, 0); add_counter(rk[n], 1, ~counter, 1); break;
        case 14: add_counter(rk[n], 1, counter, 1); add_counter(rk[n], 2, ~counter, 0); break;
        case 21: add_counter(rk[n], 2, counter, 1); add_counter(rk[n], 3, ~counter, 0); break;
        case 31: add_counter(rk[n], 3, ~counter, 1); add_counter(rk[n], 0, counter, 0); break;
        }
    }
}

/* The compression function: h + E(h), where E is a Feistel network of twelve rounds; F is three rounds of AES, a subkey before each. */
static void compress(unsigned char h[CHAIN], const unsigned char *block, uint64_t counter) {
    unsigned char rk[GROUPS][GROUP], left[GROUP], right[GROUP], f[GROUP];
    expand(rk, block, counter);
    memcpy(left, h, GROUP);
    memcpy(right, h + GROUP, GROUP);
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(f, right, GROUP);
        for (int i = 0; i < 3; i++) {
            add(f, rk[3 * round + i], GROUP);
            aes_round(f);
        }
        add(f, left, GROUP);
        memcpy(left, right, GROUP);
        memcpy(right, f, GROUP);
    }
    add(h, left, GROUP);
    add(h + GROUP, right, GROUP);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const uint32_t initial[8] = {
        0x49bb3e47, 0x2674860d, 0xa8b392ac, 0x021ac4e6, 0x409283cf, 0x620e5d86, 0x6d929dcb, 0x96cc2a8b,
    };
    unsigned char h[CHAIN];
    for (int i = 0; i < CHAIN; i++) h[i] = (unsigned char)(initial[i / 4] >> 8 * (i % 4));
    unsigned long long left = inlen;
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in, (uint64_t)(inlen - left + BLOCK) << 3);

    /* The rest, the bit 1, zeros, the message's length and the digest's in bits: one block, or two where these find no room behind the rest.
     * The counter has the bits of the message up to the end of a block, and 0 for a block without any. */
    unsigned char rest[2 * BLOCK] = {0};
    uint64_t bits = (uint64_t)inlen << 3;
    int size = left + 1 + TRAILER <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < 8; i++) rest[size - TRAILER + i] = (unsigned char)(bits >> 8 * i);
    rest[size - 1] = 0x01;
    compress(h, rest, left == 0 ? 0 : bits);
    if (size > BLOCK) compress(h, rest + BLOCK, 0);

    memcpy(out, h, CRYPTO_BYTES);
    return 0;
}
