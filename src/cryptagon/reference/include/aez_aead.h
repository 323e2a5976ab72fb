/* AEZ v4.1 and v5, with a key of 48 bytes, a nonce of 12, one string of AD and 16 bytes of zeros behind the plaintext, which are the tag.
 *
 * The file that includes this includes api.h and crypto_aead.h before, and defines the cipher behind it.
 *
 * The text, which is the plaintext and these zeros, becomes ciphertext as one wide block. In the words of the specification it is made of pairs of
 * blocks, then of u and v, which may be short, and of x and y. A text of fewer than two blocks goes through a Feistel network instead, and without
 * plaintext the tag is a function of AD and nonce. */
#ifndef AEZ_AEAD_H
#define AEZ_AEAD_H

#include "crypto_core_aes128encrypt.h"

#include <string.h>

enum { BLOCK = 16, PAIR = 32, TINY_ROUNDS = 8, LONG = -1 };

typedef unsigned char block[BLOCK];

typedef struct {
    block i, j, l;
} keys;

static void add(unsigned char *sum, const unsigned char *term) {
    for (int i = 0; i < BLOCK; i++) sum[i] ^= term[i];
}

/* By x in GF(2^128), the first bit the highest one, with x^128 = x^7 + x^2 + x + 1. */
static void twice(block a) {
    const unsigned char carry = a[0] >> 7;
    for (int i = 0; i < BLOCK - 1; i++) a[i] = (unsigned char)(a[i] << 1 | a[i + 1] >> 7);
    a[BLOCK - 1] = (unsigned char)(a[BLOCK - 1] << 1 ^ carry * 0x87);
}

/* Adds number * key; the bits of the number are coefficients, too. */
static void add_multiple(unsigned char *sum, const block key, unsigned number) {
    block power;
    memcpy(power, key, BLOCK);
    for (; number; number >>= 1, twice(power)) {
        if (number & 1) add(sum, power);
    }
}

static void aes_round(block x, const block key) {
    aes_sub_bytes_and_shift_rows(x);
    aes_mix_columns(x);
    add(x, key);
}

/* E with the tweak (j, i): ten rounds of AES where j is LONG, else four. Each version has its own. */
static void cipher(const keys *k, int j, unsigned long long i, unsigned char *y, const unsigned char *input);

/* The bytes of a short block, then 0x80 and zeros. */
static void pad(block padded, const unsigned char *bytes, unsigned long long count) {
    memset(padded, 0, BLOCK);
    if (count) memcpy(padded, bytes, count);
    padded[count] = 0x80;
}

static void add_cipher(const keys *k, int j, unsigned long long i, unsigned char *sum, const unsigned char *input) {
    block y;
    cipher(k, j, i, y, input);
    add(sum, y);
}

/* Blocks of a string into the sum; a last one that is short is padded, and so is an empty string. */
static void hash_string(const keys *k, int j, block sum, const unsigned char *bytes, unsigned long long count) {
    unsigned long long i = 1, at = 0;
    for (; count - at >= BLOCK; at += BLOCK) add_cipher(k, j, i++, sum, bytes + at);
    if (count > at || count == 0) {
        block padded;
        pad(padded, count ? bytes + at : NULL, count - at);
        add_cipher(k, j, 0, sum, padded);
    }
}

/* The length of the tag in bits, the nonce and AD. */
static void hash(const keys *k, block sum, const unsigned char *npub, const unsigned char *ad, unsigned long long adlen) {
    const block length = {[BLOCK - 1] = 8 * CRYPTO_ABYTES};
    cipher(k, 3, 1, sum, length);
    hash_string(k, 4, sum, npub, CRYPTO_NPUBBYTES);
    hash_string(k, 5, sum, ad, adlen);
}

/* ---- texts of fewer than two blocks ---- */

/* Half a text, whose last byte may be half: its bits from the top. */
static void take_half(block half, const unsigned char *text, int bytes, int second) {
    memset(half, 0, BLOCK);
    for (int nibble = 0; nibble < bytes; nibble++) {
        const int from = nibble + (second ? bytes : 0);
        half[nibble / 2] |= (unsigned char)((text[from / 2] >> (from % 2 ? 0 : 4) & 0xf) << (nibble % 2 ? 0 : 4));
    }
}

static void give_half(unsigned char *text, const block half, int bytes, int second) {
    for (int nibble = 0; nibble < bytes; nibble++) {
        const int to = nibble + (second ? bytes : 0);
        const unsigned char value = half[nibble / 2] >> (nibble % 2 ? 0 : 4) & 0xf;
        text[to / 2] = (unsigned char)((text[to / 2] & (to % 2 ? 0xf0 : 0x0f)) | value << (to % 2 ? 0 : 4));
    }
}

/* A round: what the right half gives is added to the left one. A half has as many nibbles as the text has bytes. */
static void tiny_round(const keys *k, const block delta, block left, const block right, int nibbles, int round) {
    block x, y;
    memcpy(x, right, BLOCK);
    x[nibbles / 2] |= (unsigned char)(nibbles % 2 ? 0x08 : 0x80);
    add(x, delta);
    x[BLOCK - 1] ^= (unsigned char)round;
    cipher(k, 0, 6, y, x);
    for (int nibble = 0; nibble < nibbles; nibble++) left[nibble / 2] ^= (unsigned char)(y[nibble / 2] & (nibble % 2 ? 0x0f : 0xf0));
}

