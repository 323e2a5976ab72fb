/* TinyJAMBU-128 version 2 (section 3.3). A word is four bytes, the first one least significant; a byte's bits come least significant first. */
#include "api.h"
#include "crypto_aead.h"
#include "state.h"

enum { SHORT = 640, LONG = 1024, WORD = 4 };
enum frame { NONCE = 1, AD = 3, DATA = 5, FINAL = 7 };

static unsigned bytes_of_block(unsigned long long left) {
    return left < WORD ? (unsigned)left : WORD;
}

static uint32_t load(const unsigned char *bytes, unsigned size) {
    uint32_t word = 0;
    for (unsigned i = 0; i < size; i++) word |= (uint32_t)bytes[i] << 8 * i;
    return word;
}

static void store(unsigned char *bytes, uint32_t word, unsigned size) {
    for (unsigned i = 0; i < size; i++) bytes[i] = (unsigned char)(word >> 8 * i);
}

/* The frame bits go to s36 to s38. */
static void permute_frame(tinyjambu_state *s, enum frame frame, const unsigned char *k, int steps) {
    s->low ^= (uint64_t)frame << 36;
    tinyjambu_permute(s, k, steps);
}

/* A block goes to s96 to s127; of one that is not full the number of bytes goes to s32 and s33. */
static void absorb(tinyjambu_state *s, uint32_t word, unsigned size) {
    s->high ^= (uint64_t)word << 32;
    s->low ^= (uint64_t)(size % WORD) << 32;
}

/* What is added to data, and the halves of the tag: s64 to s95. */
static uint32_t keystream(const tinyjambu_state *s) {
    return (uint32_t)s->high;
}

static tinyjambu_state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    tinyjambu_state s = {0, 0};
    tinyjambu_permute(&s, k, LONG);
    for (unsigned i = 0; i < CRYPTO_NPUBBYTES; i += WORD) {
        permute_frame(&s, NONCE, k, SHORT);
        absorb(&s, load(npub + i, WORD), WORD);
    }
    for (unsigned long long i = 0; i < adlen; i += WORD) {
        const unsigned size = bytes_of_block(adlen - i);
        permute_frame(&s, AD, k, SHORT);
        absorb(&s, load(ad + i, size), size);
    }
    return s;
}

static void finish(tinyjambu_state *s, const unsigned char *k, unsigned char tag[CRYPTO_ABYTES]) {
    permute_frame(s, FINAL, k, LONG);
    store(tag, keystream(s), WORD);
    permute_frame(s, FINAL, k, SHORT);
    store(tag + WORD, keystream(s), WORD);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    tinyjambu_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < mlen; i += WORD) {
        const unsigned size = bytes_of_block(mlen - i);
        const uint32_t plain = load(m + i, size);
        permute_frame(&s, DATA, k, LONG);
        store(c + i, plain ^ keystream(&s), size);
        absorb(&s, plain, size);
    }
    finish(&s, k, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    tinyjambu_state s = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < length; i += WORD) {
        const unsigned size = bytes_of_block(length - i);
        permute_frame(&s, DATA, k, LONG);
        store(m + i, load(c + i, size) ^ keystream(&s), size);
        absorb(&s, load(m + i, size), size);
    }
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    finish(&s, k, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
