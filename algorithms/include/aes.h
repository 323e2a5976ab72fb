/* The parts of AES (FIPS 197) that every architecture of it shares: the S-box, the column mixing and the step of the key schedule, on 32-bit words.
 *
 * A word is a column of the state or a word of the key, its byte 0 the most significant one. A core that defines SBOXES, as no fewer than it uses in
 * a cycle, has its S-boxes compiled once, as units; otherwise each is logic in its place.
 */
#ifndef AES_H
#define AES_H

#include <cryptagon.h>

#define AES_ROUNDS 10 /* of a 128-bit key */

typedef uint_t(8) byte_t;
typedef uint_t(32) word_t;

/* The S-box (5.1.1) as logic: inversion in GF(2^8), then the affine map A.
 *
 * x^17 lies in the subfield GF(2^4), so x^-1 = x^16 (x^17)^-1 needs an inversion of four bits only:
 *   norm     x^17, each bit a quadratic form in x: here the sum of two functions of four linear forms;
 *   inverse  of the norm, from a table of sixteen entries, as the coordinates v on the basis {01, 0d, 51, e1} of GF(2^4);
 *   output   squaring is linear, so each bit of A(x^16 v) is the sum of four products: a bit of v by a linear form of x.
 * Every step is a function of four bits, which suits four-input look-up tables: 69 of them at a depth of six (figures: AesSbox.sv).
 *
 * A linear form bears its mask as a name: x45 is the sum of the bits of x that 0x45 selects.
 *
 * With SBOX_TABLE it is a table of 256 entries instead, which suits six-input look-up tables with wide multiplexers behind them.
 */
#ifdef SBOXES
SHARED_UNITS(SBOXES)
#endif
#ifdef SBOX_TABLE
static inline byte_t substitute(byte_t x) {
    ROM byte_t table[256] = {
        0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76,
        0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0,
        0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15,
        0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75,
        0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84,
        0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf,
        0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8,
        0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2,
        0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73,
        0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb,
        0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79,
        0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08,
        0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a,
        0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e,
        0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf,
        0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16,
    };
    return table[x];
}
#else
static inline byte_t substitute(byte_t x) {
    ROM uint_t(4) inverse[16] = {0x0, 0x6, 0xf, 0x7, 0xb, 0x1, 0x5, 0xe, 0xa, 0xc, 0xd, 0x9, 0x8, 0x4, 0x3, 0x2};

    bit x0 = x, x1 = x >> 1, x2 = x >> 2, x3 = x >> 3, x4 = x >> 4, x5 = x >> 5, x6 = x >> 6, x7 = x >> 7;

    bit x30 = x4 ^ x5, x88 = x3 ^ x7;
    bit x07 = x0 ^ x1 ^ x2, x13 = x0 ^ x1 ^ x4, x45 = x0 ^ x2 ^ x6, x86 = x1 ^ x2 ^ x7, xc4 = x2 ^ x6 ^ x7, xe0 = x5 ^ x6 ^ x7;
    bit x17 = x0 ^ x1 ^ x2 ^ x4, x1d = x0 ^ x2 ^ x3 ^ x4, x2d = x0 ^ x2 ^ x3 ^ x5, x4d = x0 ^ x2 ^ x3 ^ x6;
    bit x53 = x0 ^ x1 ^ x4 ^ x6, x66 = x1 ^ x2 ^ x5 ^ x6, x72 = x1 ^ x4 ^ x5 ^ x6, xa3 = x0 ^ x1 ^ x5 ^ x7;
    bit xac = x2 ^ x3 ^ x5 ^ x7, xd2 = x1 ^ x4 ^ x6 ^ x7, xe8 = x3 ^ x5 ^ x6 ^ x7;
    bit x1f = x0 ^ x1 ^ x2 ^ x3 ^ x4, x57 = x0 ^ x1 ^ x2 ^ x4 ^ x6, x79 = x0 ^ x3 ^ x4 ^ x5 ^ x6, x7c = x2 ^ x3 ^ x4 ^ x5 ^ x6;
    bit xad = x0 ^ x2 ^ x3 ^ x5 ^ x7, xb9 = x0 ^ x3 ^ x4 ^ x5 ^ x7, xd3 = x0 ^ x1 ^ x4 ^ x6 ^ x7, xda = x1 ^ x3 ^ x4 ^ x6 ^ x7;
    bit xea = x1 ^ x3 ^ x5 ^ x6 ^ x7;

    bit norm0 = ((x0 & x1) ^ (x0 & x6) ^ (x1 & x6) ^ ((x0 ^ x1 ^ x6) & ~xe0)) ^ ((x3 & ~(x2 ^ x4)) ^ (xc4 & ~x2) ^ x4);
    bit norm1 = ((x13 & ~x2) ^ (x6 | x7)) ^ ((x5 & (x4 ^ x45)) ^ ((x5 ^ x45) & ~x88));
    bit norm2 = (((x1 ^ x4) | x4d) ^ (x4 & xa3)) ^ ((x2 & ~x5) ^ (x7 & ~(x2 ^ x5 ^ x6)));
    bit norm3 = ((x2 & ~x6) ^ (x86 & (x0 ^ x2 ^ x6))) ^ ((x3 & (x13 ^ xe0)) ^ (x13 & xe0) ^ (x4 & ~x13));

    uint_t(4) v = inverse[(uint_t(4))norm3 << 3 | (uint_t(4))norm2 << 2 | (uint_t(4))norm1 << 1 | norm0];
    bit v0 = v, v1 = v >> 1, v2 = v >> 2, v3 = v >> 3;

    bit y0 = (bit)~((v0 & x2d) ^ (v1 & xa3)) ^ ((v2 & x1f) ^ (v3 & xc4));
    bit y1 = (bit)~((v0 & x4d) ^ (v1 & x17)) ^ ((v2 & x30) ^ (v3 & xea));
    bit y2 = ((v0 & x17) ^ (v1 & x30)) ^ ((v2 & xda) ^ (v3 & x4d));
    bit y3 = ((v0 & x53) ^ (v1 & xad)) ^ ((v2 & x13) ^ (v3 & x66));
    bit y4 = ((v0 & x1d) ^ (v1 & x79)) ^ ((v2 & x88) ^ (v3 & xd3));
    bit y5 = (bit)~((v0 & xe0) ^ (v1 & x2)) ^ ((v2 & x45) ^ (v3 & xb9));
    bit y6 = (bit)~((v0 & x7c) ^ (v1 & xac)) ^ ((v2 & x72) ^ (v3 & xd2));
    bit y7 = ((v0 & x86) ^ (v1 & x57)) ^ ((v2 & xe8) ^ (v3 & x07));

    return (byte_t)y7 << 7 | (byte_t)y6 << 6 | (byte_t)y5 << 5 | (byte_t)y4 << 4 | (byte_t)y3 << 3 | (byte_t)y2 << 2 | (byte_t)y1 << 1 | y0;
}
#endif

