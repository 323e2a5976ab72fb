/* AEGIS-128L with a tag of 128 bits, as in version 1.1. */
#include "api.h"
#include "crypto_aead.h"
#include "state.h"

#include <string.h>

static size_t bytes_of_block(unsigned long long left) {
    return left < BLOCK ? (size_t)left : BLOCK;
}

/* Associated data, in blocks filled up with zeros. */
static void absorb(aegis_state *s, const unsigned char *ad, unsigned long long length) {
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        unsigned char block[BLOCK] = {0};
        memcpy(block, ad + at, bytes_of_block(length - at));
        aegis_update(s, block);
    }
}

/* Encrypts, or decrypts, block by block; what enters the state is the plaintext, filled up with zeros. */
static void crypt(aegis_state *s, unsigned char *output, const unsigned char *input, unsigned long long length, int decrypting) {
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        const size_t size = bytes_of_block(length - at);
        unsigned char plain[BLOCK] = {0}, keystream[BLOCK];
        aegis_keystream(s, keystream);
        for (size_t i = 0; i < size; i++) {
            const unsigned char byte = input[at + i];
            output[at + i] = byte ^ keystream[i];
            plain[i] = decrypting ? output[at + i] : byte;
        }
        aegis_update(s, plain);
    }
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    aegis_state s = aegis_start(k, npub);
    absorb(&s, ad, adlen);
    crypt(&s, c, m, mlen, 0);
    aegis_finish(&s, adlen, mlen, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    aegis_state s = aegis_start(k, npub);
    absorb(&s, ad, adlen);
    crypt(&s, m, c, length, 1);
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    aegis_finish(&s, adlen, length, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    if (difference) memset(m, 0, length); /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
