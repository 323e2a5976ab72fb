/* The dummy cipher whose ciphertext expands, version 1: the definition stands in README.md. It is NOT secure. */
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
    *clen = 0;
    for (unsigned long long at = 0; at <= mlen; at += BLOCK, *clen += BLOCK) {
        unsigned size = next_size(mlen - at);
        word plaintext = load(m + at, size);
        if (size < BLOCK) plaintext.byte[size] = 0x80;
        memcpy(c + at, exclusive_or(plaintext, state).byte, BLOCK);
        state = absorb(state, plaintext, BLOCK);
    }
    memcpy(c + *clen, tag_of(state, key).byte, TAG);
    *clen += TAG;
    return 0;
}

/* The bytes of a block before its padding, or -1 where it has none. */
static int before_padding(word block) {
    int size = BLOCK - 1;
    while (size > 0 && block.byte[size] == 0) size--;
    return block.byte[size] == 0x80 ? size : -1;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    *mlen = 0;
    if (clen < BLOCK + TAG || (clen - TAG) % BLOCK) return -1;
    const word key = load(k, BLOCK);
    word state = start(key, npub, ad, adlen), plaintext = state;
    const unsigned long long end = clen - TAG;
    for (unsigned long long at = 0; at < end; at += BLOCK) {
        plaintext = exclusive_or(load(c + at, BLOCK), state);
        if (at + BLOCK < end) memcpy(m + at, plaintext.byte, BLOCK);
        state = absorb(state, plaintext, BLOCK);
    }
    word tag = tag_of(state, key);
    unsigned char difference = 0;
    for (int i = 0; i < TAG; i++) difference |= c[end + i] ^ tag.byte[i];
    int size = before_padding(plaintext);
    if (difference || size < 0) { /* nothing unverified leaves */
        if (end > BLOCK) memset(m, 0, end - BLOCK);
        return -1;
    }
    if (size) memcpy(m + end - BLOCK, plaintext.byte, (unsigned)size);
    *mlen = end - BLOCK + (unsigned)size;
    return 0;
}
