/* A round of ICEPOLE: mu, rho, pi, psi and kappa, in this order. A row of bits, one of each column, is an element of GF(2^5) with
 * x^5 = x^2 + 1; the bit of column 0 is its constant term. */
#include "permutation.h"

static uint64_t rotate_left(uint64_t word, int by) {
    return by ? word << by | word >> (64 - by) : word;
}

/* x times each of 64 elements. */
static void add_twice(uint64_t *sum, const uint64_t *a) {
    sum[0] ^= a[4];
    sum[1] ^= a[0];
    sum[2] ^= a[1] ^ a[4];
    sum[3] ^= a[2];
    sum[4] ^= a[3];
}

/* 1 / x times each of them, in the specification 18. */
static void add_half(uint64_t *sum, const uint64_t *a) {
    sum[0] ^= a[1];
    sum[1] ^= a[2] ^ a[0];
    sum[2] ^= a[3];
    sum[3] ^= a[4];
    sum[4] ^= a[0];
}

static void add_row(uint64_t *sum, const uint64_t *a) {
    for (int y = 0; y < COLUMNS; y++) sum[y] ^= a[y];
}

/* Each column of elements times the matrix. */
static void mu(icepole_state *s) {
    enum { ONE, TWO, HALF };
    static const int matrix[ROWS][ROWS] = {{TWO, ONE, ONE, ONE}, {ONE, ONE, HALF, TWO}, {ONE, TWO, ONE, HALF}, {ONE, HALF, TWO, ONE}};
    icepole_state sum = {{{0}}};
    for (int x = 0; x < ROWS; x++) {
        for (int from = 0; from < ROWS; from++) {
            if (matrix[x][from] == TWO) add_twice(sum.word[x], s->word[from]);
            else if (matrix[x][from] == HALF) add_half(sum.word[x], s->word[from]);
            else add_row(sum.word[x], s->word[from]);
        }
    }
    *s = sum;
}

static void rho(icepole_state *s) {
    static const int distances[ROWS][COLUMNS] = {{0, 36, 3, 41, 18}, {1, 44, 10, 45, 2}, {62, 6, 43, 15, 61}, {28, 55, 25, 21, 56}};
    for (int x = 0; x < ROWS; x++) {
        for (int y = 0; y < COLUMNS; y++) s->word[x][y] = rotate_left(s->word[x][y], distances[x][y]);
    }
}

static void pi(icepole_state *s) {
    const icepole_state old = *s;
    for (int x = 0; x < ROWS; x++) {
        for (int y = 0; y < COLUMNS; y++) {
            const int row = (x + y) % ROWS;
            s->word[row][(row + y + 1) % COLUMNS] = old.word[x][y];
        }
    }
}

/* S-boxes of five bits, one on each row. Rows of all ones and of all zeros are exchanged, but for what the first sum does. */
static void psi(icepole_state *s) {
    for (int x = 0; x < ROWS; x++) {
        uint64_t *const row = s->word[x];
        const icepole_state old = *s;
        const uint64_t *const a = old.word[x];
        const uint64_t same = (a[0] & a[1] & a[2] & a[3] & a[4]) | ~(a[0] | a[1] | a[2] | a[3] | a[4]);
        for (int y = 0; y < COLUMNS; y++) row[y] = a[y] ^ (~a[(y + 1) % COLUMNS] & a[(y + 2) % COLUMNS]) ^ same;
    }
}

static void kappa(icepole_state *s, int round) {
    static const uint64_t constants[12] = {
        0x0091a2b3c4d5e6f7, 0x0048d159e26af37b, 0x002468acf13579bd, 0x00123456f89abcde, 0x00091a2bfc4d5e6f, 0x00048d15fe26af37,
        0x0002468aff13579b, 0x000123457f89abcd, 0x000091a2bfc4d5e6, 0x000048d1dfe26af3, 0x00002468eff13579, 0x00001234f7f89abc,
    };
    s->word[0][0] ^= constants[round];
}

void icepole_permute(icepole_state *s, int rounds) {
    for (int round = 0; round < rounds; round++) {
        mu(s);
        rho(s);
        pi(s);
        psi(s);
        kappa(s, round);
    }
}
