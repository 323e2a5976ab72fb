/* BMW-256, the tweaked Blue Midnight Wish that was submitted for round 2 of the SHA-3 competition.
 *
 * Written from D. Gligoroski, V. Klima, S. J. Knapskog, M. El-Hadedy, J. Amundsen, S. F. Mjolsnes: "Cryptographic Hash Function Blue Midnight
 * Wish", submission to NIST (round 2), September 2009.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { WORDS = 16, BLOCK = 4 * WORDS, EXPANDED = 2 * WORDS, FIRST_EXPANSIONS = 2, OPERANDS = 5 };

static uint32_t rotate_left(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

/* The logic functions s_0 to s_5. */
static uint32_t s(int number, uint32_t x) {
    switch (number) {
        case 0: return x >> 1 ^ x << 3 ^ rotate_left(x, 4) ^ rotate_left(x, 19);
        case 1: return x >> 1 ^ x << 2 ^ rotate_left(x, 8) ^ rotate_left(x, 23);
        case 2: return x >> 2 ^ x << 1 ^ rotate_left(x, 12) ^ rotate_left(x, 25);
        case 3: return x >> 2 ^ x << 2 ^ rotate_left(x, 15) ^ rotate_left(x, 29);
        case 4: return x >> 1 ^ x;
        default: return x >> 2 ^ x;
    }
}

/* f_0: the first half of the quadruple pipe. The words of which W_j is the sum have the same distance from j for each j; some are taken off. */
static void f0(uint32_t q[EXPANDED], const uint32_t h[WORDS], const uint32_t m[WORDS]) {
    static const int distance[OPERANDS] = {5, 7, 10, 13, 14};
    static const char sign[WORDS][OPERANDS + 1] = {
        "+-+++", "+-++-", "++-++", "+-++-", "+--++", "+-+-+", "-+--+", "--+--",
        "+-+--", "++-+-", "+---+", "---++", "++--+", "+++++", "+-+--", "---++",
    };
    for (int j = 0; j < WORDS; j++) {
        uint32_t w = 0;
        for (int i = 0; i < OPERANDS; i++) {
            int from = (j + distance[i]) % WORDS;
            uint32_t x = m[from] ^ h[from];
            w += sign[j][i] == '+' ? x : -x;
        }
        q[j] = s(j % 5, w) + h[(j + 1) % WORDS];
    }
}

/* What of the message and of the chain value word 16 + j of the pipe takes. */
static uint32_t add_element(int j, const uint32_t h[WORDS], const uint32_t m[WORDS]) {
    uint32_t sum = (uint32_t)(j + 16) * 0x05555555;
    sum += rotate_left(m[j], j + 1);
    sum += rotate_left(m[(j + 3) % WORDS], (j + 3) % WORDS + 1);
    sum -= rotate_left(m[(j + 10) % WORDS], (j + 10) % WORDS + 1);
    return sum ^ h[(j + 7) % WORDS];
}

/* expand_1 and expand_2, of the 16 words from `q` on. */
static uint32_t expand1(const uint32_t q[WORDS]) {
    uint32_t sum = 0;
    for (int i = 0; i < WORDS; i++) sum += s((i + 1) % 4, q[i]);
    return sum;
}

static uint32_t expand2(const uint32_t q[WORDS]) {
    static const int r[7] = {3, 7, 13, 16, 19, 23, 27};
    uint32_t sum = 0;
    for (int i = 0; i < 7; i++) sum += q[2 * i] + rotate_left(q[2 * i + 1], r[i]);
    return sum + s(4, q[14]) + s(5, q[15]);
}

/* f_1: the second half of the quadruple pipe. */
static void f1(uint32_t q[EXPANDED], const uint32_t h[WORDS], const uint32_t m[WORDS]) {
    for (int j = 0; j < WORDS; j++) q[16 + j] = (j < FIRST_EXPANSIONS ? expand1(q + j) : expand2(q + j)) + add_element(j, h, m);
}

/* To the left by `n`, or to the right by `-n`. */
static uint32_t shift(uint32_t x, int n) {
    return n < 0 ? x >> -n : x << n;
}

/* f_2: folds the quadruple pipe into the chain value. */
static void f2(uint32_t h[WORDS], const uint32_t q[EXPANDED], const uint32_t m[WORDS]) {
    static const int of_xh[8] = {5, -7, -5, -1, -3, 6, -4, -11}, of_q[8] = {-5, 8, 5, 5, 0, -6, 6, 2}, of_xl[8] = {8, -6, 6, 4, -3, -4, -7, -2};
    uint32_t xl = 0, xh = 0;
    for (int i = 16; i < 24; i++) xl ^= q[i];
    for (int i = 24; i < 32; i++) xh ^= q[i];
    xh ^= xl;
    for (int i = 0; i < 8; i++) h[i] = (shift(xh, of_xh[i]) ^ shift(q[16 + i], of_q[i]) ^ m[i]) + (xl ^ q[24 + i] ^ q[i]);
    for (int i = 0; i < 8; i++) {
        h[8 + i] = rotate_left(h[(4 + i) % 8], 9 + i) + (xh ^ q[24 + i] ^ m[8 + i]) + (shift(xl, of_xl[i]) ^ q[16 + (i + 7) % 8] ^ q[8 + i]);
    }
}

/* The compression function: `h` takes the block `m`. */
static void compress(uint32_t h[WORDS], const uint32_t m[WORDS]) {
    uint32_t q[EXPANDED];
    f0(q, h, m);
    f1(q, h, m);
    f2(h, q, m);
}

/* The first byte of a word is the least significant. */
static void absorb(uint32_t h[WORDS], const unsigned char block[BLOCK]) {
    uint32_t m[WORDS] = {0};
    for (int i = 0; i < BLOCK; i++) m[i / 4] |= (uint32_t)block[i] << 8 * (i % 4);
    compress(h, m);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t h[WORDS], final[WORDS];
    uint64_t bits = (uint64_t)inlen << 3;
    for (int i = 0; i < WORDS; i++) h[i] = 0x40414243 + (uint32_t)i * 0x04040404;
    for (; inlen >= BLOCK; inlen -= BLOCK, in += BLOCK) absorb(h, in);

    unsigned char last[2 * BLOCK] = {0}; /* the rest, the bit 1, zeros, the length in bits */
    int size = inlen + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = 0x80;
    for (int i = 0; i < 8; i++) last[size - 8 + i] = (unsigned char)(bits >> 8 * i);
    for (int i = 0; i < size; i += BLOCK) absorb(h, last + i);

    for (int i = 0; i < WORDS; i++) final[i] = 0xaaaaaaa0 + (uint32_t)i; /* the final call: the chain value is the block, a constant the chain value */
    compress(final, h);
    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(final[8 + i / 4] >> 8 * (i % 4));
    return 0;
}
