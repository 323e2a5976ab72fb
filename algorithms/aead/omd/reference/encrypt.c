/* OMD-SHA256 v2.0: key of 128 bits, nonce of 96, tag of 128. Blocks of 256 bits are eight words of 32, the first byte most significant. */
#include "api.h"
#include "crypto_aead.h"
#include "sha256_compress.h"

#include <string.h>

enum { WORDS = 8, BLOCK = 32, AD_BLOCK = 64 };

typedef struct {
    uint32_t word[WORDS];
} block;

static const block ZERO;
static const block TAG_BITS = {{0, 0, 0, 0, 0, 0, 0, 8 * CRYPTO_ABYTES}}; /* the length of the tag, as a number */

typedef struct {
    block key;    /* padded by zeros */
    block l_star; /* L* */
} schedule;

static block load(const unsigned char bytes[BLOCK]) {
    block b;
    for (int i = 0; i < WORDS; i++) {
        const unsigned char *p = bytes + 4 * i;
        b.word[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    return b;
}

static void store(unsigned char bytes[BLOCK], block b) {
    for (int i = 0; i < BLOCK; i++) bytes[i] = (unsigned char)(b.word[i / 4] >> (24 - 8 * (i % 4)));
}

static block add(block a, block b) {
    for (int i = 0; i < WORDS; i++) a.word[i] ^= b.word[i];
    return a;
}

/* By x in GF(2^256), with x^256 = x^10 + x^5 + x^2 + 1. */
static block twice(block a) {
    const uint32_t carry = a.word[0] >> 31;
    for (int i = 0; i < WORDS; i++) a.word[i] = a.word[i] << 1 | (i + 1 < WORDS ? a.word[i + 1] >> 31 : 0);
    a.word[WORDS - 1] ^= carry * 0x425;
    return a;
}

/* F_K: the compression function, with the key as the first half of its block. */
static block keyed(const block *key, block chaining, block message) {
    uint32_t both[2 * WORDS];
    memcpy(both, key->word, sizeof key->word);
    memcpy(both + WORDS, message.word, sizeof message.word);
    sha256_compress(chaining.word, both);
    return chaining;
}

static schedule new_key(const unsigned char *k) {
    unsigned char padded[BLOCK] = {0};
    memcpy(padded, k, CRYPTO_KEYBYTES);
    schedule s = {load(padded), ZERO};
    s.l_star = keyed(&s.key, ZERO, TAG_BITS);
    return s;
}

/* L[ntz(i)], where L[0] is 4 L* and each next one twice the one before. */
static block l_of(const schedule *s, unsigned long long i) {
    block l = twice(twice(s->l_star));
    for (; i % 2 == 0; i /= 2) l = twice(l);
    return l;
}

/* HASH: the sum of F_K over blocks of twice 256 bits, the first half masked; without AD it is zero. */
static block hash_ad(const schedule *s, const unsigned char *ad, unsigned long long adlen) {
    block sum = ZERO, mask = ZERO;
    for (unsigned long long i = 1; adlen > 0; i++) {
        const unsigned size = adlen < AD_BLOCK ? (unsigned)adlen : AD_BLOCK;
        unsigned char padded[AD_BLOCK + 1] = {0};
        memcpy(padded, ad, size);
        padded[size] = 0x80;
        mask = add(mask, size < AD_BLOCK ? s->l_star : l_of(s, i));
        sum = add(sum, keyed(&s->key, add(load(padded), mask), load(padded + BLOCK)));
        ad += size;
        adlen -= size;
    }
    return sum;
}

/* Encrypts or decrypts `length` bytes, and gives Tag_e. */
static block process_data(const schedule *s, int decrypts, const unsigned char *npub, unsigned char *out, const unsigned char *in,
                          unsigned long long length) {
    unsigned char nonce[BLOCK] = {0};
    memcpy(nonce, npub, CRYPTO_NPUBBYTES);
    nonce[CRYPTO_NPUBBYTES] = 0x80;
    block mask = add(keyed(&s->key, load(nonce), ZERO), l_of(s, 1));
    block h = keyed(&s->key, mask, TAG_BITS);
    for (unsigned long long i = 1; length > 0; i++) {
        const unsigned size = length < BLOCK ? (unsigned)length : BLOCK;
        unsigned char pad[BLOCK], padded[BLOCK + 1] = {0};
        store(pad, h);
        for (unsigned j = 0; j < size; j++) {
            const unsigned char output = in[j] ^ pad[j];
            padded[j] = decrypts ? output : in[j];
            out[j] = output;
        }
        padded[size] = 0x80;
        /* The last block has a mask beside the others. */
        mask = add(mask, length > BLOCK ? l_of(s, i + 1) : twice(s->l_star));
        if (size < BLOCK) mask = add(mask, s->l_star);
        h = keyed(&s->key, add(h, mask), load(padded));
        in += size;
        out += size;
        length -= size;
    }
    return h;
}

static void process(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen, int decrypts,
                    unsigned char *out, const unsigned char *in, unsigned long long length, unsigned char tag[CRYPTO_ABYTES]) {
    const schedule s = new_key(k);
    const block of_ad = hash_ad(&s, ad, adlen);
    unsigned char sum[BLOCK];
    store(sum, add(process_data(&s, decrypts, npub, out, in, length), of_ad));
    memcpy(tag, sum, CRYPTO_ABYTES);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    process(k, npub, ad, adlen, 0, c, m, mlen, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    process(k, npub, ad, adlen, 1, m, c, length, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
