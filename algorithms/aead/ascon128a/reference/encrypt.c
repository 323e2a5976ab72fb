/* Ascon-128a of Ascon v1.2: key, nonce, tag and rate of 128 bits, 12 rounds to begin and to end and 8 in between. */
#include "api.h"
#include "crypto_aead.h"
#include "permutation.h"

enum { RATE = 16, ROUNDS_A = 12, ROUNDS_B = 8 };

/* The initial value: sizes of key and rate in bits and both numbers of rounds, a byte each, then zeros. */
static const uint64_t initial_value = (uint64_t)0x80800c08 << 32;

static uint64_t load(const unsigned char *bytes, unsigned size) {
    uint64_t word = 0;
    for (unsigned i = 0; i < size; i++) word |= (uint64_t)bytes[i] << (56 - 8 * i);
    return word;
}

static void store(unsigned char *bytes, uint64_t word) {
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(word >> (56 - 8 * i));
}

static unsigned char state_byte(const ascon_state *s, unsigned i) {
    return (unsigned char)(s->x[i / 8] >> (56 - 8 * (i % 8)));
}

static void add_to_state_byte(ascon_state *s, unsigned i, unsigned char value) {
    s->x[i / 8] ^= (uint64_t)value << (56 - 8 * (i % 8));
}

/* Adds the key to words `first` and `first` + 1. */
static void add_key(ascon_state *s, int first, const unsigned char *k) {
    s->x[first] ^= load(k, 8);
    s->x[first + 1] ^= load(k + 8, 8);
}

/* The padding of 2.4.2 and 2.4.3: one 1 bit after the last `size` bytes of the block; its zeros change nothing. */
static void pad(ascon_state *s, unsigned size) {
    add_to_state_byte(s, size, 0x80);
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
    s.x[4] ^= 1;
    return s;
}

/* Finalisation (2.4.4), after a last block of `size` < RATE bytes. */
static void finish(ascon_state *s, unsigned size, const unsigned char *k, unsigned char tag[CRYPTO_ABYTES]) {
    pad(s, size);
    add_key(s, 2, k);
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
