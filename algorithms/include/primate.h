/* The permutation PRIMATE-120 of PRIMATEs v1.02, one round at a time, and what the cores of its modes share.
 *
 * The state has 7 rows of 8 elements of GF(2^5); a row is 40 bits, its first element the most significant one, and row 0 is the rate.
 */
#ifndef PRIMATE_H
#define PRIMATE_H

#include <cryptagon.h>

#define ROWS 7
#define COLUMNS 8

typedef uint_t(40) row_t;
typedef uint_t(120) rows_t; /* three of them: key, nonce, tag */
typedef uint_t(5) element_t;
typedef uint_t(5) constant_t;
typedef uint_t(35) column_t;

struct state {
    row_t row[ROWS];
};

/* SubElements: each output is a function of two functions of four bits. */
static inline element_t substitute(element_t e) {
    bit x0 = e, x1 = e >> 1, x2 = e >> 2, x3 = e >> 3, x4 = e >> 4;
    bit both = (x0 ^ x1) & x2, either = x1 ^ x2;
    bit y0 = ~((x3 ^ (x1 & x4)) ^ (x0 & ~x2));
    bit y1 = ((x2 & (x3 ^ x4)) ^ x4) ^ (x0 & (x1 ^ x4));
    bit y2 = both ^ ((x3 | x4) ^ (x0 & x4));
    bit y3 = (both ^ x4) ^ (x1 ^ (either & x3));
    bit y4 = ((x1 | x2) ^ (either & x4)) ^ (x3 & ~x0);
    return (element_t)y4 << 4 | (element_t)y3 << 3 | (element_t)y2 << 2 | (element_t)y1 << 1 | y0;
}

/* MixColumns, the seventh power of its matrix at once, on a column: bit i of its element r is bit 5r + i. Sums that several outputs have in common are
 * made once; a search for few look-up tables of four inputs has found them. */
static inline column_t mix_column(column_t column) {
    bit x[35];
    UNROLL for (int i = 0; i < 35; i++) x[i] = column >> i;
    bit s0 = x[14] ^ x[25], s1 = x[11] ^ x[12], s2 = x[17] ^ x[20], s3 = x[10] ^ x[27], s4 = x[18] ^ x[21], s5 = x[8] ^ x[15],
    s6 = x[1] ^ x[5], s7 = x[13] ^ x[22], s8 = x[19] ^ x[31], s9 = x[26] ^ x[28] ^ x[30], s10 = x[2] ^ x[6], s11 = x[3] ^ x[7],
    s12 = x[23] ^ s0, s13 = x[32] ^ s1, s14 = x[4] ^ s5, s15 = x[34] ^ s2, s16 = x[15] ^ s3, s17 = x[9] ^ x[16] ^ s4, s18 = x[16] ^ x[24],
    s19 = x[7] ^ x[33], s20 = x[19] ^ s6, s21 = x[10] ^ s9, s22 = x[13] ^ x[33], s23 = s2 ^ s10, s24 = x[24] ^ x[31],
    s25 = x[0] ^ x[29] ^ s3, s26 = s6 ^ s12, s27 = s0 ^ s11, s28 = x[26] ^ x[30] ^ s7, s29 = x[2] ^ x[27], s30 = s14 ^ s29,
    s31 = x[6] ^ x[18], s32 = x[1] ^ s11, s33 = x[11] ^ x[26] ^ x[28] ^ s8, s34 = x[0] ^ s18, s35 = x[9] ^ x[16] ^ x[24], s36 = x[29] ^ s16,
    s37 = x[25] ^ x[34], s38 = x[5] ^ s4, s39 = x[0] ^ x[9] ^ x[16], s40 = x[8] ^ x[26] ^ x[28], s41 = s9 ^ s14, s42 = s7 ^ s20,
    s43 = x[6] ^ x[11] ^ s8, s44 = x[12] ^ s17, s45 = x[1] ^ s24, s46 = x[0] ^ x[29] ^ x[33], s47 = x[20] ^ s13, s48 = x[23] ^ x[25],
    s49 = s8 ^ s12, s50 = s5 ^ s23, s51 = x[31] ^ s1, s52 = x[5] ^ x[17], s53 = s13 ^ s21, s54 = x[0] ^ x[14] ^ x[29] ^ x[34],
    s55 = x[3] ^ s12 ^ s16 ^ s24, s56 = x[4] ^ x[32] ^ s18 ^ s43, s57 = x[13] ^ x[26] ^ s4 ^ s10, s58 = x[32] ^ s39, s59 = s0 ^ s7 ^ s15,
    s60 = s13 ^ s25, s61 = x[9] ^ x[18], s62 = x[16] ^ s13 ^ s38;
    bit mixed[35] = {
        x[0] ^ x[9] ^ x[12] ^ x[28] ^ x[29] ^ s16 ^ s59, x[11] ^ x[13] ^ x[16] ^ x[29] ^ s4 ^ s21 ^ s26,
        x[9] ^ x[10] ^ x[13] ^ x[24] ^ s10 ^ s33 ^ s37, x[26] ^ s27 ^ s36 ^ s47, x[4] ^ x[16] ^ x[21] ^ x[27] ^ s1 ^ s22 ^ s40,
        x[19] ^ s41 ^ s59 ^ s62, x[6] ^ x[27] ^ s2 ^ s28 ^ s44 ^ s46 ^ s49, x[7] ^ s3 ^ s6 ^ s14 ^ s18 ^ s48 ^ s51, x[13] ^ s35 ^ s50 ^ s53,
        s2 ^ s17 ^ s22 ^ s27 ^ s36 ^ s51, s10 ^ s12 ^ s25 ^ s41 ^ s61, s25 ^ s32 ^ s33 ^ s35, x[9] ^ x[15] ^ x[26] ^ s2 ^ s13 ^ s26 ^ s31,
        x[12] ^ x[19] ^ x[25] ^ x[27] ^ s19 ^ s34 ^ s57, x[17] ^ x[27] ^ x[34] ^ s27 ^ s40 ^ s42,
        x[22] ^ x[30] ^ s8 ^ s19 ^ s48 ^ s52 ^ s60, x[23] ^ s5 ^ s22 ^ s31 ^ s37 ^ s45 ^ s53, x[2] ^ x[14] ^ x[23] ^ s15 ^ s28 ^ s35,
        x[30] ^ s2 ^ s38 ^ s55, x[22] ^ s4 ^ s21 ^ s56, x[23] ^ s1 ^ s8 ^ s16 ^ s32 ^ s54 ^ s57,
        x[14] ^ x[28] ^ s11 ^ s30 ^ s34 ^ s42 ^ s47, x[18] ^ s3 ^ s14 ^ s15 ^ s19 ^ s33 ^ s39, x[8] ^ x[17] ^ x[28] ^ s17 ^ s20 ^ s37 ^ s60,
        x[25] ^ s1 ^ s21 ^ s23 ^ s42 ^ s46 ^ s61, x[1] ^ s0 ^ s9 ^ s15 ^ s19 ^ s36 ^ s56, x[29] ^ x[31] ^ s15 ^ s19 ^ s29 ^ s40 ^ s62,
        x[4] ^ x[8] ^ s1 ^ s17 ^ s27 ^ s28 ^ s45, x[9] ^ x[12] ^ x[32] ^ s28 ^ s30 ^ s49 ^ s52, x[5] ^ s9 ^ s22 ^ s31 ^ s55 ^ s58,
        x[0] ^ x[11] ^ s11 ^ s15 ^ s17 ^ s26 ^ s30, x[3] ^ x[22] ^ x[24] ^ s20 ^ s23 ^ s41 ^ s44, x[20] ^ s5 ^ s6 ^ s7 ^ s43 ^ s54,
        x[7] ^ x[12] ^ x[15] ^ x[21] ^ s10 ^ s26 ^ s58, x[10] ^ x[26] ^ x[33] ^ s7 ^ s32 ^ s34 ^ s50,
    };
    column_t result = 0;
    UNROLL for (int i = 34; i >= 0; i--) result = result << 1 | mixed[i];
    return result;
}

