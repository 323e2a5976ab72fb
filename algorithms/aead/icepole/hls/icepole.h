/* ICEPOLE-128 v2: its state and a round, a word of 64 bits at a time. */
#ifndef ICEPOLE_H
#define ICEPOLE_H

#include <cipher_core.h>

typedef uint_t(64) word_t;
typedef uint_t(4) round_t;
typedef uint_t(128) words_t; /* two words, the first one in the upper half */

/* Row x and column y of the specification at x + 4 y: a block fills the words in their order. */
struct state {
    word_t s[20];
};

static const struct state CONSTANTS = {{
    0xff97a42d7f8e6fd4, 0xeb5aa93f2317d635, 0x05e5635a21d9ae61, 0x940c7922ae3a2614,
    0x90fee5a0a44647c4, 0xa9a6e6260d712103, 0x64befef28cc970f2, 0x1841f924a2c509e4,
    0x8c5bda0cd6192e76, 0x81a57c16dbcf555f, 0x613670957bc46611, 0x16f53526e70465c2,
    0xad30a6f71b19059c, 0x43b831cd0347c826, 0xb87c5a554fd00ecb, 0x75f644e97f30a13b,
    0x30935ab7d08ffc64, 0x01f22f1a11a5569f, 0x8c3ee88a1ccf32c8, 0xeaf1ff7b5ceca249,
}};

static inline word_t rotate_left(word_t word, int distance) {
    return distance == 0 ? word : word << distance | word >> (64 - distance);
}

/* The first byte of a word is its least significant one. */
static inline word_t swapped(word_t word) {
    word_t bytes = 0;
    UNROLL for (int i = 0; i < 8; i++) bytes |= (word_t)(uint_t(8))(word >> 8 * i) << (56 - 8 * i);
    return bytes;
}

/* Rows times a matrix over GF(2^5), x^5 = x^2 + 1: row 0 twice, or with rows 1 to 3 in turn a row, one half of it and its double. */
static inline struct state mu(struct state a) {
    struct state b;
    UNROLL for (int y = 0; y < 5; y++) {
        int before = 4 * ((y + 4) % 5), here = 4 * y, behind = 4 * ((y + 1) % 5);
        UNROLL for (int x = 0; x < 4; x++) {
            word_t sum = a.s[x == 0 ? before : here];
            if (x == 0) {
                if (y == 2) sum ^= a.s[16];
                sum ^= a.s[here + 1] ^ a.s[here + 2] ^ a.s[here + 3];
            } else {
                int halved = x % 3 + 1, doubled = (x + 1) % 3 + 1;
                sum ^= a.s[here + x] ^ a.s[behind + halved] ^ a.s[before + doubled];
                if (y == 1) sum ^= a.s[halved];
                if (y == 2) sum ^= a.s[16 + doubled];
            }
            b.s[here + x] = sum;
        }
    }
    return b;
}

/* A round: mu, rho, pi, psi and kappa. */
static inline struct state permute_once(struct state a, round_t round) {
    static const int distances[20] = {0, 1, 62, 28, 36, 44, 6, 55, 3, 10, 43, 25, 41, 45, 15, 21, 18, 2, 61, 56};
    ROM word_t constants[16] = {
        0x0091a2b3c4d5e6f7, 0x0048d159e26af37b, 0x002468acf13579bd, 0x00123456f89abcde, 0x00091a2bfc4d5e6f, 0x00048d15fe26af37,
        0x0002468aff13579b, 0x000123457f89abcd, 0x000091a2bfc4d5e6, 0x000048d1dfe26af3, 0x00002468eff13579, 0x00001234f7f89abc,
    };
    struct state b = mu(a);
    UNROLL for (int i = 0; i < 20; i++) {
        int row = (i % 4 + i / 4) % 4, column = (row + i / 4 + 1) % 5;
        a.s[row + 4 * column] = rotate_left(b.s[i], distances[i]);
    }
    UNROLL for (int x = 0; x < 4; x++) {
        word_t ones = a.s[x] & a.s[x + 4] & a.s[x + 8] & a.s[x + 12] & a.s[x + 16];
        word_t zeros = ~(a.s[x] | a.s[x + 4] | a.s[x + 8] | a.s[x + 12] | a.s[x + 16]);
        UNROLL for (int y = 0; y < 5; y++) {
            b.s[x + 4 * y] = a.s[x + 4 * y] ^ (~a.s[x + 4 * ((y + 1) % 5)] & a.s[x + 4 * ((y + 2) % 5)]) ^ (ones | zeros);
        }
    }
    b.s[0] ^= constants[round];
    return b;
}

/* Two words of bytes into the state, from word `first` on. */
static inline struct state add_words(struct state s, int first, words_t words) {
    s.s[first] ^= swapped(words >> 64);
    s.s[first + 1] ^= swapped(words);
    return s;
}

/* The words that a block fills, as bytes. */
static inline block_t rate(struct state s) {
    block_t bytes = 0;
    UNROLL for (int i = 0; i < 16; i++) bytes = bytes << 64 | swapped(s.s[i]);
    return bytes;
}

/* A block, of which some bytes replace those of the state, and behind it the frame bit and a 1. */
static inline struct state add_block(struct state s, struct bdi block, bit frame, bit replaces) {
    UNROLL for (int i = 0; i < 129; i++) {
        bit valid = i < 128 ? (bit)(block.valid_bytes >> (127 - i)) : (bit)0;
        bit pads = !valid && (i == 0 || (bit)(block.valid_bytes >> (128 - i)));
        uint_t(8) byte = i < 128 && valid ? (uint_t(8))(block.data >> 8 * (127 - i)) : (uint_t(8))0;
        uint_t(8) old = s.s[i / 8] >> 8 * (i % 8);
        uint_t(8) added = byte | (uint_t(8))pads << 1 | (uint_t(8))(pads && frame);
        if (replaces && valid) added ^= old;
        s.s[i / 8] ^= (word_t)added << 8 * (i % 8);
    }
    return s;
}

#endif
