/* The dummy cipher with segments of any length, version 1: the definition stands in README.md. It is NOT secure. */
#include <string.h>

#include "api.h"
#include "crypto_aead.h"

enum { BLOCK = 8, TAG = 8 };

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

static word load(const unsigned char *bytes, unsigned size) {
    word loaded = {{0}};
    if (size) memcpy(loaded.byte, bytes, size);
    return loaded;
}

static unsigned next_size(unsigned long long remaining) {
    return remaining < BLOCK ? (unsigned)remaining : BLOCK;
}

/* S = rotl(S, 1) ^ block ^ size; `block` is filled with zeros to its end. */
static word absorb(word state, word block, unsigned size) {
    state = exclusive_or(rotate_left_by_1(state), block);
    state.byte[BLOCK - 1] ^= (unsigned char)size;
    return state;
}

static word folded(const unsigned char *bytes) {
    word key = {{0}};
    for (int i = 0; i < CRYPTO_KEYBYTES; i++) key.byte[i % BLOCK] ^= bytes[i];
    return key;
}

static word start(word key, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    word state = exclusive_or(key, load(npub, BLOCK));
    for (unsigned long long at = 0; at < adlen; at += BLOCK) {
        unsigned size = next_size(adlen - at);
        state = absorb(state, load(ad + at, size), size);
    }
    return state;
}

static word pass(word state, unsigned char *out, const unsigned char *in, unsigned long long length, int decrypting) {
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        unsigned size = next_size(length - at);
        for (unsigned i = 0; i < size; i++) out[at + i] = in[at + i] ^ state.byte[i];
        state = absorb(state, load((decrypting ? out : in) + at, size), size);
    }
    return state;
}

static word tag_of(word state, word key) {
    return exclusive_or(rotate_left_by_1(state), key);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    const word key = folded(k);
    word state = pass(start(key, npub, ad, adlen), c, m, mlen, 0);
    memcpy(c + mlen, tag_of(state, key).byte, TAG);
    *clen = mlen + TAG;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < TAG) return -1;
    *mlen = clen - TAG;
    const word key = folded(k);
    word state = pass(start(key, npub, ad, adlen), m, c, *mlen, 1);
    word tag = tag_of(state, key);
    unsigned char difference = 0;
    for (int i = 0; i < TAG; i++) difference |= c[*mlen + i] ^ tag.byte[i];
    if (difference == 0) return 0;
    if (*mlen) memset(m, 0, *mlen);
    *mlen = 0;
    return -1;
}
