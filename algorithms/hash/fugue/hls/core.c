/* Fugue-256: an SMIX a cycle, two for a word of the message; 36 behind the last one.
 *
 * What is added to columns, and the rotation, come before SMIX. The digest leaves with the last one.
 */
#define BLOCK_BITS 32
#define DIGEST_BITS 256
#include <hash_core.h>

#include "aes.h"

#define COLUMNS 30
#define HALVES 2         /* of a round of the first kind, which takes a word */
#define MORE_HALVES 10   /* behind the last word */
#define SECOND_ROUNDS 13 /* rounds of the second kind, of two halves too */

typedef uint_t(4) half_t, round_t;

struct state {
    word_t s[COLUMNS]; /* row 0 of a column is its most significant byte */
};

typedef uint_t(128) matrix_t; /* columns 0 to 3, the first one most significant */

static const struct state initial = {{
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0xe952bdde, 0x6671135f, 0xe0d4f668, 0xd2b0b594, 0xf96c621d, 0xfbf929de, 0x9149e899, 0x34f8c248,
}};

/* The product by column `column` of the matrix M, whose row i is 1 4 7 1 rotated to the right by i, in its row `row`. */
static inline byte_t times(byte_t a, int row, int column) {
    int place = (column + 4 - row) % 4;
    byte_t twice = xtime(a), four_times = xtime(twice);
    return place == 1 ? four_times : place == 2 ? a ^ twice ^ four_times : a;
}

/* SMIX: the S-box on columns 0 to 3, a matrix U; then Super-Mix, M U + D M^T with row i rotated to the left by i. D has in its diagonal the sums of
 * the rows of U, without their diagonal elements. */
SHARED static matrix_t smix(matrix_t columns) {
    word_t u[4], mixed[4] = {0};
    UNROLL for (int j = 0; j < 4; j++) u[j] = substitute_word(columns >> (96 - 32 * j));
    UNROLL for (int i = 0; i < 4; i++) {
        byte_t d = 0;
        UNROLL for (int j = 1; j < 4; j++) d ^= byte_of_word(u[(i + j) % 4], i);
        UNROLL for (int j = 0; j < 4; j++) {
            byte_t sum = times(d, j, i);
            UNROLL for (int k = 0; k < 4; k++) sum ^= times(byte_of_word(u[j], k), i, k);
            mixed[(j + 4 - i) % 4] |= (word_t)sum << (24 - 8 * i);
        }
    }
    return (matrix_t)mixed[0] << 96 | (matrix_t)mixed[1] << 64 | (matrix_t)mixed[2] << 32 | mixed[3];
}

static inline struct state with_smix(struct state a) {
    matrix_t mixed = smix((matrix_t)a.s[0] << 96 | (matrix_t)a.s[1] << 64 | (matrix_t)a.s[2] << 32 | a.s[3]);
    UNROLL for (int i = 0; i < 4; i++) a.s[i] = mixed >> (96 - 32 * i);
    return a;
}

/* ROR n: column i goes to column i + n. */
static inline struct state rotated(struct state a, int n) {
    struct state out = a;
    UNROLL for (int i = 0; i < COLUMNS; i++) out.s[(i + n) % COLUMNS] = a.s[i];
    return out;
}

/* TIX: a word of the message comes in. */
static inline struct state with_word(struct state a, word_t word) {
    a.s[10] ^= a.s[0];
    a.s[0] = word;
    a.s[8] ^= word;
    a.s[1] ^= a.s[24];
    return a;
}

/* ROR3 and CMIX. */
static inline struct state cmix(struct state a) {
    a = rotated(a, 3);
    UNROLL for (int i = 0; i < 3; i++) {
        a.s[i] ^= a.s[4 + i];
        a.s[15 + i] ^= a.s[4 + i];
    }
    return a;
}

/* Column 0 to column 4 and to another one. */
static inline struct state spread(struct state a, int column) {
    a.s[4] ^= a.s[0];
    a.s[column] ^= a.s[0];
    return a;
}

static inline digest_t digest_of(struct state a) {
    digest_t digest = 0;
    UNROLL for (int i = 1; i <= 4; i++) digest = digest << 32 | a.s[i];
    UNROLL for (int i = 15; i <= 18; i++) digest = digest << 32 | a.s[i];
    return digest;
}

HARDWARE void fugue(void) {
    struct state state = initial;
    bit last = 0;
    do {
        bit first = 1;
        for (half_t i = 0; i < (last ? HALVES + MORE_HALVES : HALVES); i++) {
            expect_cycles(1);
            if (first) {
                struct block block = stream_read(block);
                last = block.last;
                state = with_word(state, block.data);
            }
            state = with_smix(cmix(state));
            first = 0;
        }
    } while (!last);
    for (round_t i = 0; i < SECOND_ROUNDS; i++) {
        expect_cycles(2);
        state = with_smix(rotated(spread(state, 15), 15));
        wait();
        state = with_smix(rotated(spread(state, 16), 14));
    }
    stream_write(digest, digest_of(spread(state, 15)));
}
