/* The dummy cipher of two passes, version 1: the definition stands in README.md. It is NOT secure. */
#include <string.h>

#include "api.h"
#include "crypto_aead.h"

enum { BLOCK = 16, TAG = 16 };

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

/* The state behind more bytes. */
static word hash(word state, const unsigned char *bytes, unsigned long long length) {
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        unsigned size = next_size(length - at);
        state = absorb(state, load(bytes + at, size), size);
    }
    return state;
}

static word tag_of(word key, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen, const unsigned char *m,
                   unsigned long long mlen) {
    word state = hash(exclusive_or(key, load(npub, BLOCK)), ad, adlen);
    return exclusive_or(rotate_left_by_1(hash(state, m, mlen)), key);
}

static void add_key_stream(word stream, unsigned char *out, const unsigned char *in, unsigned long long length) {
    for (unsigned long long at = 0; at < length; at += BLOCK) {
        unsigned size = next_size(length - at);
        for (unsigned i = 0; i < size; i++) out[at + i] = in[at + i] ^ stream.byte[i];
        stream = rotate_left_by_1(stream);
    }
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    const word key = load(k, BLOCK), tag = tag_of(key, npub, ad, adlen, m, mlen);
    add_key_stream(exclusive_or(tag, key), c, m, mlen);
    memcpy(c + mlen, tag.byte, TAG);
    *clen = mlen + TAG;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < TAG) return -1;
    *mlen = clen - TAG;
    const word key = load(k, BLOCK);
    add_key_stream(exclusive_or(load(c + *mlen, TAG), key), m, c, *mlen);
    word tag = tag_of(key, npub, ad, adlen, m, *mlen);
    unsigned char difference = 0;
    for (int i = 0; i < TAG; i++) difference |= c[*mlen + i] ^ tag.byte[i];
    if (difference == 0) return 0;
    if (*mlen) memset(m, 0, *mlen);
    *mlen = 0;
    return -1;
}
