/* Ascon v1.2 and Ascon-AEAD128 of NIST SP 800-232 as authenticated encryption, for the reference software of these ciphers; numbers in parentheses are sections of Ascon v1.2.
 *
 * The file that includes this includes api.h and crypto_aead.h before, and defines ASCON_RATE, in bytes, and ASCON_ROUNDS_B, the rounds behind a block. Key, nonce and tag have 16 bytes.
 * With ASCON_SP800_232 the first byte of a word is the least significant one, and so is the first bit of a byte, as SP 800-232 has it: padding and separation of domains follow from that.
 * Its initial value has other fields, too (SP 800-232, appendix B).
 */
#ifndef ASCON_AEAD_H
#define ASCON_AEAD_H

#include <stdint.h>

enum { RATE = ASCON_RATE, ROUNDS_A = 12, ROUNDS_B = ASCON_ROUNDS_B };

/* The 320-bit state S as five 64-bit words; x[0] holds the first 8 bytes. */
typedef struct {
    uint64_t x[5];
} ascon_state;

#ifdef ASCON_SP800_232
enum { FIRST_BIT = 0x01 }; /* of a byte */
static const uint64_t last_bit = (uint64_t)1 << 63; /* of a word */

/* The version, both numbers of rounds, the bits of the tag, the bytes of the rate. */
static const uint64_t initial_value = (uint64_t)1 | (uint64_t)(ROUNDS_B << 4 | ROUNDS_A) << 16 | (uint64_t)8 * CRYPTO_ABYTES << 24 | (uint64_t)RATE << 40;

/* Where byte i of a word is. */
static unsigned place(unsigned i) {
    return 8 * (i % 8);
}
#else
enum { FIRST_BIT = 0x80 };
static const uint64_t last_bit = 1;

/* The initial value (2.4.1): sizes of key and rate in bits and both numbers of rounds, a byte each, then zeros. */
static const uint64_t initial_value = (uint64_t)8 * CRYPTO_KEYBYTES << 56 | (uint64_t)8 * RATE << 48 | (uint64_t)ROUNDS_A << 40 | (uint64_t)ROUNDS_B << 32;

static unsigned place(unsigned i) {
    return 56 - 8 * (i % 8);
}
#endif

static uint64_t rotate_right(uint64_t word, int by) {
    return word >> by | word << (64 - by);
}

/* p_C: in round r of the twelve the constant is 0xf0, 0xe1, 0xd2, .... */
static void add_constant(uint64_t x[5], int round) {
    x[2] ^= (uint64_t)(0xf0 - round * 0x0f);
}

/* p_S: the 5-bit S-box in all 64 columns at once, x[0] holding the most significant bits. */
static void substitute(uint64_t x[5]) {
    uint64_t t[5];
    x[0] ^= x[4];
    x[4] ^= x[3];
    x[2] ^= x[1];
    for (int i = 0; i < 5; i++) t[i] = ~x[i] & x[(i + 1) % 5];
    for (int i = 0; i < 5; i++) x[i] ^= t[(i + 1) % 5];
    x[1] ^= x[0];
    x[0] ^= x[4];
    x[3] ^= x[2];
    x[2] = ~x[2];
}

/* p_L: the linear diffusion of each word. */
static void diffuse(uint64_t x[5]) {
    static const int rotations[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (int i = 0; i < 5; i++) x[i] ^= rotate_right(x[i], rotations[i][0]) ^ rotate_right(x[i], rotations[i][1]);
}

/* p^rounds: the last `rounds` of the twelve rounds (2.6). */
static void ascon_permute(ascon_state *s, int rounds) {
    for (int round = ROUNDS_A - rounds; round < ROUNDS_A; round++) {
        add_constant(s->x, round);
        substitute(s->x);
        diffuse(s->x);
    }
}

static uint64_t load(const unsigned char *bytes, unsigned size) {
    uint64_t word = 0;
    for (unsigned i = 0; i < size; i++) word |= (uint64_t)bytes[i] << place(i);
    return word;
}

static void store(unsigned char *bytes, uint64_t word) {
    for (unsigned i = 0; i < 8; i++) bytes[i] = (unsigned char)(word >> place(i));
}

static unsigned char state_byte(const ascon_state *s, unsigned i) {
    return (unsigned char)(s->x[i / 8] >> place(i));
}

static void add_to_state_byte(ascon_state *s, unsigned i, unsigned char value) {
    s->x[i / 8] ^= (uint64_t)value << place(i);
}

/* Adds the key to words `first` and `first` + 1. */
static void add_key(ascon_state *s, int first, const unsigned char *k) {
    s->x[first] ^= load(k, 8);
    s->x[first + 1] ^= load(k + 8, 8);
}

/* The padding of 2.4.2 and 2.4.3: one 1 bit after the last `size` bytes of the block; its zeros change nothing. */
static void pad(ascon_state *s, unsigned size) {
    add_to_state_byte(s, size, FIRST_BIT);
}

/* Initialisation and associated data (2.4.1, 2.4.2). */
static ascon_state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    ascon_state s = {{initial_value, load(k, 8), load(k + 8, 8), load(npub, 8), load(npub + 8, 8)}};
    ascon_permute(&s, ROUNDS_A);
    add_key(&s, 3, k);
    for (unsigned long long i = 0; i < adlen; i++) {
        add_to_state_byte(&s, (unsigned)(i % RATE), ad[i]);
        if (i % RATE == RATE - 1) ascon_permute(&s, ROUNDS_B);
    }
    if (adlen > 0) {
        pad(&s, (unsigned)(adlen % RATE));
        ascon_permute(&s, ROUNDS_B);
    }
    s.x[4] ^= last_bit;
    return s;
}

/* Finalisation (2.4.4), after a last block of `size` < RATE bytes. */
static void finish(ascon_state *s, unsigned size, const unsigned char *k, unsigned char tag[CRYPTO_ABYTES]) {
    pad(s, size);
    add_key(s, RATE / 8, k);
    ascon_permute(s, ROUNDS_A);
    add_key(s, 3, k);
    store(tag, s->x[3]);
    store(tag + 8, s->x[4]);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    ascon_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < mlen; i++) {
        const unsigned at = (unsigned)(i % RATE);
        add_to_state_byte(&s, at, m[i]);
        c[i] = state_byte(&s, at);
        if (at == RATE - 1) ascon_permute(&s, ROUNDS_B);
    }
    finish(&s, (unsigned)(mlen % RATE), k, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    ascon_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < length; i++) {
        const unsigned at = (unsigned)(i % RATE);
        m[i] = c[i] ^ state_byte(&s, at);
        add_to_state_byte(&s, at, m[i]);
        if (at == RATE - 1) ascon_permute(&s, ROUNDS_B);
    }
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    finish(&s, (unsigned)(length % RATE), k, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}

#endif
