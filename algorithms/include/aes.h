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
 */
#ifdef SBOXES
SHARED_UNITS(SBOXES)
#endif
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
