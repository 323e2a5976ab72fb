/* TriviA-0 v2: TriviA-ck without intermediate tags. Words of 64 bits, the first byte most significant. */
#include "api.h"
#include "crypto_aead.h"
#include "state.h"

#include <string.h>

enum { RATE = 8, START = 18, CHECKSUMS = 3 };

/* The checksum of so many blocks enters the tag before the text goes on. */
#define CHUNK ((unsigned long long)1 << 32)

static uint64_t load(const unsigned char *bytes) {
    uint64_t word = 0;
    for (int i = 0; i < RATE; i++) word = word << 8 | bytes[i];
    return word;
}

static void store(unsigned char *bytes, uint64_t word) {
    for (int i = 0; i < RATE; i++) bytes[i] = (unsigned char)(word >> (56 - 8 * i));
}

/* 10*: a text is always padded, by a block of its own where its last one is full. */
static uint64_t pad(const unsigned char *bytes, unsigned size) {
    unsigned char block[RATE] = {0};
    memcpy(block, bytes, size);
    block[size] = 0x80;
    return load(block);
}

static void start(trivia_state *s, trivia_hash *h) {
    for (int i = 0; i < START; i++) trivia_update(s);
    memset(h, 0, sizeof *h);
}

static uint64_t process_block(trivia_state *s, trivia_hash *h, uint64_t block) {
    trivia_add_to_tag(h, s, block);
    trivia_add_to_checksum(h, block);
    return trivia_update(s);
}

static void end_chunk(trivia_state *s, trivia_hash *h) {
    for (int i = 0; i < CHECKSUMS; i++) {
        trivia_add_to_tag(h, s, h->checksum[i]);
        trivia_update(s);
    }
    memset(h->checksum, 0, sizeof h->checksum);
}

/* The checksum, and key stream of its first and its last block on the two halves of the tag: texts of every length have keys of their own. */
static void end_text(trivia_state *s, trivia_hash *h) {
    for (int i = 0; i < CHECKSUMS; i++) {
        trivia_add_to_tag(h, s, h->checksum[i]);
        const uint64_t z = trivia_update(s);
        if (i == 1) continue;
        h->tag[i] ^= (uint32_t)(z >> 32);
        h->tag[i + 1] ^= (uint32_t)z;
    }
}

static trivia_state process_ad(const unsigned char *k, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    trivia_state s = {{load(k), load(k + 8), 0}, {0, 0x03800000}, {0, load(npub), 0}};
    trivia_hash h;
    start(&s, &h);
    unsigned long long i = 0;
    for (; i + RATE <= adlen; i += RATE) {
        process_block(&s, &h, load(ad + i));
        if ((i / RATE + 1) % CHUNK == 0) end_chunk(&s, &h);
    }
    process_block(&s, &h, pad(ad + i, (unsigned)(adlen - i)));
    end_text(&s, &h);
    s.a[0] ^= (uint64_t)h.tag[0] << 32 | h.tag[1];
    s.a[1] ^= (uint64_t)h.tag[2] << 32 | h.tag[3];
    return s;
}

/* Encrypts or decrypts `length` bytes, and gives their tag. */
static void process_data(trivia_state *s, int decrypts, unsigned char *out, const unsigned char *in, unsigned long long length,
                         unsigned char tag[CRYPTO_ABYTES]) {
    trivia_hash h;
    start(s, &h);
    unsigned long long i = 0;
    for (; i + RATE <= length; i += RATE) {
        const uint64_t block = load(in + i), output = block ^ trivia_key_stream(s);
        process_block(s, &h, decrypts ? output : block);
        store(out + i, output);
        if ((i / RATE + 1) % CHUNK == 0) end_chunk(s, &h);
    }
    const unsigned size = (unsigned)(length - i);
    unsigned char z[RATE];
    store(z, trivia_key_stream(s));
    const unsigned char *plaintext = decrypts ? out + i : in + i;
    for (unsigned j = 0; j < size; j++) out[i + j] = in[i + j] ^ z[j];
    process_block(s, &h, pad(plaintext, size));
    end_text(s, &h);
    store(tag, (uint64_t)h.tag[0] << 32 | h.tag[1]);
    store(tag + 8, (uint64_t)h.tag[2] << 32 | h.tag[3]);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    trivia_state s = process_ad(k, npub, ad, adlen);
    process_data(&s, 0, c, m, mlen, c + mlen);
    *clen = mlen + CRYPTO_ABYTES;
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long length = clen - CRYPTO_ABYTES;
    unsigned char tag[CRYPTO_ABYTES], difference = 0;
    trivia_state s = process_ad(k, npub, ad, adlen);
    process_data(&s, 1, m, c, length, tag);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= tag[i] ^ c[length + i];
    for (unsigned long long i = 0; difference && i < length; i++) m[i] = 0; /* nothing unverified leaves */
    *mlen = difference ? 0 : length;
    return difference ? -1 : 0;
}
