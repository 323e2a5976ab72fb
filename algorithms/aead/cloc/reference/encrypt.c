/* CLOC with AES-128, nonces of 96 bits and tags of 64 bits. */
#include "api.h"
#include "crypto_aead.h"
#include "crypto_core_aes128encrypt.h"

enum { BLOCK = 16, WORD = BLOCK / 4, PARAM = 0xc0 };

static void encrypt_block(unsigned char block[BLOCK], const unsigned char *key) {
    crypto_core_aes128encrypt(block, block, key, NULL);
}

static void add(unsigned char *sum, const unsigned char *term, size_t size) {
    for (size_t i = 0; i < size; i++) sum[i] ^= term[i];
}

/* ozp: fills an incomplete block by a 1 bit and zeros. How many bytes of it there are. */
static size_t padded_block(unsigned char block[BLOCK], const unsigned char *bytes, unsigned long long length, unsigned long long at) {
    const size_t size = length - at < BLOCK ? (size_t)(length - at) : BLOCK;
    memset(block, 0, BLOCK);
    memcpy(block, bytes + at, size);
    if (size < BLOCK) block[size] = 0x80;
    return size;
}

/* The tweak functions are powers of one step of a register of four words, in which a sum of two comes in last. */
static void tweak(unsigned char x[BLOCK], int power) {
    for (; power > 0; power--) {
        unsigned char sum[WORD];
        memcpy(sum, x, WORD);
        add(sum, x + WORD, WORD);
        memmove(x, x + WORD, BLOCK - WORD);
        memcpy(x + BLOCK - WORD, sum, WORD);
    }
}

static void h(unsigned char x[BLOCK]) {
    tweak(x, 4);
}

/* f1 for a last block that is full, f2 for one that is not. */
static void f(unsigned char x[BLOCK], int full) {
    tweak(x, full ? 8 : 1);
}

/* g1 where there is no data, g2 where there is. */
static void g(unsigned char x[BLOCK], int empty) {
    tweak(x, empty ? 2 : 1);
}

/* HASH: V of nonce and associated data, of which there is always a block. */
static void hash(unsigned char v[BLOCK], const unsigned char *key, const unsigned char *nonce, const unsigned char *ad,
                 unsigned long long length) {
    unsigned char block[BLOCK];
    size_t size = padded_block(v, ad, length, 0);
    const int first_bit = v[0] >> 7;
    v[0] &= 0x7f;
    encrypt_block(v, key);
    if (first_bit) h(v);
    for (unsigned long long at = BLOCK; at < length; at += BLOCK) {
        size = padded_block(block, ad, length, at);
        add(v, block, BLOCK);
        encrypt_block(v, key);
    }
    padded_block(block, nonce, CRYPTO_NPUBBYTES, 0);
    memmove(block + 1, block, BLOCK - 1);
    block[0] = PARAM;
    add(v, block, BLOCK);
    f(v, size == BLOCK);
}

/* ENC and DEC: cipher feedback. Each block of ciphertext has its first bit set on the way back; that of the first block of AD is cleared. */
static void crypt(unsigned char *output, const unsigned char *input, unsigned long long length, const unsigned char v[BLOCK],
                  const unsigned char *key, int decrypting) {
    unsigned char feedback[BLOCK];
    memcpy(feedback, v, BLOCK);
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        const size_t size = length - at < BLOCK ? (size_t)(length - at) : BLOCK;
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
    unsigned char state[BLOCK], block[BLOCK];
    memcpy(state, v, BLOCK);
    g(state, length == 0);
    encrypt_block(state, key);
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        const size_t size = padded_block(block, c, length, at);
        add(state, block, BLOCK);
        if (length - at <= BLOCK) f(state, size == BLOCK);
        encrypt_block(state, key);
    }
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
