/* COLM_0 v1 with AES-128: two layers of AES with a linear mixing between them, and no intermediate tags. */
#include "api.h"
#include "crypto_aead.h"
#include "crypto_core_aes128decrypt.h"
#include "crypto_core_aes128encrypt.h"

#include <string.h>

enum { BLOCK = 16 };

typedef unsigned char block_t[BLOCK];

static void aes_encrypt(block_t output, const block_t input, const unsigned char *key) {
    crypto_core_aes128encrypt(output, input, key, NULL);
}

static void aes_decrypt(block_t output, const block_t input, const unsigned char *key) {
    crypto_core_aes128decrypt(output, input, key, NULL);
}

struct state {
    const unsigned char *key;
    block_t delta_m, delta_c; /* the masks of plaintext and of ciphertext */
    block_t w;                /* what the mixing passes on */
    block_t checksum;
};

static void add(block_t sum, const unsigned char *term) {
    for (int i = 0; i < BLOCK; i++) sum[i] ^= term[i];
}

/* Multiplication by x modulo x^128 + x^7 + x^2 + x + 1; the most significant bit comes first. */
static void times_2(block_t a) {
    const unsigned char carry = a[0] >> 7;
    for (int i = 0; i < BLOCK - 1; i++) a[i] = (unsigned char)(a[i] << 1 | a[i + 1] >> 7);
    a[BLOCK - 1] = (unsigned char)(a[BLOCK - 1] << 1 ^ carry * 0x87);
}

static void times_3(block_t a) {
    block_t b;
    memcpy(b, a, BLOCK);
    times_2(a);
    add(a, b);
}

static void times_7(block_t a) {
    block_t b;
    memcpy(b, a, BLOCK);
    times_3(a);
    times_2(a);
    add(a, b);
}

/* The mixing of a block with the state: forward it gives 3 W + X and W' = 2 W + X, backward 3 W + Y and W' = W + Y. */
static void mix(struct state *s, block_t block, int backward) {
    block_t old, w;
    memcpy(old, s->w, BLOCK);
    memcpy(w, s->w, BLOCK);
    times_2(w);
    if (backward) memcpy(s->w, old, BLOCK);
    else memcpy(s->w, w, BLOCK);
    add(s->w, block);
    add(block, w);
    add(block, old);
}

/* A block through both layers, under the masks that are there. */
static void encrypt_block(struct state *s, block_t output, const block_t input) {
    memcpy(output, input, BLOCK);
    add(output, s->delta_m);
    aes_encrypt(output, output, s->key);
    mix(s, output, 0);
    aes_encrypt(output, output, s->key);
    add(output, s->delta_c);
}

static void decrypt_block(struct state *s, block_t output, const block_t input) {
    memcpy(output, input, BLOCK);
    add(output, s->delta_c);
    aes_decrypt(output, output, s->key);
    mix(s, output, 1);
    aes_decrypt(output, output, s->key);
    add(output, s->delta_m);
}

/* What is there, a 1 bit and zeros if that is less than a block. */
static void pad(block_t block, const unsigned char *bytes, size_t size) {
    memset(block, 0, BLOCK);
    memcpy(block, bytes, size);
    if (size < BLOCK) block[size] = 0x80;
}

/* Nonce, parameters and AD; each is a block under a mask of its own. */
static struct state start(const unsigned char *key, const unsigned char *npub, const unsigned char *ad, unsigned long long length) {
    struct state s = {.key = key};
    block_t delta, block = {0};
    aes_encrypt(s.delta_m, s.delta_m, key);
    memcpy(delta, s.delta_m, BLOCK);
    times_3(delta);
    memcpy(s.delta_c, delta, BLOCK);
    times_3(s.delta_c);

    memcpy(block, npub, CRYPTO_NPUBBYTES);
    add(block, delta);
    aes_encrypt(s.w, block, key);
    while (length > 0) {
        const size_t size = length < BLOCK ? (size_t)length : BLOCK;
        pad(block, ad, size);
        if (size < BLOCK) times_7(delta);
        else times_2(delta);
        add(block, delta);
        aes_encrypt(block, block, key);
        add(s.w, block);
        ad += size;
        length -= size;
    }
    return s;
}

static void next_masks(struct state *s) {
    times_2(s->delta_m);
    times_2(s->delta_c);
}

/* The last block has masks of its own, and others if it is not full. */
static void last_masks(struct state *s, size_t size) {
    for (int i = 0; i < (size < BLOCK ? 2 : 1); i++) {
        times_7(s->delta_m);
        times_7(s->delta_c);
    }
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    struct state s = start(k, npub, ad, adlen);
    block_t block;
    *clen = mlen + CRYPTO_ABYTES;
    for (; mlen > BLOCK; mlen -= BLOCK, m += BLOCK, c += BLOCK) {
        next_masks(&s);
        add(s.checksum, m);
        encrypt_block(&s, c, m);
    }

    /* The last block is the checksum; it goes once more behind it, as far as there is room. */
    pad(block, m, (size_t)mlen);
    add(s.checksum, block);
    last_masks(&s, (size_t)mlen);
    encrypt_block(&s, c, s.checksum);
    next_masks(&s);
    encrypt_block(&s, block, s.checksum);
    memcpy(c + BLOCK, block, (size_t)mlen);
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    struct state s = start(k, npub, ad, adlen);
    unsigned long long length = clen - CRYPTO_ABYTES;
    block_t block, padded, expected;
    unsigned char *const output = m;
    unsigned char difference = 0;
    for (; length > BLOCK; length -= BLOCK, m += BLOCK, c += BLOCK) {
        next_masks(&s);
        decrypt_block(&s, m, c);
        add(s.checksum, m);
    }

    last_masks(&s, (size_t)length);
    decrypt_block(&s, block, c);
    add(s.checksum, block);
    memcpy(m, s.checksum, (size_t)length);
    pad(padded, m, (size_t)length);
    for (int i = 0; i < BLOCK; i++) difference |= padded[i] ^ s.checksum[i];
    next_masks(&s);
    encrypt_block(&s, expected, block);
    for (unsigned i = 0; i < length; i++) difference |= expected[i] ^ c[BLOCK + i];

    *mlen = difference ? 0 : clen - CRYPTO_ABYTES;
    if (difference) memset(output, 0, clen - CRYPTO_ABYTES); /* nothing unverified leaves */
    return difference ? -1 : 0;
}
