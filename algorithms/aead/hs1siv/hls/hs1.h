/* The arithmetic of HS1-SIV in logic: products for NH, a quarter of a step of the polynomial, a round of ChaCha. No multiplier is used. */
#ifndef HS1_H
#define HS1_H

#include <byte_order.h>
#include <cryptagon.h>

#define NH_BITS 60
#define FIELD_BITS 61 /* of the field modulo 2^61 - 1 */

typedef uint_t(32) word_t;
typedef uint_t(128) row_t; /* four words, the first one on top; of a message or of ChaCha's state */
typedef uint_t(NH_BITS) nh_t;
typedef uint_t(FIELD_BITS) field_t;

/* a + b + carry in `bits` bits, as one adder. */
#define SUM(bits, a, b, carry) \
    ((uint_t(bits))((((uint_t(bits + 1))(uint_t(bits))(a) << 1 | 1) + ((uint_t(bits + 1))(uint_t(bits))(b) << 1 | (carry))) >> 1))

static inline word_t word_of(row_t row, int i) {
    return row >> (96 - 32 * i);
}

static inline row_t row_of(word_t a, word_t b, word_t c, word_t d) {
    return (row_t)a << 96 | (row_t)b << 64 | (row_t)c << 32 | d;
}

/* Each word with its bytes in the other order. */
static inline row_t bytes_of(row_t row) {
    return row_of(bytes_reversed(word_of(row, 0)), bytes_reversed(word_of(row, 1)), bytes_reversed(word_of(row, 2)), bytes_reversed(word_of(row, 3)));
}

/* ---- NH ---- */

/* The factors of two products, x[i] times y[i]; y comes as z = y + 0x55555555. */
struct factors {
    word_t x[2];
    uint_t(33) z[2];
};

/* A product modulo 2^60. It lacks `one`, and 2^32 times `beyond`, and is 2^33 * 0x55555555 too large. */
struct product {
    nh_t y;
    uint_t(28) beyond; /* of z's topmost bit */
    bit one;
};

/* What the products of 1 to 4 rows are too large by, taken from 0. */
#define EXCESS(rows) ((nh_t)((nh_t)0 - ((nh_t)0x55555555 << 34) * (rows)))
ROM static const nh_t without_excess[4] = {EXCESS(1), EXCESS(2), EXCESS(3), EXCESS(4)};

static inline struct factors factors_of(row_t message, row_t key) {
    struct factors f = {0};
    UNROLL for (int i = 0; i < 2; i++) {
        f.x[i] = word_of(message, i) + word_of(key, i);
        f.z[i] = (uint_t(33))(word_t)(word_of(message, 2 + i) + word_of(key, 2 + i)) + 0x55555555;
    }
    return f;
}

/* Two bits of z, less one, are a digit of y from -1 to 2, and make a row of x, 2 x or -x. A tree of adders adds the rows. A row is 2^33 too large,
 * so that none is below zero. What a row of -x lacks is the carry that goes into an adder behind it. */
static inline struct product product_of(word_t x, uint_t(33) z) {
    uint_t(34) rows[16];
    bit negative[16];
    uint_t(37) pairs[8];
    uint_t(41) fours[4];
    uint_t(49) eights[2];
    UNROLL for (int i = 0; i < 16; i++) {
        bit low = z >> 2 * i, high = z >> (2 * i + 1);
        uint_t(33) row = high ? (low ? (uint_t(33))x << 1 : (uint_t(33))x) : low ? (uint_t(33))0 : (uint_t(33))(word_t)~x;
        negative[i] = !(high | low);
        rows[i] = (uint_t(34))(negative[i] ? (uint_t(2))1 : (uint_t(2))(2 | (bit)(row >> 32))) << 32 | (word_t)row;
    }
    UNROLL for (int i = 0; i < 8; i++)
        pairs[i] = (uint_t(37))SUM(35, rows[2 * i] >> 2, rows[2 * i + 1], negative[2 * i + 1]) << 2 | (uint_t(2))rows[2 * i];
    UNROLL for (int i = 0; i < 4; i++)
        fours[i] = (uint_t(41))SUM(37, pairs[2 * i] >> 4, pairs[2 * i + 1], negative[4 * i + 2]) << 4 | (uint_t(4))pairs[2 * i];
    UNROLL for (int i = 0; i < 2; i++)
        eights[i] = (uint_t(49))SUM(41, fours[2 * i] >> 8, fours[2 * i + 1], negative[8 * i + 4]) << 8 | (uint_t(8))fours[2 * i];
    return (struct product){
        (nh_t)SUM(44, eights[0] >> 16, eights[1], negative[8]) << 16 | (uint_t(16))eights[0],
        (bit)(z >> 32) ? (uint_t(28))x : (uint_t(28))0,
        negative[0],
    };
}

