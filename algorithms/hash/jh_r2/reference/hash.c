/* JH-256 as submitted for round 2 of the SHA-3 competition, with 35.5 rounds.
 *
 * Written from H. Wu: "The Hash Function JH" (September 15, 2009). Numbers in parentheses are its sections.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { STATE = 128, BLOCK = 64, ELEMENTS = 256, CONSTANT_ELEMENTS = 64, ROUNDS = 35 };

/* The S-boxes S0 and S1 (3.1); the more significant bit of an element comes first. */
static const unsigned char s_box[2][16] = {
    {9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14},
    {3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8},
};

/* C_0: the first 256 bits of the fractional part of the square root of 2, in elements of 4 bits. */
static const char first_constant[CONSTANT_ELEMENTS + 1] = "6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a";

static unsigned char doubled(unsigned char a) {
    return (unsigned char)((a << 1 & 15) ^ (a >> 3) * 3); /* in GF(2^4) modulo x^4 + x + 1 */
}

/* The S-boxes, chosen by the bits of a constant, or S0 alone where there is none. */
static void substitute(unsigned char *a, int count, const unsigned char *constant) {
    for (int i = 0; i < count; i++) a[i] = s_box[constant ? constant[i / 4] >> (3 - i % 4) & 1 : 0][a[i]];
}

/* L (3.2), then the permutation P_d (3.3) in its parts pi, P' and phi. */
static void mix(unsigned char *a, int count) {
    unsigned char b[ELEMENTS];
    for (int i = 0; i < count; i += 2) {
        a[i + 1] ^= doubled(a[i]);
        a[i] ^= doubled(a[i + 1]);
    }
    for (int i = 0; i < count; i++) b[i] = a[i ^ (i / 2 % 2)]; /* pi */
    for (int i = 0; i < count / 2; i++) a[i] = b[2 * i]; /* P', and phi in its second half */
    for (int i = 0; i < count / 2; i++) a[count / 2 + (i ^ 1)] = b[2 * i + 1];
}

static int bit_of(const unsigned char *bytes, int i) {
    return bytes[i / 8] >> (7 - i % 8) & 1;
}

/* The first bit of the element: even elements take their bits from the first half of each quarter of the state, odd ones from the second. */
static int place(int element) {
    return element / 2 + (element % 2) * (ELEMENTS / 2);
}

/* E_8 (3.6): grouping, 35 rounds, the S-boxes once more, and grouping undone. The constants of the rounds come from rounds without constants. */
static void permute(unsigned char h[STATE]) {
    unsigned char a[ELEMENTS], constant[CONSTANT_ELEMENTS];
    for (int i = 0; i < CONSTANT_ELEMENTS; i++) {
        char digit = first_constant[i];
        constant[i] = (unsigned char)(digit < 'a' ? digit - '0' : digit - 'a' + 10);
    }
    for (int i = 0; i < ELEMENTS; i++) {
        a[i] = 0;
        for (int k = 0; k < 4; k++) a[i] = (unsigned char)(a[i] << 1 | bit_of(h, place(i) + ELEMENTS * k));
    }
    for (int round = 0; round < ROUNDS; round++) {
        substitute(a, ELEMENTS, constant);
        mix(a, ELEMENTS);
        substitute(constant, CONSTANT_ELEMENTS, 0);
        mix(constant, CONSTANT_ELEMENTS);
    }
    substitute(a, ELEMENTS, constant);

    memset(h, 0, STATE);
    for (int i = 0; i < ELEMENTS; i++) {
        for (int k = 0; k < 4; k++) {
            int bit = place(i) + ELEMENTS * k;
            h[bit / 8] |= (unsigned char)((a[i] >> (3 - k) & 1) << (7 - bit % 8));
        }
    }
}

/* The compression function F_8 (3.7). */
static void compress(unsigned char h[STATE], const unsigned char *block) {
    for (int i = 0; i < BLOCK; i++) h[i] ^= block[i];
    permute(h);
    for (int i = 0; i < BLOCK; i++) h[BLOCK + i] ^= block[i];
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char h[STATE] = {CRYPTO_BYTES * 8 >> 8, CRYPTO_BYTES * 8 & 255}; /* H(-1): the length of the digest in bits */
    const unsigned char zeros[BLOCK] = {0};
    unsigned long long left = inlen;
    compress(h, zeros);
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in);

    /* The rest, the bit 1, zeros, and the length in bits: 512 bits are added at least, so they end in the block behind the rest. */
    unsigned char rest[2 * BLOCK] = {0};
    int size = left == 0 ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < 8; i++) rest[size - 1 - i] = (unsigned char)((uint64_t)inlen << 3 >> 8 * i);
    rest[size - 9] = (unsigned char)(inlen >> 61);
    for (int i = 0; i < size; i += BLOCK) compress(h, rest + i);

    memcpy(out, h + STATE - CRYPTO_BYTES, CRYPTO_BYTES);
    return 0;
}
