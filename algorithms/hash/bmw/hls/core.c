/* BMW-256: a word of the quadruple pipe a cycle; 34 cycles a block.
 *
 * Message and chain value are rings that move by a word a cycle: 16 cycles of f_0, 16 of f_1, and both are where they began. The pipe moves too,
 * its newest word comes in last. f_0 takes a cycle for W and one for Q. A word of f_1 is a sum of 17; what of it does not hang on the newest word is
 * added a cycle ahead. expand_1 adds s_i of all words, so its sums grow while f_0 makes them. f_2 has a cycle of its own, in which the next block
 * comes in.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#include "byte_order.h"

#define WORDS 16
#define PIPE 32
#define CYCLES 33        /* W of the first word, and 32 words */
#define FIRST_EXPANDED 17 /* the cycle of Q_16 */
#define OPERANDS 5

typedef uint_t(32) word_t;
typedef uint_t(4) place_t;
typedef uint_t(5) signs_t;
typedef uint_t(6) cycle_t;

struct words {
    word_t w[WORDS];
};

struct state {
    struct words m, h; /* message and chain value, two rings */
    word_t q[PIPE];    /* the quadruple pipe, of which q[31] is the newest word */
    word_t w, add;                      /* W_j of the next word of f_0, AddElement of the one behind the next of f_1 */
    word_t sum, second;                 /* of the next word of f_1 without the newest one; of Q_17 as long as f_0 goes on */
};

/* Which of the five words are taken off in W_j, the first one the least significant bit, and j modulo 5. */
ROM static const signs_t negative[WORDS] = {
    0b00010, 0b10010, 0b00100, 0b10010, 0b00110, 0b01010, 0b01101, 0b11011, 0b11010, 0b10100, 0b01110, 0b00111, 0b01100, 0b00000, 0b11010, 0b00111,
};
ROM static const uint_t(3) modulo_5[WORDS] = {0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0};

static inline word_t rotate_left(word_t x, int n) {
    return x << n | x >> (32 - n);
}

/* The logic functions s_0 to s_5. */
static inline word_t s(int number, word_t x) {
    switch (number) {
        case 0: return x >> 1 ^ x << 3 ^ rotate_left(x, 4) ^ rotate_left(x, 19);
        case 1: return x >> 1 ^ x << 2 ^ rotate_left(x, 8) ^ rotate_left(x, 23);
        case 2: return x >> 2 ^ x << 1 ^ rotate_left(x, 12) ^ rotate_left(x, 25);
        case 3: return x >> 2 ^ x << 2 ^ rotate_left(x, 15) ^ rotate_left(x, 29);
        case 4: return x >> 1 ^ x;
        default: return x >> 2 ^ x;
    }
}

/* W_j, where word j is the first one of the rings. */
static inline word_t w(const struct state *z, place_t j) {
    const int distance[OPERANDS] = {5, 7, 10, 13, 14};
    signs_t off = negative[j];
    word_t x[OPERANDS];
    uint_t(3) carries = 0;
    UNROLL for (int i = 0; i < OPERANDS; i++) {
        bit taken_off = off >> i;
        x[i] = z->m.w[distance[i]] ^ z->h.w[distance[i]] ^ (taken_off ? ~(word_t)0 : (word_t)0);
        carries += taken_off;
    }
    return ((x[0] + x[1]) + (x[2] + x[3])) + (x[4] + carries);
}

/* Q_j of f_0 from W_j. */
static inline word_t f0(word_t w, word_t h, place_t j) {
    word_t choice[5];
    UNROLL for (int i = 0; i < 5; i++) choice[i] = s(i, w);
    return choice[modulo_5[j]] + h;
}

/* Word `j` of the message as AddElement takes it: to the left by j + 1. */
static inline word_t rotated(word_t x, place_t j) {
    x = rotate_left(x, 1);
    UNROLL for (int i = 0; i < 4; i++) x = j >> i & 1 ? rotate_left(x, 1 << i) : x;
    return x;
}

/* AddElement of word 16 + j, where word j is the second one of the rings. */
static inline word_t add_element(const struct state *z, place_t j) {
    word_t key[WORDS];
    UNROLL for (int i = 0; i < WORDS; i++) key[i] = (word_t)(16 + i) * 0x05555555;
    return ((rotated(z->m.w[1], j) + rotated(z->m.w[4], j + 3)) + (key[j] - rotated(z->m.w[11], j + 10))) ^ z->h.w[8];
}

/* expand_2 of the word behind the next one, of which `q` lacks the newest word. */
static inline word_t expand2(const word_t *q) {
    const int r[7] = {3, 7, 13, 16, 19, 23, 27};
    word_t pair[7];
    UNROLL for (int i = 0; i < 7; i++) pair[i] = q[17 + 2 * i] + rotate_left(q[18 + 2 * i], r[i]);
    return ((pair[0] + pair[1]) + (pair[2] + pair[3])) + ((pair[4] + pair[5]) + (pair[6] + s(4, q[31])));
}

