/* NORX32 (NORX v3, section 2): its state and its parts, each used by the cores as they are written. */
#ifndef NORX_H
#define NORX_H

#include <cipher_core.h>

typedef uint_t(32) word_t;
typedef uint_t(4) domain_t;

#define DOMAIN_AD ((domain_t)1)
#define DOMAIN_DATA ((domain_t)2)
#define DOMAIN_TAG ((domain_t)8)

struct state {
    word_t s[16];
};

/* Zeros where nonce and key go, then u8 to u15 with the parameters 32, 4, 1 and 128 added to the last four. */
#define CONSTANTS \
    ((struct state){{0, 0, 0, 0, 0, 0, 0, 0, 0xa3d8d930, 0x3fa8b72c, 0xed84eb49, 0xedca4787, 0x335463cb, 0xf994220f, 0xbe0bf5c8, 0xd7c49184}})

static inline word_t rotate_right(word_t x, int distance) {
    return x >> distance | x << (32 - distance);
}

/* H: a sum whose carries go one place far. */
static inline word_t near_sum(word_t x, word_t y) {
    return x ^ y ^ (x & y) << 1;
}

/* Half of G. */
static inline void mix(word_t *a, word_t *b, word_t *c, word_t *d, int first, int second) {
    *a = near_sum(*a, *b);
    *d = rotate_right(*a ^ *d, first);
    *c = near_sum(*c, *d);
    *b = rotate_right(*b ^ *c, second);
}

/* G on the columns, or with `turn` = 1 on the diagonals. */
static inline struct state step(struct state s, int turn) {
    UNROLL for (int i = 0; i < 4; i++) {
        word_t *a = &s.s[i], *b = &s.s[4 + (i + turn) % 4], *c = &s.s[8 + (i + 2 * turn) % 4], *d = &s.s[12 + (i + 3 * turn) % 4];
        mix(a, b, c, d, 8, 11);
        mix(a, b, c, d, 16, 31);
    }
    return s;
}

/* 2.3: F. */
static inline struct state permute_once(struct state s) {
    return step(step(s, 0), 1);
}

/* The first byte of a word is the least significant one. */
static inline word_t swap_bytes(word_t word) {
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

/* Word `number` of a block. */
static inline word_t word_of(block_t block, int number) {
    return swap_bytes(block >> (BLOCK_BITS - 32 - 32 * number));
}

/* The words that blocks are added to, as bytes. */
static inline block_t rate(struct state s) {
    block_t bytes = 0;
    UNROLL for (int i = 0; i < 12; i++) bytes = bytes << 32 | swap_bytes(s.s[i]);
    return bytes;
}

/* s12 to s15 as bytes. */
static inline uint_t(128) last_words(struct state s) {
    uint_t(128) bytes = 0;
    UNROLL for (int i = 12; i < 16; i++) bytes = bytes << 32 | swap_bytes(s.s[i]);
    return bytes;
}

static inline struct state add_block(struct state s, block_t block) {
    UNROLL for (int i = 0; i < 12; i++) s.s[i] ^= word_of(block, i);
    return s;
}

/* Adds 128 bits to four words of the state. */
static inline struct state add_words(struct state s, int first, uint_t(128) words) {
    UNROLL for (int i = 0; i < 4; i++) s.s[first + i] ^= swap_bytes(words >> (96 - 32 * i));
    return s;
}

/* 2.2: a block of AD or data as the cipher pads it. The unit has put 80 behind the last byte; here that is 01, and 80 is in the last byte. */
static inline block_t pad(struct bdi block) {
    block_t padded = block.data ^ (block_t)block.partial << 7;
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) {
        bit here = block.pad_loc >> i & 1;
        padded ^= (block_t)here << 8 * i ^ (block_t)here << (8 * i + 7);
    }
    return padded;
}

#endif
