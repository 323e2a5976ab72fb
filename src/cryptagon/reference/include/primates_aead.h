/* PRIMATEs v1.02 at the security level of 120 bits, for the reference software of HANUMAN and GIBBON: the permutation PRIMATE-120, and what both modes do with blocks.
 *
 * The file that includes this includes api.h and crypto_aead.h before, and defines FIRST_OF_DATA and ROUNDS_OF_DATA, the permutation between two
 * blocks of data. Behind this header it defines the functions `start` and `finish`. Key, nonce and tag have 15 bytes, a block 5.
 */
#ifndef PRIMATES_AEAD_H
#define PRIMATES_AEAD_H

#include <stdint.h>
#include <string.h>

enum { ROWS = 7, COLUMNS = 8, RATE = 5, ROUNDS_OF_P1 = 12 };

/* Constants of the first rounds: p1 has those from 1 on, p2 and p4 go on where p1 ended, p3 where p2 ended. */
enum { FIRST_OF_P1 = 1, FIRST_OF_P2 = 24, FIRST_OF_P3 = 30, FIRST_OF_P4 = 24 };

/* A row is 8 elements of GF(2^5), the first one most significant, and so 5 bytes: row 0 is the rate. */
typedef struct {
    uint64_t row[ROWS];
} primate_state;

static unsigned element(uint64_t row, int column) {
    return row >> (5 * (COLUMNS - 1 - column)) & 31;
}

static uint64_t at_column(unsigned element, int column) {
    return (uint64_t)element << (5 * (COLUMNS - 1 - column));
}

/* x^5 = x^2 + 1. */
static unsigned times_x(unsigned a) {
    return (a << 1 & 31) ^ (a >> 4 ? 5 : 0);
}

static unsigned product(unsigned a, unsigned b) {
    unsigned sum = 0;
    for (int bit = 4; bit >= 0; bit--) sum = times_x(sum) ^ (b >> bit & 1 ? a : 0);
    return sum;
}

static void substitute_and_shift(primate_state *s) {
    static const unsigned char sbox[32] = {1,  0, 25, 26, 17, 29, 21, 27, 20, 5, 4,  23, 14, 18, 2,  28,
                                           15, 8, 6,  3,  13, 7,  24, 16, 30, 9, 31, 10, 22, 12, 11, 19};
    static const int shift[ROWS] = {0, 1, 2, 3, 4, 5, 7};
    for (int r = 0; r < ROWS; r++) {
        uint64_t shifted = 0;
        for (int c = 0; c < COLUMNS; c++) shifted |= at_column(sbox[element(s->row[r], (c + shift[r]) % COLUMNS)], c);
        s->row[r] = shifted;
    }
}

/* Each column is multiplied seven times by a matrix that drops its first element and appends one. */
static void mix_columns(primate_state *s) {
    static const unsigned char coefficient[ROWS] = {1, 2, 15, 9, 9, 15, 2};
    for (int step = 0; step < ROWS; step++) {
        uint64_t appended = 0;
        for (int c = 0; c < COLUMNS; c++) {
            for (int r = 0; r < ROWS; r++) appended ^= at_column(product(element(s->row[r], c), coefficient[r]), c);
        }
        memmove(s->row, s->row + 1, (ROWS - 1) * sizeof s->row[0]);
        s->row[ROWS - 1] = appended;
    }
}

/* The constants are states of a shift register of five bits; they are added to the second element of the second row. */
static void permute(primate_state *s, unsigned constant, int rounds) {
    for (int i = 0; i < rounds; i++) {
        substitute_and_shift(s);
        mix_columns(s);
        s->row[1] ^= at_column(constant, 1);
        constant = (constant << 1 & 31) ^ ((constant >> 1 ^ constant >> 4) & 1);
    }
}

static uint64_t load(const unsigned char bytes[RATE]) {
    uint64_t row = 0;
    for (int i = 0; i < RATE; i++) row = row << 8 | bytes[i];
    return row;
}

static void add_key(primate_state *s, const unsigned char *k) {
    for (int i = 0; i < 3; i++) s->row[1 + i] ^= load(k + RATE * i);
}

static unsigned char rate_byte(const primate_state *s, unsigned i) {
    return (unsigned char)(s->row[0] >> (8 * (RATE - 1 - i)));
}

static void add_to_rate_byte(primate_state *s, unsigned i, unsigned char value) {
    s->row[0] ^= (uint64_t)value << (8 * (RATE - 1 - i));
}

/* A 1 bit after the last of `length` bytes, which spills over into the capacity where the last block is full. */
static void pad(primate_state *s, unsigned long long length) {
    if (length > 0 && length % RATE == 0) s->row[1] ^= at_column(16, 0);
    else add_to_rate_byte(s, (unsigned)(length % RATE), 0x80);
}

/* What the modes do not share: all before the data, and the permutation behind the last block of them with all that follows. */
static void start(primate_state *s, const unsigned char *ad, unsigned long long adlen, const unsigned char *k);
static void finish(primate_state *s, const unsigned char *k);

static primate_state initial_state(const unsigned char *npub, const unsigned char *k) {
    primate_state s = {{0}};
    add_key(&s, k);
    for (int i = 0; i < 3; i++) s.row[4 + i] = load(npub + RATE * i);
    permute(&s, FIRST_OF_P1, ROUNDS_OF_P1);
    return s;
}

/* Adds the blocks with a permutation behind each but the last, and the padding. */
static void absorb(primate_state *s, const unsigned char *ad, unsigned long long adlen, unsigned constant, int rounds) {
    for (unsigned long long i = 0; i < adlen; i++) {
        if (i > 0 && i % RATE == 0) permute(s, constant, rounds);
        add_to_rate_byte(s, (unsigned)(i % RATE), ad[i]);
    }
    pad(s, adlen);
}

static void take_tag(primate_state *s, const unsigned char *k, unsigned char tag[CRYPTO_ABYTES]) {
    add_key(s, k);
    for (int i = 0; i < CRYPTO_ABYTES; i++) tag[i] = (unsigned char)(s->row[1 + i / RATE] >> (8 * (RATE - 1 - i % RATE)));
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    primate_state s = initial_state(npub, k);
    start(&s, ad, adlen, k);
    for (unsigned long long i = 0; i < mlen; i++) {
        if (i > 0 && i % RATE == 0) permute(&s, FIRST_OF_DATA, ROUNDS_OF_DATA);
        add_to_rate_byte(&s, (unsigned)(i % RATE), m[i]);
        c[i] = rate_byte(&s, (unsigned)(i % RATE));
    }
    pad(&s, mlen);
    finish(&s, k);
    take_tag(&s, k, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    primate_state s = initial_state(npub, k);
    start(&s, ad, adlen, k);
    for (unsigned long long i = 0; i < length; i++) {
        if (i > 0 && i % RATE == 0) permute(&s, FIRST_OF_DATA, ROUNDS_OF_DATA);
        m[i] = c[i] ^ rate_byte(&s, (unsigned)(i % RATE));
        add_to_rate_byte(&s, (unsigned)(i % RATE), m[i]);
    }
    pad(&s, length);
    finish(&s, k);
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    take_tag(&s, k, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}

#endif
