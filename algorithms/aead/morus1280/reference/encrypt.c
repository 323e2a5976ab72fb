/* MORUS-1280-128 v2. */
#include "api.h"
#include "crypto_aead.h"
#include "state.h"

enum { FIRST_STEPS = 16, LAST_STEPS = 10 };

/* The Fibonacci numbers modulo 256. */
static const morus_block fibonacci = {{0x0d08050302010100, 0x6279e99059372215, 0xf12fc26d55183ddb, 0xdd28b57342311120}};

/* The first `size` bytes of a block; the others are zero. */
static morus_block load(const unsigned char *bytes, unsigned size) {
    morus_block block = {{0}};
    for (unsigned i = 0; i < size; i++) block.word[i / 8] |= (uint64_t)bytes[i] << 8 * (i % 8);
    return block;
}

static void store(unsigned char *bytes, const morus_block *block, unsigned size) {
    for (unsigned i = 0; i < size; i++) bytes[i] = (unsigned char)(block->word[i / 8] >> 8 * (i % 8));
}

static morus_block add(const morus_block *x, const morus_block *y) {
    morus_block sum;
    for (int i = 0; i < WORDS; i++) sum.word[i] = x->word[i] ^ y->word[i];
    return sum;
}

/* The bytes of the block at `place` of a text of `length` bytes. */
static unsigned size_at(unsigned long long place, unsigned long long length) {
    return length - place < BLOCK ? (unsigned)(length - place) : BLOCK;
}

static morus_state initialise(const unsigned char *k, const unsigned char *npub) {
    const morus_block zero = {{0}}, ones = {{~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0}};
    morus_block key = load(k, CRYPTO_KEYBYTES);
    for (int i = 0; i < 2; i++) key.word[2 + i] = key.word[i];
    morus_state state = {{load(npub, CRYPTO_NPUBBYTES), key, ones, zero, fibonacci}};
    for (int i = 0; i < FIRST_STEPS; i++) morus_update(&state, &zero);
    state.s[1] = add(&state.s[1], &key);
    return state;
}

static morus_state start(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    morus_state state = initialise(k, npub);
    for (unsigned long long i = 0; i < adlen; i += BLOCK) {
        const morus_block block = load(ad + i, size_at(i, adlen));
        morus_update(&state, &block);
    }
    return state;
}

/* Finalisation: the lengths in bits go into ten steps, and the first half of the keystream behind them is the tag. */
static void finish(morus_state *state, unsigned long long adlen, unsigned long long mlen, unsigned char tag[CRYPTO_ABYTES]) {
    const morus_block lengths = {{8 * adlen, 8 * mlen, 0, 0}};
    state->s[4] = add(&state->s[4], &state->s[0]);
    for (int i = 0; i < LAST_STEPS; i++) morus_update(state, &lengths);
    const morus_block keystream = morus_keystream(state);
    store(tag, &keystream, CRYPTO_ABYTES);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    morus_state state = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < mlen; i += BLOCK) {
        const unsigned size = size_at(i, mlen);
        const morus_block keystream = morus_keystream(&state), plain = load(m + i, size), cipher = add(&plain, &keystream);
        store(c + i, &cipher, size);
        morus_update(&state, &plain);
    }
    finish(&state, adlen, mlen, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    morus_state state = start(k, npub, ad, adlen);
    for (unsigned long long i = 0; i < length; i += BLOCK) {
        const unsigned size = size_at(i, length);
        const morus_block keystream = morus_keystream(&state), cipher = load(c + i, size), sum = add(&cipher, &keystream);
        store(m + i, &sum, size);
        const morus_block plain = load(m + i, size);
        morus_update(&state, &plain);
    }
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    finish(&state, adlen, length, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
