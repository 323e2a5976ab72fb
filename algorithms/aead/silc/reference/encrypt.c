/* SILC with AES-128, nonces of 96 bits and tags of 64 bits. */
#include "api.h"
#include "crypto_aead.h"
#include "crypto_core_aes128encrypt.h"

enum { BLOCK = 16, PARAM = 0xc0 };

static void encrypt_block(unsigned char block[BLOCK], const unsigned char *key) {
    crypto_core_aes128encrypt(block, block, key, NULL);
}

static void add(unsigned char *sum, const unsigned char *term, size_t size) {
    for (size_t i = 0; i < size; i++) sum[i] ^= term[i];
}

static size_t size_at(unsigned long long at, unsigned long long length) {
    return length - at < BLOCK ? (size_t)(length - at) : BLOCK;
}

/* A step of a register of bytes. */
static void g(unsigned char x[BLOCK]) {
    const unsigned char last = x[0] ^ x[1];
    memmove(x, x + 1, BLOCK - 1);
    x[BLOCK - 1] = last;
}

/* g(x + Len): Len is the number of bytes, most significant byte first. */
static void close_with_length(unsigned char x[BLOCK], unsigned long long length) {
    for (int i = BLOCK - 1; length != 0; i--, length >>= 8) x[i] ^= (unsigned char)length;
    g(x);
}

/* HASH: V of nonce and associated data. */
static void hash(unsigned char v[BLOCK], const unsigned char *key, const unsigned char *nonce, const unsigned char *ad,
                 unsigned long long length) {
    memset(v, 0, BLOCK);
    v[BLOCK - CRYPTO_NPUBBYTES - 1] = PARAM;
    memcpy(v + BLOCK - CRYPTO_NPUBBYTES, nonce, CRYPTO_NPUBBYTES);
    encrypt_block(v, key);
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        add(v, ad + at, size_at(at, length));
        encrypt_block(v, key);
    }
    close_with_length(v, length);
}

/* ENC and DEC: cipher feedback. Each block of ciphertext has its first bit set on the way back, which keeps it apart from a nonce's. */
static void crypt(unsigned char *output, const unsigned char *input, unsigned long long length, const unsigned char v[BLOCK],
                  const unsigned char *key, int decrypting) {
    unsigned char feedback[BLOCK];
    memcpy(feedback, v, BLOCK);
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        const size_t size = size_at(at, length);
        encrypt_block(feedback, key);
        memcpy(output + at, input + at, size);
        add(output + at, feedback, size);
        memcpy(feedback, (decrypting ? input : output) + at, size);
        feedback[0] |= 0x80;
    }
}

/* PRF: the tag of V and ciphertext. */
static void compute_tag(unsigned char tag[CRYPTO_ABYTES], const unsigned char *c, unsigned long long length, const unsigned char v[BLOCK],
                        const unsigned char *key) {
    unsigned char state[BLOCK];
    memcpy(state, v, BLOCK);
    g(state);
    encrypt_block(state, key);
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        add(state, c + at, size_at(at, length));
        encrypt_block(state, key);
    }
    close_with_length(state, length);
    encrypt_block(state, key);
    memcpy(tag, state, CRYPTO_ABYTES);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    unsigned char v[BLOCK];
    hash(v, k, npub, ad, adlen);
    crypt(c, m, mlen, v, k, 0);
    compute_tag(c + mlen, c, mlen, v, k);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    unsigned char v[BLOCK], tag[CRYPTO_ABYTES], difference = 0;
    hash(v, k, npub, ad, adlen);
    compute_tag(tag, c, length, v, k);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    if (difference) return -1;
    crypt(m, c, length, v, k, 1);
    *mlen = length;
    return 0;
}
