/* Ketje-Jr v2: MonkeyWrap with Keccak-p*[200] and blocks of 16 bits; the bits of a byte come least significant first. */
#include "api.h"
#include "crypto_aead.h"
#include "permutation.h"

enum { RATE = 2, START = 12, STEP = 1, STRIDE = 6 };

/* The two bits behind a block, the first one least significant: what the block is of, and whether it is the last. */
enum { AD = 0, LAST_AD = 2, DATA = 3, LAST_DATA = 1 };

static void add(ketje_state *s, const unsigned char *bytes, unsigned size) {
    for (unsigned i = 0; i < size; i++) s->lane[i] ^= bytes[i];
}

/* Behind a block of `size` bytes: its two bits, and the padding 10*1 up to 20 bits. */
static void close_block(ketje_state *s, unsigned size, unsigned bits, int rounds) {
    s->lane[size] ^= (uint8_t)(bits | 4);
    s->lane[RATE] ^= 8;
    ketje_permute(s, rounds);
}

/* The bytes of the block at `place` of a text of `length` bytes; an empty text is one block of none. */
static unsigned size_at(unsigned long long place, unsigned long long length) {
    return length - place < RATE ? (unsigned)(length - place) : RATE;
}

static int is_last(unsigned long long place, unsigned long long length) {
    return length - place <= RATE;
}

/* The key pack (the number of its bytes, the key, a 1 bit), the nonce, and 10*1. */
static ketje_state initialise(const unsigned char *k, const unsigned char *npub) {
    ketje_state s = {{CRYPTO_KEYBYTES + 2}};
    for (int i = 0; i < CRYPTO_KEYBYTES; i++) s.lane[1 + i] = k[i];
    s.lane[CRYPTO_KEYBYTES + 1] = 0x01;
    for (int i = 0; i < CRYPTO_NPUBBYTES; i++) s.lane[CRYPTO_KEYBYTES + 2 + i] = npub[i];
    s.lane[LANES - 1] = 0x81;
    ketje_permute(&s, START);
    return s;
}

static ketje_state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    ketje_state s = initialise(k, npub);
    for (unsigned long long i = 0; i == 0 || i < adlen; i += RATE) {
        const unsigned size = size_at(i, adlen);
        add(&s, ad + i, size);
        close_block(&s, size, is_last(i, adlen) ? LAST_AD : AD, STEP);
    }
    return s;
}

static void close_data(ketje_state *s, unsigned size, int last) {
    close_block(s, size, last ? LAST_DATA : DATA, last ? STRIDE : STEP);
}

/* The tag leaves by blocks; between them a step on the single bit 0, whose padding begins with the next one. */
static void finish(ketje_state *s, unsigned char tag[CRYPTO_ABYTES]) {
    for (int i = 0; i < CRYPTO_ABYTES; i++) {
        tag[i] = s->lane[i % RATE];
        if (i % RATE == RATE - 1) {
            s->lane[0] ^= 2;
            s->lane[RATE] ^= 8;
            ketje_permute(s, STEP);
        }
    }
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    ketje_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i == 0 || i < mlen; i += RATE) {
        const unsigned size = size_at(i, mlen);
        add(&s, m + i, size);
        for (unsigned j = 0; j < size; j++) c[i + j] = s.lane[j];
        close_data(&s, size, is_last(i, mlen));
    }
    finish(&s, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    ketje_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i == 0 || i < length; i += RATE) {
        const unsigned size = size_at(i, length);
        for (unsigned j = 0; j < size; j++) m[i + j] = c[i + j] ^ s.lane[j];
        add(&s, m + i, size);
        close_data(&s, size, is_last(i, length));
    }
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    finish(&s, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
