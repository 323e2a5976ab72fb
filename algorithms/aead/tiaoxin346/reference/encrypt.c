/* Tiaoxin-346 v2. */
#include "api.h"
#include "crypto_aead.h"
#include "state.h"

#include <string.h>

static size_t bytes_of_block(unsigned long long left) {
    return left < BLOCK ? (size_t)left : BLOCK;
}

static tiaoxin_state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    tiaoxin_state t = tiaoxin_start(k, npub);
    for (unsigned long long at = 0; at < adlen; at += BLOCK) {
        unsigned char block[BLOCK] = {0};
        memcpy(block, ad + at, bytes_of_block(adlen - at));
        tiaoxin_absorb(&t, block);
    }
    return t;
}

static void encrypt_block(tiaoxin_state *t, unsigned char *c, const unsigned char *m, size_t size) {
    unsigned char block[BLOCK] = {0};
    memcpy(block, m, size);
    tiaoxin_absorb(t, block);
    tiaoxin_output(t, block);
    memcpy(c, block, size);
}

/* The step is linear in the block, and so is the output: the step of a block of zeros gives what parts ciphertext and plaintext. In the second
 * half the first half of the plaintext is added too. */
static void decrypt_block(tiaoxin_state *t, unsigned char *m, const unsigned char *c, size_t size) {
    unsigned char block[BLOCK] = {0}, mask[BLOCK];
    tiaoxin_state ahead = *t;
    tiaoxin_absorb(&ahead, block);
    tiaoxin_output(&ahead, mask);
    for (size_t i = 0; i < size; i++) block[i] = c[i] ^ mask[i] ^ (i < WORD ? 0 : block[i - WORD]);
    memcpy(m, block, size);
    tiaoxin_absorb(t, block);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    tiaoxin_state t = start(k, npub, ad, adlen);
    for (unsigned long long at = 0; at < mlen; at += BLOCK) encrypt_block(&t, c + at, m + at, bytes_of_block(mlen - at));
    tiaoxin_finish(&t, adlen, mlen, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    tiaoxin_state t = start(k, npub, ad, adlen);
    for (unsigned long long at = 0; at < length; at += BLOCK) decrypt_block(&t, m + at, c + at, bytes_of_block(length - at));
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    tiaoxin_finish(&t, adlen, length, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    if (difference) memset(m, 0, length); /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