/* The rings move by a word. */
static inline struct state turned(struct state z, word_t m, word_t h) {
    UNROLL for (int i = 0; i < WORDS - 1; i++) {
        z.m.w[i] = z.m.w[i + 1];
        z.h.w[i] = z.h.w[i + 1];
    }
    z.m.w[WORDS - 1] = m;
    z.h.w[WORDS - 1] = h;
    return z;
}

/* A cycle: a word of the pipe, W or AddElement of a later one, and the sums. */
static inline struct state step(struct state z, cycle_t i) {
    struct state out = i < CYCLES - 1 ? turned(z, z.m.w[0], z.h.w[0]) : z;
    word_t newest = z.q[PIPE - 1], of_newest[4];
    UNROLL for (int j = 0; j < 4; j++) of_newest[j] = s(j, newest);
    word_t expanded = z.sum + (i < FIRST_EXPANDED + 2 ? of_newest[0] : s(5, newest));
    UNROLL for (int j = 0; j < PIPE - 1; j++) out.q[j] = z.q[j + 1];
    out.q[PIPE - 1] = i < FIRST_EXPANDED ? f0(z.w, z.h.w[0], i - 1) : expanded;
    out.w = w(&z, i);
    out.add = add_element(&z, i + 1);

    word_t first = z.sum + of_newest[(uint_t(2))(i - 1)], second = z.second + of_newest[(uint_t(2))(i - 2)];
    word_t sum = i < FIRST_EXPANDED ? first : i == FIRST_EXPANDED ? second : expand2(z.q);
    out.sum = i < 2 ? (word_t)0 : sum + (i < FIRST_EXPANDED - 1 ? (word_t)0 : z.add);
    out.second = i < 3 ? (word_t)0 : second;
    return out;
}

static inline struct state pipe(struct state z) {
    for (cycle_t i = 0; i < CYCLES; i++) {
        expect_cycles(1);
        z = step(z, i);
    }
    return z;
}

/* To the left by `n`, or to the right by `-n`. */
static inline word_t shift(word_t x, int n) {
    return n < 0 ? x >> -n : x << n;
}

/* f_2: the chain value behind a block. */
SHARED static struct words fold(struct state z) {
    struct words h = any(struct words);
    const int of_xh[8] = {5, -7, -5, -1, -3, 6, -4, -11}, of_q[8] = {-5, 8, 5, 5, 0, -6, 6, 2}, of_xl[8] = {8, -6, 6, 4, -3, -4, -7, -2};
    word_t xl = 0, xh = 0;
    UNROLL for (int i = 16; i < 24; i++) xl ^= z.q[i];
    UNROLL for (int i = 24; i < 32; i++) xh ^= z.q[i];
    xh ^= xl;
    UNROLL for (int i = 0; i < 8; i++) h.w[i] = (shift(xh, of_xh[i]) ^ shift(z.q[16 + i], of_q[i]) ^ z.m.w[i]) + (xl ^ z.q[24 + i] ^ z.q[i]);
    UNROLL for (int i = 0; i < 8; i++) {
        word_t of_low = shift(xl, of_xl[i]) ^ z.q[16 + (i + 7) % 8] ^ z.q[8 + i];
        h.w[8 + i] = rotate_left(h.w[(4 + i) % 8], 9 + i) + ((xh ^ z.q[24 + i] ^ z.m.w[8 + i]) + of_low);
    }
    return h;
}

HARDWARE void bmw(void) {
    struct state state = any(struct state);
    UNROLL for (int i = 0; i < WORDS; i++) state.h.w[i] = 0x40414243 + (word_t)i * 0x04040404;
    bit last = 0, final = 0;
    do {
        final = last;
        if (final) { /* the chain value is the block, a constant the chain value */
            wait();
            for (uint_t(5) i = 0; i < WORDS; i++) {
                expect_cycles(1);
                state = turned(state, state.h.w[0], 0xaaaaaaa0 + (word_t)i);
            }
        } else {
            struct block block = stream_read(block);
            last = block.last;
            UNROLL for (int i = 0; i < WORDS; i++) state.m.w[i] = bytes_reversed(block.data >> (480 - 32 * i));
            wait();
        }
        state = pipe(state);
        wait();
        state.h = fold(state);
    } while (!final);
    digest_t digest = 0;
    UNROLL for (int i = 8; i < WORDS; i++) digest = digest << 32 | bytes_reversed(state.h.w[i]);
    stream_write(digest, digest);
}
