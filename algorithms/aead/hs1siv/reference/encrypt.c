/* HS1-SIV v2 with its middle parameters: NH over blocks of 64 bytes, four hashes, twelve rounds of ChaCha, a tag of 16 bytes. Words are
 * little-endian. */
#include "api.h"
#include "crypto_aead.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, PIECE = 16, HASHES = 4, ROUNDS = 12, KEY_WORDS = 8 };
enum { NH_WORDS = BLOCK / 4 + 4 * (HASHES - 1) }; /* the keys of the four hashes overlap */

static const uint64_t P = ((uint64_t)1 << 61) - 1, BITS_60 = ((uint64_t)1 << 60) - 1;

typedef struct {
    uint32_t chacha[KEY_WORDS], nh[NH_WORDS];
    uint64_t poly[HASHES];
} subkeys;

/* The hash of a string that comes in blocks. */
typedef struct {
    uint64_t sum[HASHES];
} hash;

static uint32_t load(const unsigned char *p) {
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static void store(unsigned char *p, uint32_t word) {
    for (int i = 0; i < 4; i++) p[i] = (unsigned char)(word >> 8 * i);
}

/* ---- ChaCha ---- */

static uint32_t rotate_left(uint32_t word, int distance) {
    return word << distance | word >> (32 - distance);
}

static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    *a += *b, *d = rotate_left(*d ^ *a, 16);
    *c += *d, *b = rotate_left(*b ^ *c, 12);
    *a += *b, *d = rotate_left(*d ^ *a, 8);
    *c += *d, *b = rotate_left(*b ^ *c, 7);
}

/* One block of the key stream. */
static void chacha(uint32_t out[16], const uint32_t key[KEY_WORDS], uint32_t counter, const uint32_t nonce[3]) {
    const uint32_t input[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, key[0],  key[1],   key[2],   key[3],
                                key[4],     key[5],     key[6],     key[7],     counter, nonce[0], nonce[1], nonce[2]};
    memcpy(out, input, sizeof input);
    for (int round = 0; round < ROUNDS; round++) {
        const int diagonal = round % 2;
        for (int i = 0; i < 4; i++) {
            quarter_round(&out[i], &out[4 + (i + diagonal) % 4], &out[8 + (i + 2 * diagonal) % 4], &out[12 + (i + 3 * diagonal) % 4]);
        }
    }
    for (int i = 0; i < 16; i++) out[i] += input[i];
}

/* All keys are key stream: under the user's key twice, with the parameters as the nonce. */
static subkeys new_key(const unsigned char *k) {
    const uint32_t parameters[3] = {CRYPTO_ABYTES << 16 | CRYPTO_KEYBYTES, BLOCK << 16 | HASHES << 8 | ROUNDS, 0};
    uint32_t twice[KEY_WORDS], stream[48];
    for (int i = 0; i < KEY_WORDS; i++) twice[i] = load(k + 4 * (i % 4));
    for (uint32_t i = 0; i < 3; i++) chacha(stream + 16 * i, twice, i, parameters);

    subkeys keys;
    memcpy(keys.chacha, stream, sizeof keys.chacha);
    memcpy(keys.nh, stream + KEY_WORDS, sizeof keys.nh);
    for (int t = 0; t < HASHES; t++) {
        const uint32_t *low = stream + KEY_WORDS + NH_WORDS + 2 * t;
        keys.poly[t] = ((uint64_t)low[1] << 32 | low[0]) & BITS_60;
    }
    return keys;
}

/* ---- HS1-Hash ---- */

static hash empty_hash(void) {
    return (hash){{1, 1, 1, 1}};
}

static uint64_t modulo_p(uint64_t a) {
    a = (a & P) + (a >> 61);
    return a >= P ? a - P : a;
}

/* a * k modulo 2^61 - 1 for a below 2^61 and k below 2^60: in halves of 32 bits, where 2^64 is 8, and 2^32 times x is x turned by 32 places. */
static uint64_t times(uint64_t a, uint64_t k) {
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32, k0 = (uint32_t)k, k1 = k >> 32;
    const uint64_t middle = modulo_p(modulo_p(a0 * k1) + modulo_p(a1 * k0));
    const uint64_t turned = (middle << 32 & P) | middle >> 29;
    return modulo_p(modulo_p(modulo_p(a0 * k0) + modulo_p(a1 * k1 * 8)) + turned);
}

