/* Hamsi-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read, and names its sections.
 *
 * The expansion of a byte is a row of a table, made at the first call. The 32 S-boxes of a column are computed on words, by their algebraic normal form.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { BLOCK = 4, ROUNDS = 3, FINAL_ROUNDS = 6, LENGTH = 8 };

static const uint32_t initial[8] = {0x76657273, 0x69746569, 0x74204c65, 0x7576656e, 0x2c204465, 0x70617274, 0x656d656e, 0x7420456c};

/* The code of the message expansion (2.2.4), a linear one over GF(4) of length 128 and dimension 16: a row for each pair of bits of a block,
 * the first byte first and the least significant bit of a byte first. The 128 elements of a row are bits of words 0 to 3, and of words 4 to 7
 * for what is multiplied by the root w of x^2 + x + 1. */
static const uint32_t code[16][8] = {
    {0x74951000, 0x5a2b467e, 0x88fd1d2b, 0x1ee68292, 0xcba90000, 0x90273769, 0xbbdcf407, 0xd0f4af61},
    {0xe92a2000, 0xb4578cfc, 0x11fa3a57, 0x3dc90524, 0x97530000, 0x204f6ed3, 0x77b9e80f, 0xa1ec5ec1},
    {0x121b4000, 0x5b17d9e8, 0x8dfacfab, 0xce36cc72, 0xe6570000, 0x4bb33a25, 0x848598ba, 0x1041003e},
    {0xe4788000, 0x859673c1, 0xb5fb2452, 0x29cc5edf, 0x045f0000, 0x9c4a93c9, 0x62fc79d0, 0x731ebdc2},
    {0xb7a40100, 0x8a1f31d8, 0x8589d8ab, 0xe6c46464, 0x734c0000, 0x956fa7d6, 0xa29d1297, 0x6ee56854},
    {0xa7b80200, 0x1f128433, 0x60e5f9f2, 0x9e147576, 0xee260000, 0x124b683e, 0x80c2d68f, 0x3bf3ab2c},
    {0x8f3e0400, 0x0d9dc877, 0x6fc548e1, 0x898d2cd6, 0x14bd0000, 0x2fba37ff, 0x6a72e5bb, 0x247febe6},
    {0xde320800, 0x288350fe, 0x71852ac7, 0xa6bf9f96, 0xe18b0000, 0x5459887d, 0xbf1283d3, 0x1b666a73},
    {0x515c0010, 0x40f372fb, 0xfce72602, 0x71575061, 0x2e390000, 0x64dd6689, 0x3cd406fc, 0xb1f490bc},
    {0xa2b80020, 0x81e7e5f6, 0xf9ce4c04, 0xe2afa0c0, 0x5c720000, 0xc9bacd12, 0x79a90df9, 0x63e92178},
    {0x4dce0040, 0x3b5bec7e, 0x36656ba8, 0x23633a05, 0x78ab0000, 0xa0cd5a34, 0x5d5ca0f7, 0x727784cb},
    {0x5bd20080, 0x450f18ec, 0xc2c46c55, 0xf362b233, 0x39a60000, 0x4ab753eb, 0xd14e094b, 0xb772b42b},
    {0xc04e0001, 0x33b9c010, 0xae0ebb05, 0xb5a4c63b, 0xc8f10000, 0x0b2de782, 0x6bf648a4, 0x539cbdbf},
    {0x88230002, 0x5fe7a7b3, 0x99e585aa, 0x8d75f7f1, 0x51ac0000, 0x25e30f14, 0x79e22a4c, 0x1298bd46},
    {0xd0080004, 0x8c768f77, 0x9dc5b050, 0xaf4a29da, 0x6ba90000, 0x40ebf9aa, 0x98321c3d, 0x76acc733},
    {0xa8ae0008, 0x2079397d, 0xfe739301, 0xb8a92831, 0x171c0000, 0xb26e3344, 0x9e6a837e, 0x58f8485f},
};

/* The constants of the rounds of P and of Pf (2.3.1, 2.4), word by word of the state. */
static const uint32_t alpha[2][16] = {
    {
        0xff00f0f0, 0xccccaaaa, 0xf0f0cccc, 0xff00aaaa, 0xf0f0cccc, 0xaaaaff00, 0xccccff00, 0xaaaaf0f0,
        0xccccaaaa, 0xff00f0f0, 0xff00aaaa, 0xf0f0cccc, 0xaaaaff00, 0xf0f0cccc, 0xaaaaf0f0, 0xccccff00,
    },
    {
        0xcaf9639c, 0x0ff0f9c0, 0x639c0ff0, 0xcaf9f9c0, 0x639c0ff0, 0xf9c0caf9, 0x0ff0caf9, 0xf9c0639c,
        0x0ff0f9c0, 0xcaf9639c, 0xcaf9f9c0, 0x639c0ff0, 0xf9c0caf9, 0x639c0ff0, 0xf9c0639c, 0x0ff0caf9,
    },
};

