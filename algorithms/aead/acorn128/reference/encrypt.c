/* ACORN-128 v3, bit by bit; a byte's bits come least significant first. */
#include "api.h"
#include "crypto_aead.h"
#include "state.h"

enum { INITIAL_STEPS = 1792, FINAL_STEPS = 768, TAG_BITS = 8 * CRYPTO_ABYTES };

static unsigned char bit_of(const unsigned char *bytes, unsigned long long i) {
    return bytes[i / 8] >> (i % 8) & 1;
}

static void set_bit(unsigned char *bytes, unsigned long long i, unsigned char value) {
    bytes[i / 8] = (unsigned char)((bytes[i / 8] & ~(1u << i % 8)) | (unsigned)value << i % 8);
}

static void step(acorn_state *s, unsigned char m, unsigned char ca, unsigned char cb) {
    acorn_shift(s, acorn_mix(s), m, ca, cb);
}

/* The 256 steps that part AD, data and tag: a 1, then zeros; ca is 1 in the first half and 0 in the second. */
static void separate(acorn_state *s, unsigned char cb) {
    for (int i = 0; i < 256; i++) step(s, i == 0, i < 128, cb);
}

/* Initialisation: key, nonce, then the key over and over, its first bit flipped once. */
static acorn_state initialise(const unsigned char *k, const unsigned char *npub) {
    acorn_state s = {{0}};
    for (unsigned i = 0; i < INITIAL_STEPS; i++) {
        const unsigned char m = i / 128 == 1 ? bit_of(npub, i % 128) : bit_of(k, i % 128);
        step(&s, m ^ (i == 256), 1, 1);
    }
    return s;
}

static acorn_state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    acorn_state s = initialise(k, npub);
    for (unsigned long long i = 0; i < 8 * adlen; i++) step(&s, bit_of(ad, i), 1, 1);
    separate(&s, 1);
    return s;
}

/* The tag is the key stream of the last 128 of the final steps. */
static void finish(acorn_state *s, unsigned char tag[CRYPTO_ABYTES]) {
    separate(s, 0);
    for (int i = 0; i < FINAL_STEPS; i++) {
        const unsigned char ks = acorn_mix(s);
        acorn_shift(s, ks, 0, 1, 1);
        if (i >= FINAL_STEPS - TAG_BITS) set_bit(tag, (unsigned)(i - (FINAL_STEPS - TAG_BITS)), ks);
    }
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    acorn_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < 8 * mlen; i++) {
        const unsigned char ks = acorn_mix(&s), plain = bit_of(m, i);
        set_bit(c, i, plain ^ ks);
        acorn_shift(&s, ks, plain, 1, 0);
    }
    finish(&s, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    acorn_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < 8 * length; i++) {
        const unsigned char ks = acorn_mix(&s), plain = bit_of(c, i) ^ ks;
        set_bit(m, i, plain);
        acorn_shift(&s, ks, plain, 1, 0);
    }
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    finish(&s, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
