/* A toy sponge with blocks of 8 bytes for the tests of `cryptagon software`. NOT secure. */
#include "api.h"
#include "crypto_aead.h"
#include "mix.h"

enum { RATE = 8 };

static void add_byte(uint32_t *state, unsigned place, uint32_t byte) {
    state[place / 4] ^= byte << 8 * (place % 4);
}

static unsigned char byte_of(const uint32_t *state, unsigned place) {
    return (unsigned char)(state[place / 4] >> 8 * (place % 4));
}

static void start(uint32_t state[4], const unsigned char *npub, const unsigned char *k, const unsigned char *ad, unsigned long long adlen) {
    for (unsigned i = 0; i < 4; i++) state[i] = 0;
    for (unsigned i = 0; i < 8; i++) add_byte(state, i, k[i]);
    for (unsigned i = 0; i < 8; i++) add_byte(state, 8 + i, npub[i]);
    mix(state);
    for (unsigned long long i = 0; i < adlen; i++) {
        add_byte(state, i % RATE, ad[i]);
        if (i % RATE == RATE - 1) mix(state);
    }
    add_byte(state, adlen % RATE, 1);
    add_byte(state, 15, 1);
    mix(state);
}

static void finish(uint32_t state[4], const unsigned char *k, unsigned long long mlen) {
    add_byte(state, mlen % RATE, 1);
    add_byte(state, 15, 2);
    mix(state);
    for (unsigned i = 0; i < 8; i++) add_byte(state, i, k[i]);
    mix(state);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    uint32_t state[4];
    start(state, npub, k, ad, adlen);
    for (unsigned long long i = 0; i < mlen; i++) {
        add_byte(state, i % RATE, m[i]);
        c[i] = byte_of(state, i % RATE);
        if (i % RATE == RATE - 1) mix(state);
    }
    finish(state, k, mlen);
    for (unsigned i = 0; i < CRYPTO_ABYTES; i++) c[mlen + i] = byte_of(state, i);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    uint32_t state[4];
    start(state, npub, k, ad, adlen);
    for (unsigned long long i = 0; i < length; i++) {
        m[i] = c[i] ^ byte_of(state, i % RATE);
        add_byte(state, i % RATE, m[i]);
        if (i % RATE == RATE - 1) mix(state);
    }
    finish(state, k, length);
    unsigned char difference = 0;
    for (unsigned i = 0; i < CRYPTO_ABYTES; i++) difference |= c[length + i] ^ byte_of(state, i);
    if (difference) {
        for (unsigned long long i = 0; i < length; i++) m[i] = 0;
        return -1;
    }
    *mlen = length;
    return 0;
}
