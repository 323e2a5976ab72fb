/* The dummy cipher of Cryptagon, version 1: the definition stands in README.md. It is NOT secure.
 * Change first: absorb(), start() and tag_of(); the two functions below them are the mode, which SUPERCOP's interface asks for. */
#include "api.h"
#include "crypto_aead.h"

enum { BLOCK = 16 };

/* A 128-bit big-endian integer: byte[0] is the most significant. */
typedef struct {
    unsigned char byte[BLOCK];
} word;

static word load(const unsigned char *bytes, unsigned size) {
    word loaded = {{0}};
    for (unsigned i = 0; i < size; i++) loaded.byte[i] = bytes[i];
    return loaded;
}

static word exclusive_or(word a, word b) {
    for (int i = 0; i < BLOCK; i++) a.byte[i] ^= b.byte[i];
    return a;
}

static word rotate_left_by_1(word a) {
    word rotated;
    for (int i = 0; i < BLOCK; i++) rotated.byte[i] = (unsigned char)(a.byte[i] << 1 | a.byte[(i + 1) % BLOCK] >> 7);
    return rotated;
}

/* S = rotl(S, 1) ^ block ^ size; `block` is filled with zeros to its end. */
static word absorb(word state, word block, unsigned size) {
    state = exclusive_or(rotate_left_by_1(state), block);
    state.byte[BLOCK - 1] ^= (unsigned char)size;
    return state;
}

static unsigned next_size(unsigned long long remaining) {
    return remaining < BLOCK ? (unsigned)remaining : BLOCK;
}

/* The state after key, nonce and AD. */
static word start(word key, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    word state = exclusive_or(key, load(npub, BLOCK));
    for (unsigned long long at = 0; at < adlen; at += BLOCK) {
        unsigned size = next_size(adlen - at);
        state = absorb(state, load(ad + at, size), size);
    }
    return state;
}

static word tag_of(word state, word key) {
    return exclusive_or(rotate_left_by_1(state), key);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    const word key = load(k, BLOCK);
    word state = start(key, npub, ad, adlen);
    for (unsigned long long at = 0; at < mlen; at += BLOCK) {
        unsigned size = next_size(mlen - at);
        word plaintext = load(m + at, size);
        for (unsigned i = 0; i < size; i++) c[at + i] = plaintext.byte[i] ^ state.byte[i];
        state = absorb(state, plaintext, size);
    }
    word tag = tag_of(state, key);
    for (int i = 0; i < CRYPTO_ABYTES; i++) c[mlen + i] = tag.byte[i];
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    *mlen = clen - CRYPTO_ABYTES;
    const word key = load(k, BLOCK);
    word state = start(key, npub, ad, adlen);
    for (unsigned long long at = 0; at < *mlen; at += BLOCK) {
        unsigned size = next_size(*mlen - at);
        for (unsigned i = 0; i < size; i++) m[at + i] = c[at + i] ^ state.byte[i];
        state = absorb(state, load(m + at, size), size);
    }
    word tag = tag_of(state, key);
    unsigned char difference = 0;
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= c[*mlen + i] ^ tag.byte[i];
    if (difference == 0) return 0;
    for (unsigned long long i = 0; i < *mlen; i++) m[i] = 0;
    *mlen = 0;
    return -1;
}
