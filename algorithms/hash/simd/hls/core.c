/* SIMD-256 version 1.1: 18 cycles for the message expansion, 37 for the steps; 56 cycles a block.
 *
 * The transform of 128 points is one of 16 and one of 8. With point j = 8 a + b and result i + 16 k, cycle i sums point times 2^(a i) over a for each
 * b, multiplies by ALPHA^(b i) in the next cycle, and makes the eight results of all k in the one behind: transforms with the roots 2 and 4 are
 * wiring and sums. Times 2 modulo 257 is a rotation of 16 bits, of which the upper half counts negative. The words of a step are made in the cycle
 * before it.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#include "byte_order.h"

#define WORDS 16
#define COLUMNS 8 /* values of b, and of k */
#define ROWS 8    /* values of a */
#define RESULTS 16 /* values of i */
#define STEPS 36  /* 32 of four rounds, and 4 that add the chain value */

typedef uint_t(32) word_t;
typedef uint_t(16) ring_t;
typedef uint_t(5) cycle_t;
typedef uint_t(6) step_t;
typedef uint_t(5) distance_t;
typedef uint_t(10) reduced_t; /* modulo 257, -289 to 288, as two's complement */
typedef uint_t(9) value_t;    /* modulo 257, -128 to 128, as two's complement */
typedef signed _BitInt(24) wide_t;

struct words {
    word_t w[WORDS];
};

struct column {
    reduced_t of[COLUMNS];
};

struct transform {
    ring_t point[ROWS][COLUMNS], mark; /* points times powers of 2, and 2^-i */
    struct column sum, product;
    value_t y[COLUMNS][RESULTS];
};

struct addends {
    word_t w[4];
};

static const struct words initial = {{
    0x4d567983, 0x07190ba9, 0x8474577b, 0x39d726e9, 0xaaf3d925, 0x3ee20b03, 0xafd5e751, 0xc96006d3,
    0xc2c2ba14, 0x49b3bcb4, 0xf67caf46, 0x668626c9, 0xe2eaa8d2, 0x1ff47833, 0xd0c661a5, 0x55693de1,
}};

/* ALPHA, which is 139, to the power of b i. */
ROM static const uint_t(9) power[COLUMNS][RESULTS] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 139, 46, 226, 60, 116, 190, 196, 2, 21, 92, 195, 120, 232, 123, 135},
    {1, 46, 60, 190, 2, 92, 120, 123, 4, 184, 240, 246, 8, 111, 223, 235},
    {1, 226, 190, 21, 120, 135, 184, 207, 8, 9, 235, 168, 189, 52, 187, 114},
    {1, 60, 2, 120, 4, 240, 8, 223, 16, 189, 32, 121, 64, 242, 128, 227},
    {1, 116, 92, 135, 240, 84, 235, 18, 32, 114, 117, 208, 227, 118, 67, 62},
    {1, 190, 120, 184, 8, 235, 189, 187, 64, 81, 227, 211, 255, 134, 17, 146},
    {1, 196, 123, 207, 223, 18, 187, 158, 128, 159, 67, 25, 17, 248, 35, 178},
};

/* P: which eight values make the words of a step; of rounds 2 and 3 modulo 8, since they pair the halves of the values. */
ROM static const uint_t(4) order[32] = {
    4, 6, 0, 2, 7, 5, 3, 1, 15, 11, 12, 8, 9, 13, 10, 14, 1, 2, 7, 4, 6, 5, 0, 3, 6, 0, 1, 7, 3, 5, 4, 2,
};

/* pi of each round. */
ROM static const distance_t distances[4][4] = {{3, 23, 17, 27}, {28, 19, 22, 7}, {29, 9, 15, 5}, {4, 13, 10, 25}};

static inline word_t rotate_left(word_t x, int n) {
    return x << n | x >> (32 - n);
}

/* The number that the bits stand for. */
static inline wide_t number(reduced_t x) {
    return (signed _BitInt(10))x;
}

