/* The mode for nonces that do not repeat of Deoxys and Joltik, on a tweakable block cipher of CRYPTO_ABYTES bytes a block.
 *
 * The file that includes this includes api.h and crypto_aead.h before, and defines encrypt_block and
 * decrypt_block(output, input, key, tweak) for one block, where `output` may be `input`, and COUNTS_PARTIAL: 1 where the tag has the number behind
 * that of a partial block, 0 where it has the same.
 */
#ifndef TWEAKABLE_AEAD_H
#define TWEAKABLE_AEAD_H

#include <string.h>

enum { BLOCK = CRYPTO_ABYTES };

/* What a block is, in the top bits of its tweak. */
enum stage { OF_DATA = 0, OF_PARTIAL_DATA = 4, OF_AD = 2, OF_PARTIAL_AD = 6, OF_TAG = 1, OF_TAG_BEHIND_PARTIAL = 5 };

typedef unsigned char block_t[BLOCK];

static void add(block_t sum, const unsigned char *term) {
    for (int i = 0; i < BLOCK; i++) sum[i] ^= term[i];
}

/* The stage in four bits, the nonce and the number of the block, which fills the rest. AD has no nonce. */
static void make_tweak(block_t tweak, enum stage stage, const unsigned char *npub, unsigned long long index) {
    unsigned char above = (unsigned char)stage;
    memset(tweak, 0, BLOCK);
    for (int i = 0; i < CRYPTO_NPUBBYTES; i++) {
        const unsigned char byte = npub ? npub[i] : 0;
        tweak[i] = (unsigned char)(above << 4 | byte >> 4);
        above = byte & 15;
    }
    tweak[CRYPTO_NPUBBYTES] = (unsigned char)(above << 4);
    for (int i = BLOCK - 1; i > CRYPTO_NPUBBYTES; i--, index >>= 8) tweak[i] = (unsigned char)index;
    tweak[CRYPTO_NPUBBYTES] |= (unsigned char)index;
}

/* What is left, a 1 bit and zeros. */
static void pad(block_t block, const unsigned char *bytes, size_t size) {
    memset(block, 0, BLOCK);
    memcpy(block, bytes, size);
    block[size] = 0x80;
}

static void authenticate(block_t auth, const unsigned char *key, const unsigned char *ad, unsigned long long length) {
    block_t tweak, block;
    memset(auth, 0, BLOCK);
    for (unsigned long long index = 0; length > 0; index++) {
        const size_t size = length < BLOCK ? (size_t)length : BLOCK;
        if (size < BLOCK) pad(block, ad, size);
        else memcpy(block, ad, BLOCK);
        make_tweak(tweak, size < BLOCK ? OF_PARTIAL_AD : OF_AD, NULL, index);
        encrypt_block(block, block, key, tweak);
        add(auth, block);
        ad += size;
        length -= size;
    }
}

/* Encrypts, or decrypts, and gives the tag. */
static void crypt(unsigned char *output, block_t tag, const unsigned char *input, unsigned long long length, const unsigned char *ad,
                  unsigned long long adlen, const unsigned char *npub, const unsigned char *key, int decrypting) {
    block_t tweak, block, checksum = {0}, auth;
    unsigned long long index = 0;
    enum stage last = OF_TAG;
    for (; length >= BLOCK; index++, input += BLOCK, output += BLOCK, length -= BLOCK) {
        make_tweak(tweak, OF_DATA, npub, index);
        (decrypting ? decrypt_block : encrypt_block)(output, input, key, tweak);
        add(checksum, decrypting ? output : input);
    }
    if (length > 0) {
        make_tweak(tweak, OF_PARTIAL_DATA, npub, index);
        index += COUNTS_PARTIAL;
        memset(block, 0, BLOCK);
        encrypt_block(block, block, key, tweak);
        for (unsigned i = 0; i < length; i++) output[i] = input[i] ^ block[i];
        pad(block, decrypting ? output : input, (size_t)length);
        add(checksum, block);
        last = OF_TAG_BEHIND_PARTIAL;
    }
    make_tweak(tweak, last, npub, index);
    encrypt_block(tag, checksum, key, tweak);
    authenticate(auth, key, ad, adlen);
    add(tag, auth);
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

#endif