static void tiny(const keys *k, const block delta, unsigned char *text, int bytes, int decrypt) {
    block halves[2];
    take_half(halves[0], text, bytes, 0);
    take_half(halves[1], text, bytes, 1);
    for (int i = 0; i < TINY_ROUNDS; i++) tiny_round(k, delta, halves[i % 2], halves[1 - i % 2], bytes, decrypt ? TINY_ROUNDS - 1 - i : i);
    give_half(text, halves[1], bytes, 0);
    give_half(text, halves[0], bytes, 1);
}

/* ---- longer texts ---- */

static void swap(unsigned char *a, unsigned char *b) {
    block kept;
    memcpy(kept, a, BLOCK);
    memcpy(a, b, BLOCK);
    memcpy(b, kept, BLOCK);
}

/* What u and v, `bytes` together, add to the sum X or Y. */
static void hash_rest(const keys *k, block sum, const unsigned char *rest, int bytes) {
    block padded;
    unsigned i = 4;
    if (bytes >= BLOCK) {
        add_cipher(k, 0, i++, sum, rest);
        rest += BLOCK;
        bytes -= BLOCK;
    } else if (bytes == 0) {
        return;
    }
    pad(padded, rest, (unsigned long long)bytes);
    add_cipher(k, 0, i, sum, padded);
}

static void wide(const keys *k, const block delta, unsigned char *text, unsigned long long bytes, int decrypt) {
    const unsigned long long pairs = bytes / PAIR - 1;
    const int rest_bytes = (int)(bytes % PAIR), d = decrypt;
    unsigned char *const rest = text + PAIR * pairs, *const x = rest + rest_bytes, *const y = x + BLOCK;
    block sum = {0}, s;

    for (unsigned long long i = 1; i <= pairs; i++) {
        unsigned char *const a = text + PAIR * (i - 1), *const b = a + BLOCK;
        add_cipher(k, 1, i, a, b);
        add_cipher(k, 0, 0, b, a);
        add(sum, b);
    }
    hash_rest(k, sum, rest, rest_bytes);
    add_cipher(k, 0, (unsigned)(1 + d), x, y);
    add(x, delta);
    add(x, sum);
    add_cipher(k, LONG, (unsigned)(1 + d), y, x);
    memcpy(s, x, BLOCK);
    add(s, y);

    memset(sum, 0, BLOCK);
    for (unsigned long long i = 1; i <= pairs; i++) {
        unsigned char *const a = text + PAIR * (i - 1), *const b = a + BLOCK;
        block t;
        cipher(k, 2, i, t, s);
        add(a, t);
        add(b, t);
        add(sum, a);
        add_cipher(k, 0, 0, a, b);
        add_cipher(k, 1, i, b, a);
        swap(a, b);
    }
    for (int at = 0; at < rest_bytes; at += BLOCK) {
        block t;
        cipher(k, LONG, at ? 5 : 4, t, s);
        for (int i = at; i < at + BLOCK && i < rest_bytes; i++) rest[i] ^= t[i - at];
    }
    hash_rest(k, sum, rest, rest_bytes);
    add_cipher(k, LONG, (unsigned)(2 - d), x, y);
    add_cipher(k, 0, (unsigned)(2 - d), y, x);
    add(y, delta);
    add(y, sum);
    swap(x, y);
}

static void transform(const keys *k, const block delta, unsigned char *text, unsigned long long bytes, int decrypt) {
    if (bytes < PAIR) tiny(k, delta, text, (int)bytes, decrypt);
    else wide(k, delta, text, bytes, decrypt);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    keys all;
    block delta;
    memcpy(&all, k, sizeof all);
    hash(&all, delta, npub, ad, adlen);
    *clen = mlen + CRYPTO_ABYTES;
    if (mlen == 0) {
        cipher(&all, LONG, 3, c, delta);
        return 0;
    }
    memcpy(c, m, mlen);
    memset(c + mlen, 0, CRYPTO_ABYTES);
    transform(&all, delta, c, *clen, 0);
    return 0;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    if (clen < CRYPTO_ABYTES) return -1;
    const unsigned long long bytes = clen - CRYPTO_ABYTES;
    keys all;
    block delta;
    unsigned char text[clen], difference = 0;
    memcpy(&all, k, sizeof all);
    memcpy(text, c, clen);
    hash(&all, delta, npub, ad, adlen);
    if (bytes) transform(&all, delta, text, clen, 1);
    else add_cipher(&all, LONG, 3, text, delta);
    for (int i = 0; i < CRYPTO_ABYTES; i++) difference |= text[bytes + (unsigned)i];
    for (unsigned long long i = 0; i < bytes; i++) m[i] = difference ? 0 : text[i]; /* nothing unverified leaves */
    *mlen = difference ? 0 : bytes;
    return difference ? -1 : 0;
}

#endif
