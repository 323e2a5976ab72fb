/* JAMBU-AES v2: AES-128 in the mode JAMBU, with blocks of 64 bits. */
#include "api.h"
#include "crypto_aead.h"
#include "crypto_core_aes128encrypt.h"

enum { BLOCK = 8 };
enum { OF_NONCE = 5, OF_AD = 1, OF_DATA = 0, OF_TAG = 3 };

/* The state: the halves U and V of what the cipher encrypts, and R. */
struct state {
    unsigned char uv[2 * BLOCK], r[BLOCK];
};

static void add(unsigned char sum[BLOCK], const unsigned char term[BLOCK]) {
    for (int i = 0; i < BLOCK; i++) sum[i] ^= term[i];
}

static void encrypt_state(struct state *s, const unsigned char *key) {
    crypto_core_aes128encrypt(s->uv, s->uv, key, NULL);
}

/* Encrypts, and adds R and the domain to U. */
static void step(struct state *s, const unsigned char *key, unsigned char domain) {
    encrypt_state(s, key);
    add(s->uv, s->r);
    s->uv[0] ^= domain;
}

/* Adds a block to V, and V to R. */
static void absorb(struct state *s, const unsigned char block[BLOCK]) {
    add(s->uv + BLOCK, block);
    add(s->r, s->uv + BLOCK);
}

static struct state start(const unsigned char *key, const unsigned char *nonce) {
    struct state s = {0};
    memcpy(s.uv, nonce, BLOCK);
    encrypt_state(&s, key);
    s.uv[0] ^= OF_NONCE;
    memcpy(s.r, s.uv + BLOCK, BLOCK);
    return s;
}

/* The block at `at`: whole, or what is left, 0x80 and zeros. How many bytes of it are there. */
static size_t block_at(unsigned char block[BLOCK], const unsigned char *bytes, unsigned long long length, unsigned long long at) {
    const size_t size = length - at < BLOCK ? (size_t)(length - at) : BLOCK;
    memset(block, 0, BLOCK);
    memcpy(block, bytes + at, size);
    if (size < BLOCK) block[size] = 0x80;
    return size;
}

static void absorb_ad(struct state *s, const unsigned char *key, const unsigned char *ad, unsigned long long length) {
    for (unsigned long long at = 0; at <= length; at += BLOCK) {
        unsigned char block[BLOCK];
        block_at(block, ad, length, at);
        step(s, key, OF_AD);
        absorb(s, block);
    }
}

/* Encrypts, or decrypts; what is absorbed is the plaintext. */
static void crypt(struct state *s, const unsigned char *key, unsigned char *output, const unsigned char *input, unsigned long long length,
                  int decrypting) {
    for (unsigned long long at = 0; at <= length; at += BLOCK) {
        unsigned char block[BLOCK];
        const size_t size = block_at(block, input, length, at);
        step(s, key, OF_DATA);
        for (size_t i = 0; i < size; i++) {
            output[at + i] = block[i] ^ s->uv[i];
            if (decrypting) block[i] = output[at + i];
        }
        absorb(s, block);
    }
}

static void finish(struct state *s, const unsigned char *key, unsigned char tag[BLOCK]) {
    static const unsigned char nothing[BLOCK] = {0};
    step(s, key, OF_TAG);
    absorb(s, nothing);
    encrypt_state(s, key);
    memcpy(tag, s->r, BLOCK);
    add(tag, s->uv);
    add(tag, s->uv + BLOCK);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    struct state s = start(k, npub);
    absorb_ad(&s, k, ad, adlen);
    crypt(&s, k, c, m, mlen, 0);
    finish(&s, k, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    struct state s = start(k, npub);
    absorb_ad(&s, k, ad, adlen);
    crypt(&s, k, m, c, length, 1);
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    finish(&s, k, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    if (difference) memset(m, 0, length); /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
