/* AES-128 by hand with four tables (T-tables), after FIPS 197 and section 5.2.1 of "AES Proposal: Rijndael" (Daemen and Rijmen, 1999).
 *
 * It has the functions of a layout of figures/aes128.uxf, to be measured beside these. It includes the header of such a layout, whose round
 * keys are words enough. One thread; the tables are made when they are first needed. */
#include <string.h>
#include "aes128.h"

static uint32_t tables[4][256];
static uint8_t sbox[256];

static uint8_t doubled(uint8_t x) { return (uint8_t)(x << 1 ^ (x >> 7) * 0x1b); }
static uint32_t turned(uint32_t x, int by) { return x >> by | x << (32 - by); }

/* 3 is a generator of the field, and 0xf6 its inverse. */
static void make_tables(void) {
    uint8_t power = 1, inverse = 1;
    do {
        power ^= doubled(power);
        inverse ^= (uint8_t)(inverse << 1);
        inverse ^= (uint8_t)(inverse << 2);
        inverse ^= (uint8_t)(inverse << 4);
        if (inverse & 0x80) inverse ^= 0x09;
        const uint8_t x = inverse;
        sbox[power] = (uint8_t)(x ^ (x << 1 | x >> 7) ^ (x << 2 | x >> 6) ^ (x << 3 | x >> 5) ^ (x << 4 | x >> 4) ^ 0x63);
    } while (power != 1);
    sbox[0] = 0x63;
    for (int i = 0; i < 256; i++) {
        const uint8_t s = sbox[i], two = doubled(s);
        tables[0][i] = (uint32_t)two << 24 | (uint32_t)s << 16 | (uint32_t)s << 8 | (uint8_t)(two ^ s);
        for (int table = 1; table < 4; table++) tables[table][i] = turned(tables[0][i], 8 * table);
    }
}

static inline uint32_t load(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static inline void store(uint8_t *at, uint32_t x) {
    at[0] = (uint8_t)(x >> 24), at[1] = (uint8_t)(x >> 16), at[2] = (uint8_t)(x >> 8), at[3] = (uint8_t)x;
}

static uint32_t substituted(uint32_t x) {
    return (uint32_t)sbox[x >> 24] << 24 | (uint32_t)sbox[x >> 16 & 0xff] << 16 | (uint32_t)sbox[x >> 8 & 0xff] << 8 | sbox[x & 0xff];
}

void aes128_schedule(aes128_keys *keys, const uint8_t key[16]) {
    _Static_assert(sizeof(aes128_keys) >= 176, "eleven round keys");
    uint32_t words[44], constant = 1;
    if (!sbox[0]) make_tables();
    for (int i = 0; i < 4; i++) words[i] = load(key + 4 * i);
    for (int i = 4; i < 44; i++) {
        uint32_t x = words[i - 1];
        if (i % 4 == 0) {
            x = substituted(turned(x, 24)) ^ constant << 24;
            constant = doubled((uint8_t)constant);
        }
        words[i] = words[i - 4] ^ x;
    }
    memcpy(keys, words, sizeof words);
}

#define COLUMN(a, b, c, d, k) \
    (tables[0][(a) >> 24] ^ tables[1][(b) >> 16 & 0xff] ^ tables[2][(c) >> 8 & 0xff] ^ tables[3][(d) & 0xff] ^ (k))
#define LAST(a, b, c, d, k) \
    (((uint32_t)sbox[(a) >> 24] << 24 | (uint32_t)sbox[(b) >> 16 & 0xff] << 16 | (uint32_t)sbox[(c) >> 8 & 0xff] << 8 | sbox[(d) & 0xff]) ^ (k))

static inline void encrypt(const uint32_t *k, const uint8_t *in, uint8_t *out) {
    uint32_t a = load(in) ^ k[0], b = load(in + 4) ^ k[1], c = load(in + 8) ^ k[2], d = load(in + 12) ^ k[3];
    for (int round = 1; round < 10; round++) {
        k += 4;
        const uint32_t w = COLUMN(a, b, c, d, k[0]), x = COLUMN(b, c, d, a, k[1]);
        const uint32_t y = COLUMN(c, d, a, b, k[2]), z = COLUMN(d, a, b, c, k[3]);
        a = w, b = x, c = y, d = z;
    }
    k += 4;
    store(out, LAST(a, b, c, d, k[0]));
    store(out + 4, LAST(b, c, d, a, k[1]));
    store(out + 8, LAST(c, d, a, b, k[2]));
    store(out + 12, LAST(d, a, b, c, k[3]));
}

void aes128_ecb(const aes128_keys *keys, const uint8_t *in, uint8_t *out, size_t blocks, int threads) {
    uint32_t words[44];
    memcpy(words, keys, sizeof words);
    (void)threads;
    for (size_t i = 0; i < blocks; i++) encrypt(words, in + 16 * i, out + 16 * i);
}

void aes128_ctr(const aes128_keys *keys, const uint8_t counter[16], const uint8_t *in, uint8_t *out, size_t bytes, int threads) {
    uint32_t words[44];
    uint8_t block[16], stream[16];
    memcpy(words, keys, sizeof words);
    memcpy(block, counter, 16);
    (void)threads;
    for (; bytes; ) {
        const size_t part = bytes < 16 ? bytes : 16;
        encrypt(words, block, stream);
        for (int i = 15; i >= 0 && !++block[i]; i--) {}
        if (part == 16) {
            uint64_t data[2], key[2];
            memcpy(data, in, 16);
            memcpy(key, stream, 16);
            data[0] ^= key[0], data[1] ^= key[1];
            memcpy(out, data, 16);
        } else {
            for (size_t i = 0; i < part; i++) out[i] = in[i] ^ stream[i];
        }
        in += part, out += part, bytes -= part;
    }
}

void aes128(const uint8_t key[16], const uint8_t text[16], uint8_t text_out[16]) {
    aes128_keys keys;
    aes128_schedule(&keys, key);
    aes128_ecb(&keys, text, text_out, 1, 1);
}
