/* NORX32-4-1 v3: words of 32 bits, 4 rounds, no parallelism, a tag of 128 bits. */
#include "api.h"
#include "crypto_aead.h"
#include "permutation.h"

enum { WORD_BITS = 32, ROUNDS = 4, PARALLELISM = 1, RATE = 48 };
enum { DOMAIN_AD = 1, DOMAIN_DATA = 2, DOMAIN_TAG = 8 };

static unsigned char state_byte(const norx_state *state, unsigned i) {
    return (unsigned char)(state->s[i / 4] >> 8 * (i % 4));
}

static void add_to_byte(norx_state *state, unsigned i, unsigned char value) {
    state->s[i / 4] ^= (uint32_t)value << 8 * (i % 4);
}

/* Adds 16 bytes to four words from `first` on. */
static void add_words(norx_state *state, unsigned first, const unsigned char *bytes) {
    for (unsigned i = 0; i < 16; i++) add_to_byte(state, 4 * first + i, bytes[i]);
}

static void permute(norx_state *state, unsigned domain) {
    state->s[15] ^= domain;
    norx_permute(state, ROUNDS);
}

/* 10*1 with the lowest bit of a byte first, behind the `size` bytes of the last block. */
static void pad(norx_state *state, unsigned size) {
    add_to_byte(state, size, 0x01);
    add_to_byte(state, RATE - 1, 0x80);
}

/* 2.4.2: the constants are two rounds of 0, 1, ... 15. */
static norx_state initialise(const unsigned char *k, const unsigned char *npub) {
    static const uint32_t parameters[4] = {WORD_BITS, ROUNDS, PARALLELISM, 8 * CRYPTO_ABYTES};
    norx_state state;
    for (unsigned i = 0; i < WORDS; i++) state.s[i] = i;
    norx_permute(&state, 2);
    for (unsigned i = 0; i < 8; i++) state.s[i] = 0;
    for (unsigned i = 0; i < 4; i++) state.s[12 + i] ^= parameters[i];
    add_words(&state, 0, npub);
    add_words(&state, 4, k);
    permute(&state, 0);
    add_words(&state, 12, k);
    return state;
}

static norx_state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    norx_state state = initialise(k, npub);
    for (unsigned long long i = 0; i < adlen; i++) {
        if (i % RATE == 0) permute(&state, DOMAIN_AD);
        add_to_byte(&state, (unsigned)(i % RATE), ad[i]);
    }
    if (adlen > 0 && adlen % RATE == 0) permute(&state, DOMAIN_AD);
    if (adlen > 0) pad(&state, (unsigned)(adlen % RATE));
    return state;
}

/* What follows the last byte of the message, and the finalisation. */
static void finish(norx_state *state, unsigned long long mlen, const unsigned char *k, unsigned char tag[CRYPTO_ABYTES]) {
    if (mlen > 0 && mlen % RATE == 0) permute(state, DOMAIN_DATA);
    if (mlen > 0) pad(state, (unsigned)(mlen % RATE));
    permute(state, DOMAIN_TAG);
    add_words(state, 12, k);
    permute(state, 0);
    add_words(state, 12, k);
    for (unsigned i = 0; i < CRYPTO_ABYTES; i++) tag[i] = state_byte(state, 48 + i);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    norx_state state = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < mlen; i++) {
        if (i % RATE == 0) permute(&state, DOMAIN_DATA);
        add_to_byte(&state, (unsigned)(i % RATE), m[i]);
        c[i] = state_byte(&state, (unsigned)(i % RATE));
    }
    finish(&state, mlen, k, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    norx_state state = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < length; i++) {
        if (i % RATE == 0) permute(&state, DOMAIN_DATA);
        m[i] = c[i] ^ state_byte(&state, (unsigned)(i % RATE));
        add_to_byte(&state, (unsigned)(i % RATE), m[i]);
    }
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    finish(&state, length, k, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
