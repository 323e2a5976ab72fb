/* TriviA-ck v2 (2015): the stream cipher Trivia-SC, 64 bits at a time, and the hash VPV. */
#ifndef TRIVIA_H
#define TRIVIA_H

#include <cryptagon.h>

typedef uint_t(64) word_t;
typedef uint_t(32) half_t;

/* The registers of Trivia-SC, the first bit the most significant one. */
struct state {
    uint_t(132) a;
    uint_t(105) b;
    uint_t(147) c;
};

/* The hash: four elements of GF(2^32), and the checksum of three of GF(2^64). */
struct hash {
    half_t tag[4];
    word_t checksum[3];
};

/* A register of `size` bits from its first one to bit `last`, counted from 1: the lower 64 bits end with that one. */
#define BITS_TO(r, size, last) ((word_t)((r) >> ((size) - (last))))
#define A(last) BITS_TO(s.a, 132, last)
#define B(last) BITS_TO(s.b, 105, last)
#define C(last) BITS_TO(s.c, 147, last)

static inline word_t key_stream(struct state s) {
    return A(66) ^ A(132) ^ B(69) ^ B(105) ^ C(66) ^ C(147) ^ (A(102) & B(66));
}

static inline struct state update(struct state s) {
    word_t t1 = A(66) ^ A(132) ^ (A(130) & A(131)) ^ B(96);
    word_t t2 = B(69) ^ B(105) ^ (B(103) & B(104)) ^ C(120);
    word_t t3 = C(66) ^ C(147) ^ (C(145) & C(146)) ^ A(75);
    return (struct state){
        (uint_t(132))t3 << 68 | s.a >> 64,
        (uint_t(105))t1 << 41 | s.b >> 64,
        (uint_t(147))t2 << 83 | s.c >> 64,
    };
}

/* x^32 = x^22 + x^2 + x + 1. */
static inline half_t times_alpha(half_t a, int power) {
    UNROLL for (int i = 0; i < power; i++) a = a << 1 ^ (a >> 31 ? (half_t)0x00400007 : (half_t)0);
    return a;
}

/* x^64 = x^4 + x^3 + x + 1. */
static inline word_t times_beta(word_t a, int power) {
    UNROLL for (int i = 0; i < power; i++) a = a << 1 ^ (a >> 63 ? (word_t)0x1b : (word_t)0);
    return a;
}

/* Products of polynomials of 8, 16 and 32 coefficients, the longer ones of three shorter ones, after Karatsuba. */
static inline uint_t(16) multiply_8(uint_t(8) a, uint_t(8) b) {
    uint_t(16) product = 0;
    UNROLL for (int i = 0; i < 8; i++) product ^= b >> i & 1 ? (uint_t(16))a << i : (uint_t(16))0;
    return product;
}

static inline half_t multiply_16(uint_t(16) a, uint_t(16) b) {
    uint_t(16) high = multiply_8(a >> 8, b >> 8), low = multiply_8(a, b);
    uint_t(16) middle = multiply_8(a >> 8 ^ a, b >> 8 ^ b) ^ high ^ low;
    return (half_t)high << 16 ^ (half_t)middle << 8 ^ low;
}

static inline word_t multiply_32(half_t a, half_t b) {
    half_t high = multiply_16(a >> 16, b >> 16), low = multiply_16(a, b);
    half_t middle = multiply_16(a >> 16 ^ a, b >> 16 ^ b) ^ high ^ low;
    return (word_t)high << 32 ^ (word_t)middle << 16 ^ low;
}

/* A product in GF(2^32): one unit, for blocks and for checksums. */
SHARED static inline half_t multiply(half_t a, half_t b) {
    word_t product = multiply_32(a, b);
    UNROLL for (int i = 62; i >= 32; i--) product ^= product >> i & 1 ? (word_t)0x00400007 << (i - 32) : (word_t)0;
    return product;
}

/* The product of a block's halves of 16 bits, those with an even number by those with an odd one, each with a key from A. */
static inline half_t dot_product(struct state s, word_t block) {
    word_t sum = block ^ A(64);
    half_t even = (sum >> 48) << 16 | (sum >> 16 & 0xffff);
    half_t odd = (sum >> 32 & 0xffff) << 16 | (sum & 0xffff);
    return multiply(even, odd);
}

static inline struct hash add_to_tag(struct hash h, half_t product) {
    UNROLL for (int i = 0; i < 4; i++) h.tag[i] = times_alpha(h.tag[i], i) ^ product;
    return h;
}

static inline struct hash add_to_checksum(struct hash h, word_t block) {
    UNROLL for (int i = 0; i < 3; i++) h.checksum[i] = times_beta(h.checksum[i], i) ^ block;
    return h;
}

/* Two elements of the tag as a block of it. */
static inline word_t tag_block(struct hash h, int first) {
    return (word_t)h.tag[first] << 32 | h.tag[first + 1];
}

#endif