/* base + x[0] y[0] + x[1] y[1], where `base` makes good for their excess. */
static inline nh_t add_products(nh_t base, struct factors f) {
    struct product first = product_of(f.x[0], f.z[0]), second = product_of(f.x[1], f.z[1]);
    nh_t lifted = (nh_t)(uint_t(28))((uint_t(28))(base >> 32) + first.beyond) << 32 | (word_t)base;
    nh_t both = SUM(NH_BITS, first.y, second.y, first.one);
    nh_t high = (nh_t)(uint_t(28))((uint_t(28))(both >> 32) + second.beyond) << 32 | (word_t)both;
    return SUM(NH_BITS, lifted, high, second.one);
}

/* ---- the polynomial ---- */

/* A number modulo 2^61 - 1 that is not reduced: low + carries. */
struct loose {
    field_t low;
    uint_t(2) carries;
};

static inline field_t turned(field_t a, int distance) {
    return a << distance | a >> (FIELD_BITS - distance);
}

/* The digits of 15 bits of a key, as those of NH, but without a carry from one group of 15 bits to the next. */
static inline uint_t(16) digits_of(uint_t(15) key) {
    return (uint_t(16))key + 0x5555;
}

/* 2^15 sum + s k, for the digits z of 15 bits of k; `sum` comes turned by 15 already. -s is the complement of s. */
static inline struct loose add_digits(struct loose sum, field_t s, uint_t(16) z) {
    field_t rows[8];
    uint_t(64) pairs[4];
    uint_t(68) fours[2];
    UNROLL for (int i = 0; i < 8; i++) {
        bit low = z >> 2 * i, high = z >> (2 * i + 1);
        rows[i] = high ? (low ? turned(s, 1) : s) : low ? (field_t)0 : (field_t)~s;
    }
    UNROLL for (int i = 0; i < 4; i++) pairs[i] = (uint_t(64))(uint_t(62))((uint_t(62))(rows[2 * i] >> 2) + rows[2 * i + 1]) << 2 | (uint_t(2))rows[2 * i];
    UNROLL for (int i = 0; i < 2; i++) fours[i] = (uint_t(68))(uint_t(64))((pairs[2 * i] >> 4) + pairs[2 * i + 1]) << 4 | (uint_t(4))pairs[2 * i];
    uint_t(76) product = (uint_t(76))(uint_t(68))((fours[0] >> 8) + fours[1]) << 8 | (uint_t(8))fours[0];
    uint_t(17) above = (uint_t(17))sum.carries << 15 | (uint_t(15))(product >> FIELD_BITS);
    uint_t(62) folded = (uint_t(62))(field_t)product + above;
    uint_t(63) result = (uint_t(63))folded + sum.low;
    return (struct loose){(field_t)result, (uint_t(2))(result >> FIELD_BITS)};
}

/* Below 2^61; it may be 2^61 - 1. */
static inline field_t reduced(struct loose a) {
    uint_t(62) sum = (uint_t(62))a.low + a.carries;
    bit over = sum >> FIELD_BITS, lowest = sum; /* over: the rest is 0 or 1, and one more */
    return (field_t)(sum >> 2) << 2 | (field_t)(bit)((bit)(sum >> 1) | (over & lowest)) << 1 | (bit)(lowest ^ over);
}

/* ---- ChaCha ---- */

#define ROTATED(word, distance) ((word_t)((word) << (distance) | (word) >> (32 - (distance))))

/* A round on the columns. The columns that the next round works on are the diagonals of this one: the rows are turned by 0 to 3 words, and then
 * all mirrored, so that two rounds bring every word home. */
static inline void chacha_round(row_t rows[4]) {
    word_t a[4], b[4], c[4], d[4];
    UNROLL for (int i = 0; i < 4; i++) {
        a[i] = word_of(rows[0], i), b[i] = word_of(rows[1], i), c[i] = word_of(rows[2], i), d[i] = word_of(rows[3], i);
        a[i] += b[i], d[i] = ROTATED(d[i] ^ a[i], 16);
        c[i] += d[i], b[i] = ROTATED(b[i] ^ c[i], 12);
        a[i] += b[i], d[i] = ROTATED(d[i] ^ a[i], 8);
        c[i] += d[i], b[i] = ROTATED(b[i] ^ c[i], 7);
    }
    rows[0] = row_of(a[0], a[3], a[2], a[1]);
    rows[1] = row_of(b[1], b[0], b[3], b[2]);
    rows[2] = row_of(c[2], c[1], c[0], c[3]);
    rows[3] = row_of(d[3], d[2], d[1], d[0]);
}

/* Word by word. */
static inline row_t sum_of_rows(row_t a, row_t b) {
    word_t sum[4];
    UNROLL for (int i = 0; i < 4; i++) sum[i] = word_of(a, i) + word_of(b, i);
    return row_of(sum[0], sum[1], sum[2], sum[3]);
}

#endif