/* 256 is -1. */
static inline reduced_t reduced(wide_t x) {
    return (x & 255) - (x >> 8);
}

static inline wide_t value(ring_t x) {
    return (wide_t)(x & 255) - (wide_t)(x >> 8);
}

/* The points of a column, summed. Behind the message point 127 is 1, and of the last block point 125 too. */
static inline reduced_t sum(const struct transform *t, int b, bit last) {
    wide_t v[ROWS];
    UNROLL for (int a = 0; a < ROWS; a++) v[a] = value(t->point[a][b]);
    wide_t mark = b == 7 || (b == 5 && last) ? value(t->mark) : (wide_t)0;
    return reduced((((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7]))) + mark);
}

static inline reduced_t product(reduced_t x, uint_t(9) factor) {
    wide_t part[8], wide = number(x);
    UNROLL for (int k = 0; k < 8; k++) part[k] = factor >> k & 1 ? wide << k : (wide_t)0;
    wide_t all = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    return reduced(factor >> 8 ? -wide : all);
}

/* To -128 to 128. */
static inline value_t centred(wide_t x) {
    wide_t near = (x & 255) - (x >> 8 & 255) + (x >> 16);
    return near > 128 ? near - 257 : near < -128 ? near + 257 : near;
}

/* Four points with the root 16. */
static inline void results_of_4(value_t *y, wide_t f0, wide_t f1, wide_t f2, wide_t f3) {
    wide_t g0 = f0 + f2, g1 = f1 + f3, h0 = f0 - f2, h1 = (f1 - f3) << 4;
    y[0] = centred(g0 + g1);
    y[2] = centred(h0 + h1);
    y[4] = centred(g0 - g1);
    y[6] = centred(h0 - h1);
}

/* Eight points with the root 4. */
static inline void results_of_8(value_t *y, struct column x) {
    wide_t e[4], o[4];
    UNROLL for (int k = 0; k < 4; k++) {
        e[k] = number(x.of[k]) + number(x.of[k + 4]);
        o[k] = (number(x.of[k]) - number(x.of[k + 4])) << 2 * k;
    }
    results_of_4(y, e[0], e[1], e[2], e[3]);
    results_of_4(y + 1, o[0], o[1], o[2], o[3]);
}

/* A cycle of the transform. */
static inline struct transform transformed(struct transform t, cycle_t i, bit last) {
    struct transform out = t;
    value_t y[COLUMNS];
    results_of_8(y, t.product);
    UNROLL for (int b = 0; b < COLUMNS; b++) {
        out.sum.of[b] = sum(&t, b, last);
        out.product.of[b] = product(t.sum.of[b], power[b][(uint_t(4))(i - 1)]);
        UNROLL for (int a = 1; a < ROWS; a++) out.point[a][b] = t.point[a][b] << a | t.point[a][b] >> (16 - a);
        UNROLL for (int n = 0; n < RESULTS - 1; n++) out.y[b][n] = t.y[b][n + 1];
        out.y[b][RESULTS - 1] = y[b];
    }
    out.mark = t.mark >> 1 | t.mark << 15;
    return out;
}

/* Times 185 or 233. */
static inline ring_t widened(value_t y, bit more) {
    ring_t x = (signed _BitInt(9))y, nine = x + (x << 3);
    return (nine + ((x + (x << 2)) << 5)) + (more ? x << 6 : x << 4);
}

/* The words of a step of the rounds. */
static inline struct addends expanded(const struct transform *t, step_t step) {
    uint_t(4) place = order[(cycle_t)step];
    bit half = place, pairs = step >> 4, odd = step >> 3, upper = place >> 3;
    value_t below[8], above[8];
    UNROLL for (int n = 0; n < 8; n++) {
        value_t from_below[4], from_above[4];
        UNROLL for (int k = 0; k < 4; k++) {
            from_below[k] = half ? t->y[k][8 + n] : t->y[k][n];
            from_above[k] = half ? t->y[4 + k][8 + n] : t->y[4 + k][n];
        }
        below[n] = from_below[(uint_t(2))(place >> 1)];
        above[n] = from_above[(uint_t(2))(place >> 1)];
    }
    struct addends out = any(struct addends);
    UNROLL for (int n = 0; n < 4; n++) {
        value_t even = upper ? above[2 * n] : below[2 * n], next = upper ? above[2 * n + 1] : below[2 * n + 1];
        value_t low = pairs ? (odd ? below[2 * n + 1] : below[2 * n]) : even;
        value_t high = pairs ? (odd ? above[2 * n + 1] : above[2 * n]) : next;
        out.w[n] = (word_t)widened(high, pairs) << 16 | widened(low, pairs);
    }
    return out;
}