/* NH of up to four pieces of 16 bytes, under the key of one hash. */
static uint64_t nh(const uint32_t *key, const unsigned char *block, int pieces) {
    uint64_t sum = 0;
    for (int i = 0; i < 4 * pieces; i += 4) {
        uint32_t x[4];
        for (int j = 0; j < 4; j++) x[j] = load(block + 4 * (i + j)) + key[i + j];
        sum += (uint64_t)x[0] * x[2] + (uint64_t)x[1] * x[3];
    }
    return sum & BITS_60;
}

static void absorb(hash *h, const subkeys *keys, const unsigned char *block, int pieces) {
    for (int t = 0; t < HASHES; t++) h->sum[t] = modulo_p(times(h->sum[t], keys->poly[t]) + nh(keys->nh + 4 * t, block, pieces));
}

/* The key of ChaCha that a hash gives. */
static void key_of(uint32_t key[KEY_WORDS], const subkeys *keys, const hash *h) {
    for (int i = 0; i < KEY_WORDS; i++) key[i] = keys->chacha[i] ^ (uint32_t)(h->sum[i / 2] >> 32 * (i % 2));
}

/* ---- SIV ---- */

/* The last data, fewer bytes than a block, is filled up to whole pieces. A piece with both lengths follows, in the same block if it has room. */
static void finish(hash *h, const subkeys *keys, const unsigned char *rest, int bytes, uint32_t adlen, uint32_t mlen) {
    unsigned char block[BLOCK] = {0};
    int pieces = (bytes + PIECE - 1) / PIECE;
    memcpy(block, rest, (size_t)bytes);
    if (pieces == BLOCK / PIECE) {
        absorb(h, keys, block, pieces);
        pieces = 0;
    }
    memset(block + PIECE * pieces, 0, PIECE);
    store(block + PIECE * pieces, adlen);
    store(block + PIECE * pieces + 8, mlen);
    absorb(h, keys, block, pieces + 1);
}

static void tag_of(unsigned char tag[CRYPTO_ABYTES], const subkeys *keys, const uint32_t nonce[3], const unsigned char *m,
                   unsigned long long mlen, const unsigned char *ad, unsigned long long adlen) {
    hash h = empty_hash();
    for (unsigned long long at = 0; at < adlen; at += BLOCK) {
        unsigned char block[BLOCK] = {0};
        memcpy(block, ad + at, adlen - at < BLOCK ? adlen - at : BLOCK);
        absorb(&h, keys, block, BLOCK / PIECE);
    }
    const unsigned long long whole = mlen - mlen % BLOCK;
    for (unsigned long long at = 0; at < whole; at += BLOCK) absorb(&h, keys, m + at, BLOCK / PIECE);
    finish(&h, keys, m + whole, (int)(mlen - whole), (uint32_t)adlen, (uint32_t)mlen);

    uint32_t key[KEY_WORDS], stream[16];
    key_of(key, keys, &h);
    chacha(stream, key, 0, nonce);
    for (int i = 0; i < CRYPTO_ABYTES / 4; i++) store(tag + 4 * i, stream[i]);
}

/* Adds the key stream that the tag gives; its first block is left out. */
static void add_stream(unsigned char *out, const subkeys *keys, const uint32_t nonce[3], const unsigned char *tag, const unsigned char *in,
                       unsigned long long bytes) {
    hash h = empty_hash();
    uint32_t key[KEY_WORDS], stream[16];
    absorb(&h, keys, tag, CRYPTO_ABYTES / PIECE);
    key_of(key, keys, &h);
    for (unsigned long long i = 0; i < bytes; i++) {
        if (i % BLOCK == 0) chacha(stream, key, (uint32_t)(i / BLOCK + 1), nonce);
        out[i] = (unsigned char)(in[i] ^ stream[i % BLOCK / 4] >> 8 * (i % 4));
    }
}

static void load_nonce(uint32_t nonce[3], const unsigned char *npub) {
    for (int i = 0; i < 3; i++) nonce[i] = load(npub + 4 * i);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    const subkeys keys = new_key(k);
    uint32_t nonce[3];
    load_nonce(nonce, npub);
    tag_of(c + mlen, &keys, nonce, m, mlen, ad, adlen);
    add_stream(c, &keys, nonce, c + mlen, m, mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long bytes = clen - CRYPTO_ABYTES;
    const subkeys keys = new_key(k);
    uint32_t nonce[3];
    unsigned char tag[CRYPTO_ABYTES];
    load_nonce(nonce, npub);
    add_stream(m, &keys, nonce, c + bytes, c, bytes);
    tag_of(tag, &keys, nonce, m, bytes, ad, adlen);
    unsigned char difference = 0;
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[bytes + (unsigned)i];
    for (unsigned long long i = 0; difference && i < bytes; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : bytes;
    return difference ? -1 : 0;
}
