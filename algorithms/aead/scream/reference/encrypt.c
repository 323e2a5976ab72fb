/* SCREAM v3 with ten steps: tweakable authenticated encryption (TAE) by Scream. */
#include "api.h"
#include "crypto_aead.h"
#include "scream_cipher.h"

#include <string.h>

enum { BLOCK = 16, COUNTER_AT = CRYPTO_NPUBBYTES, CONTROL_AT = 15 };

/* The last byte of the tweak of a block of AD. Data has 0; the tag has twice the bits of a partial last block, and 1. */
enum control { OF_AD = 2, OF_LAST_AD = 4, OF_PARTIAL_AD = 6 };

typedef unsigned char block_t[BLOCK];

static void add(block_t sum, const unsigned char *term, size_t size) {
    for (size_t i = 0; i < size; i++) sum[i] ^= term[i];
}

/* The nonce, the number of the block in 32 bits, and the control byte. */
static void make_tweak(block_t tweak, const unsigned char *npub, unsigned long long index, unsigned control) {
    memcpy(tweak, npub, CRYPTO_NPUBBYTES);
    for (int i = CONTROL_AT - 1; i >= COUNTER_AT; i--, index >>= 8) tweak[i] = (unsigned char)index;
    tweak[CONTROL_AT] = (unsigned char)control;
}

static void authenticate(block_t auth, const unsigned char *key, const unsigned char *npub, const unsigned char *ad, unsigned long long length) {
    memset(auth, 0, BLOCK);
    for (unsigned long long index = 0; length > 0; index++) {
        const size_t size = length < BLOCK ? (size_t)length : BLOCK;
        block_t tweak, block = {0};
        memcpy(block, ad, size);
        if (size < BLOCK) block[size] = 0x80;
        make_tweak(tweak, npub, index, size < BLOCK ? OF_PARTIAL_AD : length == BLOCK ? OF_LAST_AD : OF_AD);
        scream_encrypt(block, block, key, tweak);
        add(auth, block, BLOCK);
        ad += size;
        length -= size;
    }
}

/* Encrypts, or decrypts, and gives the tag. */
static void crypt(unsigned char *output, block_t tag, const unsigned char *input, unsigned long long length, const unsigned char *ad,
                  unsigned long long adlen, const unsigned char *npub, const unsigned char *key, int decrypting) {
    block_t tweak, checksum = {0}, auth;
    unsigned long long index = 0;
    for (; length >= BLOCK; index++, input += BLOCK, output += BLOCK, length -= BLOCK) {
        make_tweak(tweak, npub, index, 0);
        (decrypting ? scream_decrypt : scream_encrypt)(output, input, key, tweak);
        add(checksum, decrypting ? output : input, BLOCK);
    }
    if (length > 0) { /* the bits that are left, encrypted, are the key stream for them */
        block_t pad = {0};
        pad[BLOCK - 1] = (unsigned char)(8 * length);
        make_tweak(tweak, npub, index, 0);
        scream_encrypt(pad, pad, key, tweak);
        for (unsigned i = 0; i < length; i++) output[i] = input[i] ^ pad[i];
        add(checksum, decrypting ? output : input, (size_t)length);
    }
    make_tweak(tweak, npub, index, 16 * (unsigned)length | 1);
    scream_encrypt(tag, checksum, key, tweak);
    authenticate(auth, key, npub, ad, adlen);
    add(tag, auth, BLOCK);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    crypt(c, c + mlen, m, mlen, ad, adlen, npub, k, 0);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    block_t tag;
    unsigned char difference = 0;
    crypt(m, tag, c, length, ad, adlen, npub, k, 1);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    if (difference) memset(m, 0, length); /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
