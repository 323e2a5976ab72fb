/* OCB (RFC 7253) with AES-128, nonces of 96 bits and tags of 128 bits. */
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

static void add(block_t sum, const unsigned char *term) {
    for (int i = 0; i < BLOCK; i++) sum[i] ^= term[i];
}

/* Multiplication by x modulo x^128 + x^7 + x^2 + x + 1; the most significant bit comes first. */
static void make_double(block_t a) {
    const unsigned char carry = a[0] >> 7;
    for (int i = 0; i < BLOCK - 1; i++) a[i] = (unsigned char)(a[i] << 1 | a[i + 1] >> 7);
    a[BLOCK - 1] = (unsigned char)(a[BLOCK - 1] << 1 ^ carry * 0x87);
}

/* L_* doubled: twice for L_0, and i times more for L_i; once for L_$. */
static void add_l(block_t sum, const unsigned char *key, int doublings) {
    block_t l = {0};
    aes_encrypt(l, l, key);
    while (doublings-- > 0) make_double(l);
    add(sum, l);
}

static void add_l_star(block_t offset, const unsigned char *key) {
    add_l(offset, key, 0);
}

static void add_l_dollar(block_t offset, const unsigned char *key) {
    add_l(offset, key, 1);
}

/* The offset of block `index`, counted from 1, from the one before it. */
static void next_offset(block_t offset, const unsigned char *key, unsigned long long index) {
    int trailing_zeros = 0;
    for (; index % 2 == 0; index /= 2) trailing_zeros++;
    add_l(offset, key, 2 + trailing_zeros);
}

/* What is left, a 1 bit and zeros. */
static void pad(block_t block, const unsigned char *bytes, size_t size) {
    memset(block, 0, BLOCK);
    memcpy(block, bytes, size);
    block[size] = 0x80;
}

/* HASH of AD. */
static void hash(block_t sum, const unsigned char *key, const unsigned char *ad, unsigned long long length) {
    block_t offset = {0}, block;
    memset(sum, 0, BLOCK);
    for (unsigned long long index = 1; length >= BLOCK; index++, ad += BLOCK, length -= BLOCK) {
        next_offset(offset, key, index);
        memcpy(block, ad, BLOCK);
        add(block, offset);
        aes_encrypt(block, block, key);
        add(sum, block);
    }
    if (length == 0) return;
    add_l_star(offset, key);
    pad(block, ad, (size_t)length);
    add(block, offset);
    aes_encrypt(block, block, key);
    add(sum, block);
}

/* Offset_0: 128 of the 192 bits of Stretch, from the bit that the last six bits of the nonce tell. */
static void first_offset(block_t offset, const unsigned char *key, const unsigned char *npub) {
    unsigned char stretch[BLOCK + 8];
    block_t top = {0, 0, 0, 1};
    memcpy(top + 4, npub, CRYPTO_NPUBBYTES);
    const int bottom = top[BLOCK - 1] & 63;
    top[BLOCK - 1] &= 0xc0;
    aes_encrypt(stretch, top, key);
    for (int i = 0; i < 8; i++) stretch[BLOCK + i] = stretch[i] ^ stretch[i + 1];
    for (int i = 0; i < BLOCK; i++) {
        const unsigned char *from = stretch + bottom / 8 + i;
        offset[i] = (unsigned char)((from[0] << 8 | from[1]) >> (8 - bottom % 8));
    }
}

/* Encrypts, or decrypts, and gives the tag. */
static void crypt(unsigned char *output, block_t tag, const unsigned char *input, unsigned long long length, const unsigned char *ad,
                  unsigned long long adlen, const unsigned char *npub, const unsigned char *key, int decrypting) {
    block_t offset, checksum = {0}, block;
    first_offset(offset, key, npub);
    for (unsigned long long index = 1; length >= BLOCK; index++, input += BLOCK, output += BLOCK, length -= BLOCK) {
        next_offset(offset, key, index);
        memcpy(block, input, BLOCK);
        add(block, offset);
        (decrypting ? aes_decrypt : aes_encrypt)(block, block, key);
        add(block, offset);
        memcpy(output, block, BLOCK);
        add(checksum, decrypting ? output : input);
    }
    if (length > 0) {
        add_l_star(offset, key);
        aes_encrypt(block, offset, key);
        for (unsigned i = 0; i < length; i++) output[i] = input[i] ^ block[i];
        pad(block, decrypting ? output : input, (size_t)length);
        add(checksum, block);
    }
    add(checksum, offset);
    add_l_dollar(checksum, key);
    aes_encrypt(checksum, checksum, key);
    hash(tag, key, ad, adlen);
    add(tag, checksum);
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
