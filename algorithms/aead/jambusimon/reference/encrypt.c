/* JAMBU v2.1 with SIMON-96/96; a word of 48 bits has its first byte as the least significant one. */
#include "api.h"
#include "crypto_aead.h"
#include "simon.h"

enum { AFTER_NONCE = 5, AFTER_AD = 1, AFTER_DATA = 0, AFTER_ALL = 3 };

/* The state (U, V), the third word R, and the key. */
typedef struct {
    uint64_t u, v, r, k0, k1;
} jambu_state;

/* `size` bytes, and behind the last of a message the padding 10*. */
static uint64_t load(const unsigned char *bytes, unsigned size) {
    uint64_t word = size < WORD_BYTES ? (uint64_t)0x80 << 8 * size : 0;
    for (unsigned i = 0; i < size; i++) word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static void store(unsigned char *bytes, uint64_t word, unsigned size) {
    for (unsigned i = 0; i < size; i++) bytes[i] = (unsigned char)(word >> 8 * i);
}

/* The bytes of the block at `place` of a text of `length` bytes: 0 for a block of padding alone. */
static unsigned size_at(unsigned long long place, unsigned long long length) {
    return length - place < WORD_BYTES ? (unsigned)(length - place) : WORD_BYTES;
}

static void encrypt_state(jambu_state *s) {
    simon_encrypt(&s->u, &s->v, s->k0, s->k1);
}

/* What follows each call of the block cipher: V takes R in and a constant, U a block, R the new U. */
static void mix(jambu_state *s, uint64_t block, uint64_t constant) {
    s->u ^= block;
    s->v ^= s->r ^ constant;
    s->r ^= s->u;
}

static jambu_state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    jambu_state s = {0, load(npub, WORD_BYTES), 0, load(k, WORD_BYTES), load(k + WORD_BYTES, WORD_BYTES)};
    encrypt_state(&s);
    mix(&s, 0, AFTER_NONCE);
    for (unsigned long long i = 0; i <= adlen; i += WORD_BYTES) {
        encrypt_state(&s);
        mix(&s, load(ad + i, size_at(i, adlen)), AFTER_AD);
    }
    return s;
}

static void finish(jambu_state *s, unsigned char tag[CRYPTO_ABYTES]) {
    encrypt_state(s);
    mix(s, 0, AFTER_ALL);
    encrypt_state(s);
    store(tag, s->u ^ s->v ^ s->r, CRYPTO_ABYTES);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    jambu_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i <= mlen; i += WORD_BYTES) {
        const unsigned size = size_at(i, mlen);
        const uint64_t plain = load(m + i, size);
        encrypt_state(&s);
        mix(&s, plain, AFTER_DATA);
        store(c + i, plain ^ s.v, size);
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
    jambu_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i <= length; i += WORD_BYTES) {
        const unsigned size = size_at(i, length);
        encrypt_state(&s);
        store(m + i, load(c + i, size) ^ s.v ^ s.r, size);
        mix(&s, load(m + i, size), AFTER_DATA);
    }
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    finish(&s, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
