/* Fugue-256 as submitted for round 2 of the SHA-3 competition.
 *
 * Written from S. Halevi, W. E. Hall, C. S. Jutla: "The Hash Function Fugue" (September 15, 2009).
 */
#include <stdint.h>
#include <string.h>

#include "api.h"
#include "crypto_core_aes128encrypt.h"

enum { COLUMNS = 30, WORD = 4, LENGTH = 8, FIRST_ROUNDS = 5, SECOND_ROUNDS = 13 }; /* bytes of a word and of the length; rounds of G */

typedef unsigned char state_t[COLUMNS][WORD];

static void add(unsigned char sum[WORD], const unsigned char a[WORD]) {
    for (int i = 0; i < WORD; i++) sum[i] ^= a[i];
}

/* TIX: a word of the message comes in. */
static void tix(state_t s, const unsigned char word[WORD]) {
    add(s[10], s[0]);
    memcpy(s[0], word, WORD);
    add(s[8], s[0]);
    add(s[1], s[24]);
}

/* ROR n: column i goes to column i + n. */
static void rotate(state_t s, int n) {
    state_t from;
    memcpy(from, s, sizeof from);
    for (int i = 0; i < COLUMNS; i++) memcpy(s[(i + n) % COLUMNS], from[i], WORD);
}

/* CMIX: columns 4 to 6 to columns 0 to 2 and 15 to 17. */
static void cmix(state_t s) {
    for (int i = 0; i < 3; i++) {
        add(s[i], s[4 + i]);
        add(s[15 + i], s[4 + i]);
    }
}

/* The product in the field of AES; `factor` is 1, 4 or 7. */
static unsigned char times(int factor, unsigned char a) {
    unsigned char twice = aes_xtime(a), four_times = aes_xtime(twice);
    return factor == 1 ? a : factor == 4 ? four_times : a ^ twice ^ four_times;
}

/* SMIX: the S-box of AES on columns 0 to 3, a matrix U of 4 x 4 bytes; then Super-Mix, which is M U + D M^T with row i rotated to the left by i.
 * D has in its diagonal the sums of the rows of U, without their diagonal elements. */
static void smix(state_t s) {
    static const int m[WORD][WORD] = {{1, 4, 7, 1}, {1, 1, 4, 7}, {7, 1, 1, 4}, {4, 7, 1, 1}};
    unsigned char u[WORD][WORD], d[WORD] = {0}; /* u[row][column] */
    for (int i = 0; i < WORD; i++) {
        for (int j = 0; j < WORD; j++) u[i][j] = aes_s_box[s[j][i]];
        for (int j = 0; j < WORD; j++) d[i] ^= i == j ? 0 : u[i][j];
    }
    for (int i = 0; i < WORD; i++) {
        for (int j = 0; j < WORD; j++) {
            unsigned char sum = times(m[j][i], d[i]);
            for (int k = 0; k < WORD; k++) sum ^= times(m[i][k], u[k][j]);
            s[(j + WORD - i) % WORD][i] = sum;
        }
    }
}

/* A round of the first kind; a word takes two of them. */
static void round_1(state_t s) {
    rotate(s, 3);
    cmix(s);
    smix(s);
}

/* Half a round of the second kind: column 0 to column 4 and to another one, which the rotation then brings to column 0 or 1. */
static void round_2(state_t s, int column, int rotation) {
    add(s[4], s[0]);
    add(s[column], s[0]);
    if (rotation) {
        rotate(s, rotation);
        smix(s);
    }
}

static void absorb(state_t s, const unsigned char word[WORD]) {
    tix(s, word);
    round_1(s);
    round_1(s);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const uint32_t initial[8] = {
        0xe952bdde, 0x6671135f, 0xe0d4f668, 0xd2b0b594, 0xf96c621d, 0xfbf929de, 0x9149e899, 0x34f8c248,
    };
    state_t s = {{0}};
    for (int i = 0; i < 32; i++) s[COLUMNS - 8 + i / 4][i % 4] = (unsigned char)(initial[i / 4] >> (24 - 8 * (i % 4)));
    unsigned long long left = inlen;
    for (; left >= WORD; left -= WORD, in += WORD) absorb(s, in);

    unsigned char word[WORD] = {0}; /* the rest and zeros, where there is a rest; then the length in bits */
    if (left) {
        memcpy(word, in, left);
        absorb(s, word);
    }
    unsigned char length[LENGTH];
    for (int i = 0; i < LENGTH; i++) length[i] = (unsigned char)((uint64_t)inlen << 3 >> (56 - 8 * i));
    absorb(s, length);
    absorb(s, length + WORD);

    for (int i = 0; i < 2 * FIRST_ROUNDS; i++) round_1(s); /* G */
    for (int i = 0; i < SECOND_ROUNDS; i++) {
        round_2(s, 15, 15);
        round_2(s, 16, 14);
    }
    round_2(s, 15, 0);
    memcpy(out, s[1], 4 * WORD);
    memcpy(out + 4 * WORD, s[15], 4 * WORD);
    return 0;
}
