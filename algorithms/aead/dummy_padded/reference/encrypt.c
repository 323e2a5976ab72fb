/* The dummy cipher with padding, version 1: the definition stands in README.md. It is NOT secure. */
#include <string.h>

#include "api.h"
#include "crypto_aead.h"

enum { BLOCK = 8, TAG = 16 };

typedef struct {
    unsigned char byte[BLOCK]; /* a big-endian integer */
} word;

static word exclusive_or(word a, word b) {
    for (int i = 0; i < BLOCK; i++) a.byte[i] ^= b.byte[i];
    return a;
}

static word rotate_left_by_1(word a) {
    word rotated;
    for (int i = 0; i < BLOCK; i++) rotated.byte[i] = (unsigned char)(a.byte[i] << 1 | a.byte[(i + 1) % BLOCK] >> 7);
    return rotated;
}

static word absorb(word state, word block, unsigned char domain) {
    state = exclusive_or(rotate_left_by_1(state), block);
    state.byte[BLOCK - 1] ^= domain;
    return state;
}

/* Up to a block of bytes, a 1 bit and zeros; no padding where the block is full. */
static word padded(const unsigned char *bytes, unsigned long long remaining) {
    word block = {{0}};
    unsigned size = remaining < BLOCK ? (unsigned)remaining : BLOCK;
    if (size) memcpy(block.byte, bytes, size);
    if (size < BLOCK) block.byte[size] = 0x80;
    return block;
}

static word folded(const unsigned char *key) {
    word k;
    for (int i = 0; i < BLOCK; i++) k.byte[i] = key[i] ^ key[CRYPTO_KEYBYTES - BLOCK + i];
    return k;
}

static word start(const unsigned char *key, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    word second = {{0}}, first;
    memcpy(first.byte, npub, BLOCK);
    memcpy(second.byte, npub + BLOCK, CRYPTO_NPUBBYTES - BLOCK);
    word state = absorb(absorb(folded(key), first, 0), second, 0);
    for (unsigned long long at = 0; at <= adlen; at += BLOCK) state = absorb(state, padded(ad + at, adlen - at), 1);
    return state;
}

/* What goes in and what comes out differ in the key stream; what is absorbed is the plaintext of the two. */
static word pass(word state, unsigned char *out, const unsigned char *in, unsigned long long size, int decrypting) {
    for (unsigned long long at = 0; at <= size; at += BLOCK) {
        unsigned long long now = size - at < BLOCK ? size - at : BLOCK;
        for (unsigned i = 0; i < now; i++) out[at + i] = in[at + i] ^ state.byte[i];
        state = absorb(state, padded((decrypting ? out : in) + at, now), 2);
    }
    return state;
}

static void finish(word state, const unsigned char *key, unsigned char tag[TAG]) {
    for (int half = 0; half < TAG; half += BLOCK) {
        state = absorb(state, folded(key), 0);
        memcpy(tag + half, state.byte, BLOCK);
    }
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    word state = pass(start(k, npub, ad, adlen), c, m, mlen, 0);
    finish(state, k, c + mlen);
    *clen = mlen + TAG;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < TAG) return -1;
    *mlen = clen - TAG;
    word state = pass(start(k, npub, ad, adlen), m, c, *mlen, 1);
    unsigned char tag[TAG], difference = 0;
    finish(state, k, tag);
    for (int i = 0; i < TAG; i++) difference |= c[*mlen + i] ^ tag[i];
    if (difference == 0) return 0;
    if (*mlen) memset(m, 0, *mlen);
    *mlen = 0;
    return -1;
}
