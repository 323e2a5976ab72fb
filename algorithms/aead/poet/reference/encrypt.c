/* POET v2 with AES-4: AES-128 between two chains of hashes, and no intermediate tags. */
#include "api.h"
#include "crypto_aead.h"
#include "crypto_core_aes128decrypt.h"
#include "crypto_core_aes128encrypt.h"

#include <string.h>

enum { BLOCK = 16, HASH_ROUNDS = 4 };

typedef unsigned char block_t[BLOCK];

struct state {
    block_t key;      /* of the block cipher */
    block_t hash_key; /* of both hashes */
    block_t mask;     /* L, then what the next block of the header is added to */
    block_t tau;      /* what the header makes */
    block_t x, y;     /* the chains over and under the block cipher */
};

static void add(block_t sum, const unsigned char *term) {
    for (int i = 0; i < BLOCK; i++) sum[i] ^= term[i];
}

static void cipher(const struct state *s, block_t block) {
    crypto_core_aes128encrypt(block, block, s->key, NULL);
}

static void inverse_cipher(const struct state *s, block_t block) {
    crypto_core_aes128decrypt(block, block, s->key, NULL);
}

/* AES-4: the first four rounds of AES-128, each with MixColumns. */
static void hash(const struct state *s, block_t chain) {
    block_t round_key;
    unsigned char round_constant = 1;
    memcpy(round_key, s->hash_key, BLOCK);
    aes_add_round_key(chain, round_key);
    for (int round = 0; round < HASH_ROUNDS; round++) {
        aes_sub_bytes_and_shift_rows(chain);
        aes_mix_columns(chain);
        aes_next_round_key(round_key, round_constant);
        round_constant = aes_xtime(round_constant);
        aes_add_round_key(chain, round_key);
    }
}

/* A key of its own for each purpose: the user's key encrypts the number of the purpose. */
static void derive(block_t derived, const unsigned char *k, unsigned char purpose) {
    const block_t number = {[BLOCK - 1] = purpose};
    crypto_core_aes128encrypt(derived, number, k, NULL);
}

/* Multiplication by x as in GCM: the first bit is the coefficient of 1, and x^128 = x^7 + x^2 + x + 1. */
static void times_2(block_t a) {
    const unsigned char carry = a[BLOCK - 1] & 1;
    for (int i = BLOCK - 1; i > 0; i--) a[i] = (unsigned char)(a[i] >> 1 | a[i - 1] << 7);
    a[0] = (unsigned char)(a[0] >> 1 ^ carry * 0xe1);
}

static void add_to_header(struct state *s, const unsigned char *input) {
    block_t block;
    memcpy(block, input, BLOCK);
    add(block, s->mask);
    times_2(s->mask);
    cipher(s, block);
    add(s->tau, block);
}

/* The header: the parameters, which are zero where there are no intermediate tags, then AD and nonce in one, then a 1 bit and zeros. */
static struct state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long length) {
    struct state s = {.tau = {0}};
    const block_t parameters = {0};
    unsigned char end[2 * BLOCK] = {0};
    derive(s.key, k, 0);
    derive(s.mask, k, 1);
    derive(s.hash_key, k, 2);

    add_to_header(&s, parameters);
    for (; length >= BLOCK; length -= BLOCK, ad += BLOCK) add_to_header(&s, ad);
    memcpy(end, ad, (size_t)length);
    memcpy(end + length, npub, CRYPTO_NPUBBYTES);
    end[length + CRYPTO_NPUBBYTES] = 0x80;
    add_to_header(&s, end);
    add_to_header(&s, end + BLOCK);

    cipher(&s, s.tau);
    memcpy(s.x, s.tau, BLOCK);
    memcpy(s.y, s.tau, BLOCK);
    s.y[BLOCK - 1] ^= 1;
    return s;
}

static void encrypt_block(struct state *s, block_t output, const block_t input) {
    hash(s, s->x);
    add(s->x, input);
    hash(s, s->y);
    memcpy(output, s->y, BLOCK);
    memcpy(s->y, s->x, BLOCK);
    cipher(s, s->y);
    add(output, s->y);
}

static void decrypt_block(struct state *s, block_t output, const block_t input) {
    hash(s, s->y);
    add(s->y, input);
    hash(s, s->x);
    memcpy(output, s->x, BLOCK);
    memcpy(s->x, s->y, BLOCK);
    inverse_cipher(s, s->x);
    add(output, s->x);
}

/* What is added before and behind the last block: the length of the message in bits, encrypted; its first byte is the least significant one. */
static void encrypted_length(const struct state *s, block_t output, unsigned long long bytes) {
    const unsigned long long bits = bytes * 8;
    memset(output, 0, BLOCK);
    for (int i = 0; i < 8; i++) output[i] = (unsigned char)(bits >> 8 * i);
    cipher(s, output);
}

static void make_tag(struct state *s, block_t tag) {
    encrypt_block(s, tag, s->tau);
    add(tag, s->tau);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    struct state s = start(k, npub, ad, adlen);
    block_t block, mask, tag;
    encrypted_length(&s, mask, mlen);
    *clen = mlen + CRYPTO_ABYTES;
    for (; mlen > BLOCK; mlen -= BLOCK, m += BLOCK, c += BLOCK) encrypt_block(&s, c, m);

    /* The last block is filled with the beginning of tau. Its ciphertext is all sent, and as many bytes of the tag as there were bytes in it. */
    memcpy(block, m, (size_t)mlen);
    memcpy(block + mlen, s.tau, BLOCK - (size_t)mlen);
    add(block, mask);
    encrypt_block(&s, c, block);
    add(c, mask);
    make_tag(&s, tag);
    memcpy(c + BLOCK, tag, (size_t)mlen);
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    struct state s = start(k, npub, ad, adlen);
    unsigned long long length = clen - CRYPTO_ABYTES;
    block_t block, mask, tag;
    unsigned char *const output = m;
    unsigned char difference = 0;
    encrypted_length(&s, mask, length);
    for (; length > BLOCK; length -= BLOCK, m += BLOCK, c += BLOCK) decrypt_block(&s, m, c);

    memcpy(block, c, BLOCK);
    add(block, mask);
    decrypt_block(&s, block, block);
    add(block, mask);
    memcpy(m, block, (size_t)length);
    make_tag(&s, tag);
    for (size_t i = 0; i < BLOCK - length; i++) difference |= block[length + i] ^ s.tau[i];
    for (size_t i = 0; i < length; i++) difference |= tag[i] ^ c[BLOCK + i];

    *mlen = difference ? 0 : clen - CRYPTO_ABYTES;
    if (difference) memset(output, 0, clen - CRYPTO_ABYTES); /* nothing unverified leaves */
    return difference ? -1 : 0;
}
