/* Ascon v1.2 and Ascon-AEAD128 of NIST SP 800-232 as authenticated encryption, for the reference software of these ciphers; numbers in parentheses are sections of Ascon v1.2.
 *
 * The file that includes this includes api.h and crypto_aead.h before, and defines ASCON_RATE, in bytes, and ASCON_ROUNDS_B, the rounds behind a block. Key, nonce and tag have 16 bytes.
 * With ASCON_SP800_232 byte order, padding, separation of domains and initial value are those of SP 800-232.
 */
#ifndef ASCON_AEAD_H
#define ASCON_AEAD_H

#include "ascon_state.h"

enum { RATE = ASCON_RATE, ROUNDS_B = ASCON_ROUNDS_B };

/* The initial value (2.4.1): sizes of key and rate in bits and both numbers of rounds, a byte each, then zeros. In SP 800-232 the version, both numbers of rounds, the bits of the tag and the
 * bytes of the rate. And the bit of x[4] that separates the domains: the last one. */
#ifdef ASCON_SP800_232
static const uint64_t initial_value = (uint64_t)1 | (uint64_t)(ROUNDS_B << 4 | ROUNDS_A) << 16 | (uint64_t)8 * CRYPTO_ABYTES << 24 | (uint64_t)RATE << 40;
static const uint64_t last_bit = (uint64_t)1 << 63;
#else
static const uint64_t initial_value = (uint64_t)8 * CRYPTO_KEYBYTES << 56 | (uint64_t)8 * RATE << 48 | (uint64_t)ROUNDS_A << 40 | (uint64_t)ROUNDS_B << 32;
static const uint64_t last_bit = 1;
#endif

static uint64_t load(const unsigned char *bytes, unsigned size) {
    uint64_t word = 0;
    for (unsigned i = 0; i < size; i++) word |= (uint64_t)bytes[i] << place(i);
    return word;
}

static unsigned char state_byte(const ascon_state *s, unsigned i) {
    return (unsigned char)(s->x[i / 8] >> place(i));
}

/* Adds the key to words `first` and `first` + 1. */
static void add_key(ascon_state *s, int first, const unsigned char *k) {
    s->x[first] ^= load(k, 8);
    s->x[first + 1] ^= load(k + 8, 8);
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