static inline byte_t byte_of_word(word_t word, int i) {
    return word >> (24 - 8 * i);
}

static inline word_t word_of_bytes(byte_t b0, byte_t b1, byte_t b2, byte_t b3) {
    return (word_t)b0 << 24 | (word_t)b1 << 16 | (word_t)b2 << 8 | b3;
}

static inline word_t substitute_word(word_t word) {
    return word_of_bytes(substitute(word >> 24), substitute(word >> 16), substitute(word >> 8), substitute(word));
}

static inline byte_t xtime(byte_t a) {
    return a << 1 ^ (a >> 7 ? (byte_t)0x1b : (byte_t)0);
}

/* MixColumns (5.1.3): each byte becomes 2 a + 3 b + c + d of the bytes below it in its column, and 2 a + 3 b = 2 (a + b) + b. */
static inline word_t mix_column(word_t column) {
    word_t mixed = 0;
    UNROLL for (int i = 0; i < 4; i++) {
        byte_t a = byte_of_word(column, i), b = byte_of_word(column, (i + 1) % 4);
        byte_t c = byte_of_word(column, (i + 2) % 4), d = byte_of_word(column, (i + 3) % 4);
        mixed |= (word_t)(byte_t)(xtime(a ^ b) ^ b ^ (c ^ d)) << (24 - 8 * i);
    }
    return mixed;
}

static inline word_t rotate_word(word_t word) {
    return word << 8 | word >> 24;
}

/* x^round at the place of byte 0: what the key schedule adds in a round (5.2), counted from 0. */
static inline word_t round_constant(int round) {
    ROM byte_t powers[16] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36};
    return (word_t)powers[round & 15] << 24;
}

#endif
