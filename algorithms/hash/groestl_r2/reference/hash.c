/* Groestl-256 as submitted for round 2 of the SHA-3 competition (later named Groestl-0).
 *
 * Written from P. Gauravaram, L. R. Knudsen, K. Matusiewicz, F. Mendel, C. Rechberger, M. Schlaeffer, S. S. Thomsen:
 * "Groestl - a SHA-3 candidate" (October 31, 2008). Numbers in parentheses are its sections.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"
#include "crypto_core_aes128encrypt.h"

enum { ROWS = 8, BLOCK = 64, ROUNDS = 10, LENGTH = 8 }; /* bytes; byte i of a state is that of row i % 8 in column i / 8 (3.4.1) */

/* AddRoundConstant (3.4.2): of P to the first byte of row 0, of Q to the first byte of row 7. */
static void add_round_constant(unsigned char a[BLOCK], int round, int of_q) {
    if (of_q) {
        a[7] ^= (unsigned char)(round ^ 0xff);
    } else {
        a[0] ^= (unsigned char)round;
    }
}

/* SubBytes (3.4.3) with the S-box of AES, and ShiftBytes (3.4.4): row r moves r columns to the left, in P and in Q. */
static void sub_and_shift_bytes(unsigned char a[BLOCK]) {
    unsigned char from[BLOCK];
    memcpy(from, a, BLOCK);
    for (int i = 0; i < BLOCK; i++) a[i] = aes_s_box[from[(i + ROWS * (i % ROWS)) % BLOCK]];
}

/* The product in the field of AES; `factor` is at most 7. */
static unsigned char times(int factor, unsigned char a) {
    unsigned char twice = aes_xtime(a);
    return (factor & 1 ? a : 0) ^ (factor & 2 ? twice : 0) ^ (factor & 4 ? aes_xtime(twice) : 0);
}

/* MixBytes (3.4.5): each column by the circulant matrix with this first row. */
static void mix_bytes(unsigned char a[BLOCK]) {
    static const int matrix[ROWS] = {2, 2, 3, 4, 5, 3, 5, 7};
    for (unsigned char *column = a; column < a + BLOCK; column += ROWS) {
        unsigned char mixed[ROWS] = {0};
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++) mixed[i] ^= times(matrix[j], column[(i + j) % ROWS]);
        }
        memcpy(column, mixed, ROWS);
    }
}

/* The permutation P, or Q (3.4). */
static void permute(unsigned char a[BLOCK], int of_q) {
    for (int round = 0; round < ROUNDS; round++) {
        add_round_constant(a, round, of_q);
        sub_and_shift_bytes(a);
        mix_bytes(a);
    }
}

static void add(unsigned char sum[BLOCK], const unsigned char a[BLOCK]) {
    for (int i = 0; i < BLOCK; i++) sum[i] ^= a[i];
}

/* The compression function (3.2): h becomes P(h + m) + Q(m) + h. */
static void compress(unsigned char h[BLOCK], const unsigned char block[BLOCK]) {
    unsigned char p[BLOCK], q[BLOCK];
    memcpy(p, h, BLOCK);
    memcpy(q, block, BLOCK);
    add(p, block);
    permute(p, 0);
    permute(q, 1);
    add(h, p);
    add(h, q);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char h[BLOCK] = {[BLOCK - 2] = 0x01}; /* the digest's length in bits (3.5) */
    unsigned long long left = inlen;
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in);

    /* The rest, the bit 1, zeros, and the number of blocks (3.6): one block, or two where the number finds no room behind the rest. */
    unsigned char rest[2 * BLOCK] = {0};
    int size = left + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    uint64_t blocks = (inlen - left + (unsigned)size) / BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < LENGTH; i++) rest[size - 1 - i] = (unsigned char)(blocks >> 8 * i);
    compress(h, rest);
    if (size > BLOCK) compress(h, rest + BLOCK);

    unsigned char p[BLOCK]; /* the output transformation (3.3): the last bytes of P(h) + h */
    memcpy(p, h, BLOCK);
    permute(p, 0);
    add(h, p);
    memcpy(out, h + BLOCK - CRYPTO_BYTES, CRYPTO_BYTES);
    return 0;
}