static inline element_t element(row_t row, int column) {
    return row >> (5 * (COLUMNS - 1 - column));
}

/* ShiftRows: row r moves r columns to the left, the last one 7. The constant is added to the second element of the second row. */
static inline struct state permute_once(struct state s, constant_t constant) {
    struct state next = {{0}};
    UNROLL for (int c = 0; c < COLUMNS; c++) {
        column_t column = 0;
        UNROLL for (int r = ROWS - 1; r >= 0; r--) column = column << 5 | substitute(element(s.row[r], (c + (r == 6 ? 7 : r)) % COLUMNS));
        column = mix_column(column);
        UNROLL for (int r = 0; r < ROWS; r++) next.row[r] = next.row[r] << 5 | (element_t)(column >> (5 * r));
    }
    next.row[1] ^= (row_t)constant << 30;
    return next;
}

/* The constants are those of a shift register: x^5 = x^2 + 1, counted backwards. p1 has the first twelve, p2 and p4 go on from there, p3 behind p2. */
#define FIRST_OF_P1 1
#define LAST_OF_P1 12
#define FIRST_OF_P2 24
#define FIRST_OF_P3 30

static inline constant_t next_constant(constant_t constant) {
    return constant << 1 | ((constant >> 1 ^ constant >> 4) & 1);
}

/* Key, nonce and tag have three rows, the first one most significant. */
static inline row_t row_of(rows_t rows, int i) {
    return rows >> (80 - 40 * i);
}

static inline struct state add_key(struct state s, rows_t key) {
    UNROLL for (int i = 0; i < 3; i++) s.row[1 + i] ^= row_of(key, i);
    return s;
}

/* The block is added to the rate; in the bits of `replaced`, which the block has too, it takes its place. */
static inline struct state add_block(struct state s, row_t block, row_t replaced) {
    s.row[0] = (s.row[0] & ~replaced) ^ block;
    return s;
}

#define AT_REST ((struct state){{0}})

/* The 1 that pads a full last block is the first bit behind the rate. */
#define SPILL ((row_t)1 << 39)

#endif
