/* GIFT-COFB, written from the submission (version 1.1), section 2.2. Y, L and X are its names. */
#include <string.h>

#include "api.h"
#include "crypto_aead.h"
#include "gift128.h"

enum { BLOCK = 16, HALF = 8 };

typedef struct {
    unsigned char y[BLOCK]; /* the last output of the cipher */
    unsigned char l[HALF];  /* the mask */
    const unsigned char *key;
} mode;

/* L = 2 L in GF(2^64), by x^64 + x^4 + x^3 + x + 1. */
static void double_mask(unsigned char l[HALF]) {
    unsigned char carry = l[0] >> 7;
    for (int i = 0; i < HALF; i++) l[i] = (unsigned char)(l[i] << 1 | (i < HALF - 1 ? l[i + 1] >> 7 : 0));
    l[HALF - 1] ^= (unsigned char)(carry * 0x1b);
}

static void triple_mask(unsigned char l[HALF]) {
    unsigned char once[HALF];
    memcpy(once, l, HALF);
    double_mask(l);
    for (int i = 0; i < HALF; i++) l[i] ^= once[i];
}

/* X = block + G Y + L, Y = E(X). G exchanges the halves and turns the one that comes last by a bit. A block of less than 16 bytes is padded. */
static void absorb(mode *m, const unsigned char *block, unsigned long long size) {
    unsigned char x[BLOCK] = {0};
    if (size) memcpy(x, block, size);
    if (size < BLOCK) x[size] = 0x80;
    for (int i = 0; i < HALF; i++) {
        x[i] ^= m->y[HALF + i] ^ m->l[i];
        x[HALF + i] ^= (unsigned char)(m->y[i] << 1 | m->y[(i + 1) % HALF] >> 7);
    }
    gift128_encrypt(m->y, x, m->key);
}

/* The mask of a last block, of AD or of data. */
static void last_mask(mode *m, int whole) {
    triple_mask(m->l);
    if (!whole) triple_mask(m->l);
}

static mode begin(const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *key, int no_data) {
    mode m = {.key = key};
    gift128_encrypt(m.y, npub, key);
    memcpy(m.l, m.y, HALF);
    for (; adlen > BLOCK; ad += BLOCK, adlen -= BLOCK) {
        double_mask(m.l);
        absorb(&m, ad, BLOCK);
    }
    last_mask(&m, adlen == BLOCK);
    if (no_data) last_mask(&m, 0);
    absorb(&m, ad, adlen);
    return m;
}

/* The data of a message, and the tag. `out` and `in` differ; what is absorbed is the plaintext of the two. */
static void pass(mode *m, unsigned char *out, const unsigned char *in, unsigned long long size, int decrypting) {
    while (size) {
        unsigned long long now = size < BLOCK ? size : BLOCK;
        for (unsigned i = 0; i < now; i++) out[i] = in[i] ^ m->y[i];
        if (size > BLOCK) double_mask(m->l);
        else last_mask(m, now == BLOCK);
        absorb(m, decrypting ? out : in, now);
        in += now, out += now, size -= now;
    }
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    mode state = begin(ad, adlen, npub, k, mlen == 0);
    pass(&state, c, m, mlen, 0);
    memcpy(c + mlen, state.y, CRYPTO_ABYTES);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    *mlen = clen - CRYPTO_ABYTES;
    mode state = begin(ad, adlen, npub, k, *mlen == 0);
    pass(&state, m, c, *mlen, 1);
    unsigned char difference = 0;
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= c[*mlen + i] ^ state.y[i];
    if (difference == 0) return 0;
    if (*mlen) memset(m, 0, *mlen);
    *mlen = 0;
    return -1;
}