/* The words of a step: of the expansion, or behind the rounds of the chain value. */
static inline struct addends chosen(const struct transform *t, struct words chain, step_t step) {
    struct addends of_rounds = expanded(t, step), out = any(struct addends);
    UNROLL for (int n = 0; n < 4; n++) {
        word_t of_chain[4] = {chain.w[n], chain.w[4 + n], chain.w[8 + n], chain.w[12 + n]};
        out.w[n] = step >> 5 ? of_chain[(uint_t(2))step] : of_rounds.w[n];
    }
    return out;
}

/* To the left by a variable distance. */
static inline word_t turned(word_t x, distance_t n) {
    UNROLL for (int i = 0; i < 5; i++) x = n >> i & 1 ? rotate_left(x, 1 << i) : x;
    return x;
}

/* A step of the four Feistel ladders A, B, C, D; word j goes to word j XOR `partner` of A. */
static inline struct words advanced(struct words s, struct addends add, step_t step, uint_t(2) partner) {
    uint_t(2) round = step >> 5 ? 3 : step >> 3;
    distance_t r = distances[round][(uint_t(2))step], t = distances[round][(uint_t(2))(step + 1)];
    struct words out = any(struct words);
    UNROLL for (int j = 0; j < 4; j++) {
        out.w[4 + j] = turned(s.w[j], r);
        out.w[8 + j] = s.w[4 + j];
        out.w[12 + j] = s.w[8 + j];
    }
    UNROLL for (int j = 0; j < 4; j++) {
        word_t a = s.w[j], b = s.w[4 + j], c = s.w[8 + j];
        word_t f = step >> 2 & 1 ? (a & b) | (a & c) | (b & c) : (a & b) | (~a & c); /* MAJ and IF */
        word_t other = partner == 1 ? out.w[4 + (j ^ 1)] : partner == 2 ? out.w[4 + (j ^ 2)] : out.w[4 + (j ^ 3)];
        out.w[j] = turned(s.w[12 + j] + add.w[j] + f, t) + other;
    }
    return out;
}

HARDWARE void simd(void) {
    struct words s = initial, chain = any(struct words);
    struct transform t = any(struct transform);
    struct addends add = any(struct addends);
    bit last = any(bit);
    do {
        struct block block = stream_read(block);
        last = block.last;
        chain = s;
        UNROLL for (int i = 0; i < WORDS; i++) s.w[i] ^= bytes_reversed(block.data >> (480 - 32 * i));
        UNROLL for (int j = 0; j < 64; j++) t.point[j / 8][j % 8] = (ring_t)(uint_t(8))(block.data >> (504 - 8 * j));
        t.mark = 1;
        wait();
        for (cycle_t i = 0; i < RESULTS + 2; i++) {
            expect_cycles(1);
            t = transformed(t, i, last);
        }
        uint_t(2) partner = 1;
        for (step_t step = 0; step <= STEPS; step++) {
            expect_cycles(1);
            if (step != 0) {
                s = advanced(s, add, step - 1, partner);
                partner = partner == 3 ? (uint_t(2))1 : partner + 1;
            }
            add = chosen(&t, chain, step);
        }
    } while (!last);
    digest_t digest = 0;
    UNROLL for (int i = 0; i < 8; i++) digest = digest << 32 | bytes_reversed(s.w[i]);
    stream_write(digest, digest);
}
