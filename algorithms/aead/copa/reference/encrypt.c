/* AES-COPA v2: two layers of AES-128, between which each block is added to the one before it. */
#include "api.h"
#include "crypto_aead.h"
#include "crypto_core_aes128decrypt.h"
#include "crypto_core_aes128encrypt.h"

#include <string.h>

enum { BLOCK = 16 };

typedef struct {
    unsigned char byte[BLOCK];
} block;

typedef struct {
    const unsigned char *key;
    block l;                    /* L: zero, encrypted */
    block outer_up, outer_down; /* the masks of plaintext and of ciphertext */
    block chain;                /* what the next block between the layers is added to */
    block checksum;             /* the sum of the plaintext with its padding */
} state;

static block add(block a, block b) {
    for (int i = 0; i < BLOCK; i++) a.byte[i] ^= b.byte[i];
    return a;
}

static block aes(const state *s, block input) {
    block output;
    crypto_core_aes128encrypt(output.byte, input.byte, s->key, NULL);
    return output;
}

static block inverse_aes(const state *s, block input) {
    block output;
    crypto_core_aes128decrypt(output.byte, input.byte, s->key, NULL);
    return output;
}

/* Modulo x^128 + x^7 + x^2 + x + 1; the most significant bit comes first. */
static block times_2(block a) {
    const unsigned char carry = a.byte[0] >> 7;
    for (int i = 0; i < BLOCK - 1; i++) a.byte[i] = (unsigned char)(a.byte[i] << 1 | a.byte[i + 1] >> 7);
    a.byte[BLOCK - 1] = (unsigned char)(a.byte[BLOCK - 1] << 1 ^ carry * 0x87);
    return a;
}

static block times_3(block a) {
    return add(a, times_2(a));
}

static block times_7(block a) {
    return add(a, times_2(times_3(a)));
}

static block padded(const unsigned char *bytes, unsigned long long size) {
    block b = {{0}};
    memcpy(b.byte, bytes, size < BLOCK ? size : BLOCK);
    if (size < BLOCK) b.byte[size] = 0x80;
    return b;
}

/* Block `number` of AD with the nonce behind it, which ends it, padded where it is the last one and not full. */
static block header_block(unsigned long long number, const unsigned char *ad, unsigned long long adlen, const unsigned char *npub) {
    unsigned char bytes[BLOCK];
    unsigned size = 0;
    for (unsigned long long i = number * BLOCK; size < BLOCK && i < adlen + BLOCK; i++) bytes[size++] = i < adlen ? ad[i] : npub[i - adlen];
    return padded(bytes, size);
}

/* PMAC1' of AD and nonce. */
static block mac(const state *s, const unsigned char *ad, unsigned long long adlen, const unsigned char *npub) {
    const unsigned long long last = (adlen + BLOCK - 1) / BLOCK;
    block sum = {{0}}, mask = times_3(times_3(times_3(s->l)));
    for (unsigned long long i = 0; i < last; i++, mask = times_2(mask)) sum = add(sum, aes(s, add(mask, header_block(i, ad, adlen, npub))));
    mask = times_3(adlen % BLOCK ? times_3(mask) : mask);
    return aes(s, add(add(sum, mask), header_block(last, ad, adlen, npub)));
}

static state start(const unsigned char *k, const unsigned char *ad, unsigned long long adlen, const unsigned char *npub) {
    state s = {.key = k};
    s.l = aes(&s, (block){{0}});
    s.chain = add(s.l, mac(&s, ad, adlen, npub));
    s.outer_up = times_3(s.l);
    s.outer_down = times_2(s.l);
    return s;
}

/* A block of plaintext, or one of ciphertext. The masks are doubled behind each but the last; that of a last plaintext with padding is multiplied by 7. */
static block process(state *s, block input, int decrypts, int is_last, int is_padded) {
    if (is_padded) s->outer_up = times_7(s->outer_up);
    block plaintext = input, output;
    if (decrypts) {
        const block between = inverse_aes(s, add(input, s->outer_down));
        plaintext = output = add(inverse_aes(s, add(between, s->chain)), s->outer_up);
        s->chain = between;
    } else {
        s->chain = add(s->chain, aes(s, add(input, s->outer_up)));
        output = add(aes(s, s->chain), s->outer_down);
    }
    s->checksum = add(s->checksum, plaintext);
    if (!is_last) {
        s->outer_up = times_2(s->outer_up);
        s->outer_down = times_2(s->outer_down);
    }
    return output;
}

static block tag_of(const state *s) {
    const block first = aes(s, add(s->checksum, times_3(s->outer_up)));
    return add(aes(s, add(first, s->chain)), times_7(s->outer_down));
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    const int is_padded = mlen == 0 || mlen % BLOCK != 0;
    const unsigned long long count = mlen / BLOCK + (unsigned)is_padded;
    state s = start(k, ad, adlen, npub);
    for (unsigned long long i = 0; i < count; i++) {
        const int is_last = i + 1 == count;
        const block output = process(&s, padded(m + i * BLOCK, mlen - i * BLOCK), 0, is_last, is_last && is_padded);
        memcpy(c + i * BLOCK, output.byte, BLOCK);
    }
    const block tag = tag_of(&s);
    memcpy(c + count * BLOCK, tag.byte, BLOCK);
    c[(count + 1) * BLOCK] = (unsigned char)is_padded;
    *clen = (count + 1) * BLOCK + 1;
    return 0;
}

/* The bytes of a block before its padding, or -1 where it has none. */
static int before_padding(const block *b) {
    int size = BLOCK - 1;
    while (size > 0 && b->byte[size] == 0) size--;
    return b->byte[size] == 0x80 ? size : -1;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    *mlen = 0;
    if (clen < 2 * BLOCK + 1 || clen % BLOCK != 1 || c[clen - 1] > 1) return -1;
    const int is_padded = c[clen - 1];
    const unsigned long long count = clen / BLOCK - 1;
    state s = start(k, ad, adlen, npub);
    int size = BLOCK;
    for (unsigned long long i = 0; i < count; i++) {
        const int is_last = i + 1 == count;
        const block output = process(&s, padded(c + i * BLOCK, BLOCK), 1, is_last, is_last && is_padded);
        if (is_last && is_padded) size = before_padding(&output);
        if (size > 0) memcpy(m + i * BLOCK, output.byte, (unsigned)size);
    }
    const block tag = tag_of(&s);
    unsigned char difference = size < 0;
    for (int i = 0; i < BLOCK; i++) difference |= tag.byte[i] ^ c[count * BLOCK + i];
    if (difference) {
        memset(m, 0, count * BLOCK); /* nothing unverified leaves */
        return -1;
    }
    *mlen = (count - 1) * BLOCK + (unsigned)size;
    return 0;
}
