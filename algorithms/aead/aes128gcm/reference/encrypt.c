/* AES-128-GCM of SP 800-38D for nonces of 96 bits and tags of 128 bits. */
#include "api.h"
#include "crypto_aead.h"
#include "crypto_core_aes128encrypt.h"
#include "ghash.h"

#include <string.h>

/* CIPH_K; `output` may be `input`. The header is SUPERCOP's. */
static void encrypt_block(unsigned char output[16], const unsigned char input[16], const unsigned char *key) {
    crypto_core_aes128encrypt(output, input, key, NULL);
}

/* J0 of 7.1, step 2: nonce || 0^31 1. */
static void first_counter_block(unsigned char block[16], const unsigned char *npub) {
    memcpy(block, npub, CRYPTO_NPUBBYTES);
    memcpy(block + CRYPTO_NPUBBYTES, "\0\0\0\1", 4);
}

/* inc32 of 6.2: the last four bytes are a big-endian number, which wraps. */
static void increment(unsigned char block[16]) {
    for (int i = 15; i >= 12; i--) {
        if (++block[i] != 0) break;
    }
}

/* GCTR of 6.5 from inc32(J0) on; encryption and decryption are the same. */
static void counter_mode(unsigned char *output, const unsigned char *input, unsigned long long length, const unsigned char *npub,
                         const unsigned char *key) {
    unsigned char counter[16], key_stream[16];
    first_counter_block(counter, npub);
    for (unsigned long long at = 0; at < length; at++) {
        if (at % 16 == 0) {
            increment(counter);
            encrypt_block(key_stream, counter, key);
        }
        output[at] = input[at] ^ key_stream[at % 16];
    }
}

/* The tag T over AD and ciphertext: 7.1, steps 5 and 6. */
static void compute_tag(unsigned char tag[16], const unsigned char *c, unsigned long long length, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *npub, const unsigned char *key) {
    unsigned char block[16] = {0};
    encrypt_block(block, block, key);
    const element h = element_from_bytes(block);
    element s = ghash((element){0, 0}, h, ad, adlen);
    s = ghash(s, h, c, length);
    element_to_bytes(block, (element){8 * adlen, 8 * length});
    s = ghash(s, h, block, 16);
    element_to_bytes(tag, s);
    first_counter_block(block, npub);
    encrypt_block(block, block, key);
    for (int i = 0; i < 16; i++) tag[i] ^= block[i];
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    counter_mode(c, m, mlen, npub, k);
    compute_tag(c + mlen, c, mlen, ad, adlen, npub, k);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    compute_tag(tag, c, length, ad, adlen, npub, k);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    if (difference) return -1;
    counter_mode(m, c, length, npub, k);
    *mlen = length;
    return 0;
}