static uint32_t table[BLOCK][256][8];

/* What a byte of a block adds to the expanded block: its bits are four elements of GF(4), each times its row of the code. */
static void make_table(void) {
    if (table[0][1][0]) return;
    for (int place = 0; place < BLOCK; place++) {
        for (int byte = 0; byte < 256; byte++) {
            for (int pair = 0; pair < 4; pair++) {
                uint32_t u = -(uint32_t)(byte >> 2 * pair & 1), v = -(uint32_t)(byte >> (2 * pair + 1) & 1);
                for (int i = 0; i < 4; i++) {
                    uint32_t c = code[4 * place + pair][i], d = code[4 * place + pair][4 + i];
                    table[place][byte][i] ^= (u & c) ^ (v & d);
                    table[place][byte][4 + i] ^= (u & d) ^ (v & (c ^ d));
                }
            }
        }
    }
}

static inline uint32_t rotate_left(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

/* 32 S-boxes, bit 0 of each in the first word (2.3.2). */
static inline void substitute(uint32_t *w, uint32_t *x, uint32_t *y, uint32_t *z) {
    uint32_t a = *w, b = *x, c = *y, d = *z;
    uint32_t ab = a & b, bc = b & c, cd = c & d, bd = b & d, ad = a & d;
    *w = b ^ c ^ (a & c) ^ d;
    *x = a ^ b ^ c ^ bc ^ (a & bc) ^ ad ^ (a & bd) ^ cd ^ (a & cd);
    *y = a ^ b ^ bc ^ d ^ bd ^ (ab & d) ^ cd ^ (a & cd);
    *z = ~(a ^ b ^ c ^ (ab & c) ^ bd);
}

/* L (2.3.3). */
static inline void diffuse(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    *a = rotate_left(*a, 13);
    *c = rotate_left(*c, 3);
    *b = rotate_left(*b ^ *a ^ *c, 1);
    *d = rotate_left(*d ^ *c ^ *a << 3, 7);
    *a = rotate_left(*a ^ *b ^ *d, 5);
    *c = rotate_left(*c ^ *d ^ *b << 7, 22);
}

static inline void permute(uint32_t s[16], const uint32_t constants[16], int rounds) {
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 16; i++) s[i] ^= constants[i];
        s[1] ^= (uint32_t)round;
        for (int i = 0; i < 4; i++) substitute(&s[i], &s[4 + i], &s[8 + i], &s[12 + i]);
        for (int i = 0; i < 4; i++) diffuse(&s[i], &s[4 + (i + 1) % 4], &s[8 + (i + 2) % 4], &s[12 + (i + 3) % 4]);
    }
}

/* A block into the chain value (2.2.5, 2.3.4). */
static inline void compress(uint32_t h[8], const unsigned char *block, const uint32_t constants[16], int rounds) {
    uint32_t m[8];
    for (int i = 0; i < 8; i++) m[i] = table[0][block[0]][i] ^ table[1][block[1]][i] ^ table[2][block[2]][i] ^ table[3][block[3]][i];
    uint32_t s[16] = {m[0], m[1], h[0], h[1], h[2], h[3], m[2], m[3], m[4], m[5], h[4], h[5], h[6], h[7], m[6], m[7]};
    permute(s, constants, rounds);
    for (int i = 0; i < 4; i++) {
        h[i] ^= s[i];
        h[4 + i] ^= s[8 + i];
    }
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t h[8];
    unsigned long long left = inlen;
    make_table();
    memcpy(h, initial, sizeof h);
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in, alpha[0], ROUNDS);

    unsigned char rest[BLOCK + LENGTH] = {0}; /* the rest, the bit 1, zeros, the length in bits (2.2.3) */
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < LENGTH; i++) rest[BLOCK + LENGTH - 1 - i] = (unsigned char)((uint64_t)inlen << 3 >> 8 * i);
    compress(h, rest, alpha[0], ROUNDS);
    compress(h, rest + BLOCK, alpha[0], ROUNDS);
    compress(h, rest + 2 * BLOCK, alpha[1], FINAL_ROUNDS);

    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
    return 0;
}
