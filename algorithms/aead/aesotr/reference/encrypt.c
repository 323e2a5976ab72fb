/* AES-OTR with parallel associated data: AES-128, nonces of 96 bits, tags of 128 bits. */
#include "api.h"
#include "crypto_aead.h"
#include "crypto_core_aes128encrypt.h"

enum { BLOCK = 16 };

static void encrypt_block(unsigned char output[BLOCK], const unsigned char input[BLOCK], const unsigned char *key) {
    crypto_core_aes128encrypt(output, input, key, NULL);
}

static void add(unsigned char *sum, const unsigned char *term, size_t size) {
    for (size_t i = 0; i < size; i++) sum[i] ^= term[i];
}

/* 2x in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1; the first bit is the coefficient of x^127. */
static void two_times(unsigned char x[BLOCK]) {
    const unsigned char reduction = (x[0] >> 7) * 0x87;
    for (int i = 0; i < BLOCK - 1; i++) x[i] = (unsigned char)(x[i] << 1 | x[i + 1] >> 7);
    x[BLOCK - 1] = (unsigned char)(x[BLOCK - 1] << 1 ^ reduction);
}

/* Adds factor times the mask, a sum of powers of x. */
static void add_times(unsigned char sum[BLOCK], int factor, const unsigned char mask[BLOCK]) {
    unsigned char power[BLOCK];
    memcpy(power, mask, BLOCK);
    for (; factor > 0; factor >>= 1) {
        if (factor & 1) add(sum, power, BLOCK);
        two_times(power);
    }
}

/* The last block: what is there, a 1 bit and zeros where it is not full. */
static void add_padded(unsigned char sum[BLOCK], const unsigned char *bytes, size_t size) {
    add(sum, bytes, size);
    if (size < BLOCK) sum[size] ^= 0x80;
}

/* E(factor mask + block). */
static void encrypt_masked(unsigned char output[BLOCK], const unsigned char *block, int factor, const unsigned char mask[BLOCK],
                           const unsigned char *key) {
    memcpy(output, block, BLOCK);
    add_times(output, factor, mask);
    encrypt_block(output, output, key);
}

/* TA of associated data, zero where there is none. */
static void authenticate(unsigned char ta[BLOCK], const unsigned char *ad, unsigned long long length, const unsigned char *key) {
    unsigned char mask[BLOCK] = {0}, encrypted[BLOCK];
    memset(ta, 0, BLOCK);
    if (length == 0) return;
    encrypt_block(mask, mask, key);
    for (; length > BLOCK; ad += BLOCK, length -= BLOCK) {
        encrypt_masked(encrypted, ad, 1, mask, key);
        add(ta, encrypted, BLOCK);
        two_times(mask);
    }
    add_padded(ta, ad, (size_t)length);
    add_times(ta, length == BLOCK ? 5 : 3, mask);
    encrypt_block(ta, ta, key);
}

/* A pair of blocks that is not the last one: two rounds of a Feistel network. */
static void crypt_pair(unsigned char *output, const unsigned char *input, const unsigned char mask[BLOCK], const unsigned char *key,
                       int decrypting) {
    unsigned char encrypted[BLOCK];
    encrypt_masked(encrypted, input, decrypting ? 3 : 1, mask, key);
    memcpy(output, encrypted, BLOCK);
    add(output, input + BLOCK, BLOCK);
    encrypt_masked(encrypted, output, decrypting ? 1 : 3, mask, key);
    memcpy(output + BLOCK, encrypted, BLOCK);
    add(output + BLOCK, input, BLOCK);
}

/* The last pair: the halves change places, since the second one may be short. */
static void crypt_last_pair(unsigned char *output, unsigned char sum[BLOCK], const unsigned char *input, size_t size,
                            const unsigned char mask[BLOCK], const unsigned char *key, int decrypting) {
    unsigned char z[BLOCK], encrypted[BLOCK], padded[BLOCK] = {0};
    memcpy(output + BLOCK, input + BLOCK, size);
    if (!decrypting) {
        encrypt_masked(z, input, 1, mask, key);
        add(output + BLOCK, z, size);
    }
    add_padded(padded, decrypting ? input + BLOCK : output + BLOCK, size);
    encrypt_masked(encrypted, padded, 3, mask, key);
    memcpy(output, input, BLOCK);
    add(output, encrypted, BLOCK);
    if (decrypting) {
        encrypt_masked(z, output, 1, mask, key);
        add(output + BLOCK, z, size);
    }
    add(sum, z, BLOCK);
    add(sum, padded, BLOCK);
}

/* The last block of an odd number, or of none. */
static void crypt_last_block(unsigned char *output, unsigned char sum[BLOCK], const unsigned char *input, size_t size,
                             const unsigned char mask[BLOCK], const unsigned char *key, int decrypting) {
    unsigned char encrypted[BLOCK];
    encrypt_block(encrypted, mask, key);
    memcpy(output, input, size);
    add(output, encrypted, size);
    add_padded(sum, decrypting ? output : input, size);
}

/* Encrypts or decrypts, and gives TE. */
static void crypt(unsigned char *output, unsigned char te[BLOCK], const unsigned char *input, unsigned long long length,
                  const unsigned char *nonce, const unsigned char *key, int decrypting) {
    unsigned char mask[BLOCK] = {0}, sum[BLOCK] = {0};
    mask[BLOCK - CRYPTO_NPUBBYTES - 1] = 1;
    memcpy(mask + BLOCK - CRYPTO_NPUBBYTES, nonce, CRYPTO_NPUBBYTES);
    encrypt_block(mask, mask, key);
    for (; length > 2 * BLOCK; input += 2 * BLOCK, output += 2 * BLOCK, length -= 2 * BLOCK) {
        crypt_pair(output, input, mask, key, decrypting);
        add(sum, (decrypting ? output : input) + BLOCK, BLOCK);
        two_times(mask);
    }
    const size_t pair = length > BLOCK, size = (size_t)length - BLOCK * pair;
    if (pair) crypt_last_pair(output, sum, input, size, mask, key, decrypting);
    else crypt_last_block(output, sum, input, size, mask, key, decrypting);

    /* 7 and 3^2 times L, or 3L behind a pair; 3 * 7 = 9 and 3 * 3^2 = 15. */
    if (pair) add_times(sum, size == BLOCK ? 9 : 15, mask);
    else add_times(sum, size == BLOCK ? 7 : 5, mask);
    encrypt_block(te, sum, key);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    unsigned char ta[BLOCK], te[BLOCK];
    authenticate(ta, ad, adlen, k);
    crypt(c, te, m, mlen, npub, k, 0);
    add(te, ta, BLOCK);
    memcpy(c + mlen, te, BLOCK);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    unsigned char ta[BLOCK], te[BLOCK], difference = 0;
    authenticate(ta, ad, adlen, k);
    crypt(m, te, c, length, npub, k, 1);
    add(te, ta, BLOCK);
    for (int i = 0; i < BLOCK; i++) difference |= te[i] ^ c[length + i];
    if (difference) memset(m, 0, length); /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
