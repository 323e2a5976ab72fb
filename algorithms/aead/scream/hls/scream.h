/* The parts of Scream: the state is a block of eight rows of 16 bits, of whose two bytes the first one has the low bits. */
#ifndef SCREAM_H
#define SCREAM_H

#include <cryptagon.h>

#define STEPS 10

typedef uint_t(16) row_t;

struct rows {
    row_t x[8];
};

static inline struct rows rows_of(block_t block) {
    struct rows rows;
    UNROLL for (int i = 0; i < 8; i++) {
        row_t bytes = block >> (112 - 16 * i);
        rows.x[i] = bytes << 8 | bytes >> 8;
    }
    return rows;
}

static inline block_t block_of(struct rows rows) {
    block_t block = 0;
    UNROLL for (int i = 0; i < 8; i++) block = block << 16 | (row_t)(rows.x[i] << 8 | rows.x[i] >> 8);
    return block;
}

/* The first or the last stage of the S-box; one of both has a NOT. */
static inline struct rows outer_stage(struct rows s, bit inverted) {
    row_t a = (s.x[1] & s.x[2]) ^ s.x[0] ^ (inverted ? (row_t)0xffff : (row_t)0), b = s.x[1] ^ s.x[3], c = a ^ s.x[2];
    s.x[5] ^= c;
    s.x[6] ^= a & s.x[3];
    s.x[7] ^= c & b;
    s.x[4] ^= (c ^ s.x[3]) & (b ^ s.x[2]);
    return s;
}

/* The S-box on all columns, or its inverse, which has the NOT in the other outer stage. */
static inline struct rows substitute(struct rows s, bit inverse) {
    s = outer_stage(s, inverse);
    row_t a = (s.x[4] & s.x[5]) ^ s.x[6], c = (s.x[5] | s.x[6]) ^ s.x[7];
    s.x[0] ^= a;
    s.x[1] ^= (a & s.x[7]) ^ s.x[4];
    s.x[2] ^= c;
    s.x[3] ^= (c & s.x[4]) ^ s.x[5];
    return outer_stage(s, !inverse);
}

/* The L-box, on bits of a row, or its inverse. The matrix is orthogonal: the inverse is the transposed one.
 *
 * The sums that several bits share, of both directions, are those that a search for few four-input look-up tables found: 63 of them in all.
 */
SHARED_UNITS(16) static inline row_t mix_row(row_t x, bit inverse) {
    bit x0 = x, x1 = x >> 1, x2 = x >> 2, x3 = x >> 3, x4 = x >> 4, x5 = x >> 5, x6 = x >> 6, x7 = x >> 7;
    bit x8 = x >> 8, x9 = x >> 9, x10 = x >> 10, x11 = x >> 11, x12 = x >> 12, x13 = x >> 13, x14 = x >> 14, x15 = x >> 15;
    bit t0 = x13 ^ x11 ^ x9 ^ x7;
    bit t1 = x14 ^ x12 ^ x5 ^ x0;
    bit t2 = x14 ^ x13 ^ x9 ^ x8;
    bit t3 = x15 ^ x7 ^ x3 ^ x2;
    bit t4 = x12 ^ x11 ^ x6 ^ x4;
    bit t5 = x15 ^ x10 ^ x2;
    bit t6 = x4 ^ x1;
    bit t7 = x13 ^ x8 ^ x5;
    bit t8 = x9 ^ x6 ^ x3;
    bit t9 = x15 ^ x7 ^ x5 ^ x0;
    bit t10 = t6 ^ t0 ^ x14 ^ x2;
    bit t11 = t2 ^ x10;
    bit t12 = t1 ^ x13 ^ x1;
    bit t13 = t0 ^ x6 ^ x5;
    bit t14 = x14 ^ x12 ^ x0;
    bit t15 = x15 ^ x10 ^ x7;

    bit y0 = inverse ? t4 ^ x13 ^ x3 ^ x2 : t11 ^ t6 ^ t3;
    bit y1 = inverse ? t1 ^ x9 ^ x7 ^ x3 : t11 ^ x12 ^ x2;
    bit y2 = inverse ? t6 ^ t1 ^ t0 ^ x8 : t0 ^ x6 ^ x4 ^ x0;
    bit y3 = x0 ^ (inverse ? t15 ^ x12 ^ x9 ^ x6 : t6 ^ t2);
    bit y4 = inverse ? t8 ^ t5 ^ t1 ^ x8 : t14 ^ t5 ^ x11;
    bit y5 = t13 ^ (inverse ? x12 : t6 ^ t5);
    bit y6 = t7 ^ (inverse ? t5 ^ x14 : x11 ^ x4 ^ x3 ^ x0);
    bit y7 = inverse ? t5 ^ t1 ^ t0 : t3 ^ x9 ^ x5 ^ x1;
    bit y8 = x10 ^ (inverse ? t8 ^ x14 ^ x1 ^ x0 : t4 ^ x9 ^ x2);
    bit y9 = t3 ^ (inverse ? t12 ^ x8 : t7 ^ t6 ^ x12 ^ x11);
    bit y10 = inverse ? t7 ^ t6 ^ x15 ^ x0 : t4 ^ x8 ^ x7 ^ x3;
    bit y11 = inverse ? t11 ^ t4 ^ x5 ^ x2 : t9 ^ x13 ^ x11 ^ x2;
    bit y12 = inverse ? t11 ^ t6 : t10 ^ x5 ^ x3 ^ x0;
    bit y13 = x2 ^ (inverse ? t12 ^ t8 ^ x11 : t1 ^ t0 ^ x10 ^ x6);
    bit y14 = inverse ? t14 ^ t6 ^ x13 ^ x3 : t10 ^ x12 ^ x8 ^ x6;
    bit y15 = inverse ? t9 ^ x11 ^ x9 ^ x4 : t15 ^ t8 ^ x4;
    row_t high = (row_t)y15 << 7 | (row_t)y14 << 6 | (row_t)y13 << 5 | (row_t)y12 << 4 | (row_t)y11 << 3 | (row_t)y10 << 2 | (row_t)y9 << 1 | y8;
    row_t low = (row_t)y7 << 7 | (row_t)y6 << 6 | (row_t)y5 << 5 | (row_t)y4 << 4 | (row_t)y3 << 3 | (row_t)y2 << 2 | (row_t)y1 << 1 | y0;
    return high << 8 | low;
}

static inline struct rows mix_rows(struct rows s, bit inverse) {
    UNROLL for (int i = 0; i < 8; i++) s.x[i] = mix_row(s.x[i], inverse);
    return s;
}

/* What is added to the first row in round 2 step + odd: 2199 times its number. */
static inline row_t round_constant(uint_t(4) step, bit odd) {
    ROM row_t of_even[16] = {0, 4398, 8796, 13194, 17592, 21990, 26388, 30786, 35184, 39582};
    ROM row_t of_odd[16] = {2199, 6597, 10995, 15393, 19791, 24189, 28587, 32985, 37383, 41781};
    return odd ? of_odd[step] : of_even[step];
}

static inline struct rows add_to_first(struct rows s, row_t constant) {
    s.x[0] ^= constant;
    return s;
}

#endif
