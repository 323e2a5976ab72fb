/* AES-128 (FIPS 197): key schedule and decryption of one block in 16 cycles.
 *
 * Decryption begins with the last round key. The key schedule runs forward to it, KEY_STEPS_PER_CYCLE of its ten steps a cycle; then one inverse
 * round a cycle, with the schedule run backward beside it, so that no round key is kept.
 *
 *   KEY_STEPS_PER_CYCLE   2, 5 or 10: 16, 13 or 12 cycles a block
 */
#define SBOXES 44 /* with ten key steps a cycle; fewer otherwise */
#include "aes.h"

#ifndef KEY_STEPS_PER_CYCLE
#define KEY_STEPS_PER_CYCLE 2
#endif

typedef uint_t(128) block_t;

struct job {
    block_t data; /* the first byte most significant */
    block_t key;
};

STREAM_IN(struct job, block)
STREAM_OUT(block_t, result)

/* FIPS 197, 5.3.2. */
static inline byte_t substitute_back(byte_t x) {
    ROM byte_t table[256] = {
        0x52, 0x09, 0x6a, 0xd5, 0x30, 0x36, 0xa5, 0x38, 0xbf, 0x40, 0xa3, 0x9e, 0x81, 0xf3, 0xd7, 0xfb,
        0x7c, 0xe3, 0x39, 0x82, 0x9b, 0x2f, 0xff, 0x87, 0x34, 0x8e, 0x43, 0x44, 0xc4, 0xde, 0xe9, 0xcb,
        0x54, 0x7b, 0x94, 0x32, 0xa6, 0xc2, 0x23, 0x3d, 0xee, 0x4c, 0x95, 0x0b, 0x42, 0xfa, 0xc3, 0x4e,
        0x08, 0x2e, 0xa1, 0x66, 0x28, 0xd9, 0x24, 0xb2, 0x76, 0x5b, 0xa2, 0x49, 0x6d, 0x8b, 0xd1, 0x25,
        0x72, 0xf8, 0xf6, 0x64, 0x86, 0x68, 0x98, 0x16, 0xd4, 0xa4, 0x5c, 0xcc, 0x5d, 0x65, 0xb6, 0x92,
        0x6c, 0x70, 0x48, 0x50, 0xfd, 0xed, 0xb9, 0xda, 0x5e, 0x15, 0x46, 0x57, 0xa7, 0x8d, 0x9d, 0x84,
        0x90, 0xd8, 0xab, 0x00, 0x8c, 0xbc, 0xd3, 0x0a, 0xf7, 0xe4, 0x58, 0x05, 0xb8, 0xb3, 0x45, 0x06,
        0xd0, 0x2c, 0x1e, 0x8f, 0xca, 0x3f, 0x0f, 0x02, 0xc1, 0xaf, 0xbd, 0x03, 0x01, 0x13, 0x8a, 0x6b,
        0x3a, 0x91, 0x11, 0x41, 0x4f, 0x67, 0xdc, 0xea, 0x97, 0xf2, 0xcf, 0xce, 0xf0, 0xb4, 0xe6, 0x73,
        0x96, 0xac, 0x74, 0x22, 0xe7, 0xad, 0x35, 0x85, 0xe2, 0xf9, 0x37, 0xe8, 0x1c, 0x75, 0xdf, 0x6e,
        0x47, 0xf1, 0x1a, 0x71, 0x1d, 0x29, 0xc5, 0x89, 0x6f, 0xb7, 0x62, 0x0e, 0xaa, 0x18, 0xbe, 0x1b,
        0xfc, 0x56, 0x3e, 0x4b, 0xc6, 0xd2, 0x79, 0x20, 0x9a, 0xdb, 0xc0, 0xfe, 0x78, 0xcd, 0x5a, 0xf4,
        0x1f, 0xdd, 0xa8, 0x33, 0x88, 0x07, 0xc7, 0x31, 0xb1, 0x12, 0x10, 0x59, 0x27, 0x80, 0xec, 0x5f,
        0x60, 0x51, 0x7f, 0xa9, 0x19, 0xb5, 0x4a, 0x0d, 0x2d, 0xe5, 0x7a, 0x9f, 0x93, 0xc9, 0x9c, 0xef,
        0xa0, 0xe0, 0x3b, 0x4d, 0xae, 0x2a, 0xf5, 0xb0, 0xc8, 0xeb, 0xbb, 0x3c, 0x83, 0x53, 0x99, 0x61,
        0x17, 0x2b, 0x04, 0x7e, 0xba, 0x77, 0xd6, 0x26, 0xe1, 0x69, 0x14, 0x63, 0x55, 0x21, 0x0c, 0x7d,
    };
    return table[x];
}

/* Byte i of a block; byte 0 is the most significant one, and byte 4c + r stands in row r of column c. */
static inline byte_t byte_of(block_t block, int i) {
    return block >> (120 - 8 * i);
}

static inline block_t byte_at(byte_t byte, int i) {
    return (block_t)byte << (120 - 8 * i);
}

static inline block_t join(word_t w0, word_t w1, word_t w2, word_t w3) {
    return (block_t)w0 << 96 | (block_t)w1 << 64 | (block_t)w2 << 32 | w3;
}

/* What is added to the first word of a round key: the last word turned and substituted, and the constant. */
static inline word_t turned(word_t last, uint_t(4) r) {
    return substitute_word(rotate_word(last)) ^ round_constant(r - 1);
}

/* Round key r from round key r - 1. */
static inline block_t next_key(block_t key, uint_t(4) r) {
    word_t w0 = key >> 96, w1 = key >> 64, w2 = key >> 32, w3 = key;
    word_t t = turned(w3, r);
    return join(w0 ^ t, w0 ^ w1 ^ t, w0 ^ w1 ^ w2 ^ t, w0 ^ w1 ^ w2 ^ w3 ^ t);
}

/* Round key r - 1 from round key r: words are differences of neighbours, and the last of them gives what was added to the first. */
static inline block_t previous_key(block_t key, uint_t(4) r) {
    word_t w0 = key >> 96, w1 = key >> 64, w2 = key >> 32, w3 = key;
    return join(w0 ^ turned(w2 ^ w3, r), w0 ^ w1, w1 ^ w2, w2 ^ w3);
}

/* InvShiftRows and InvSubBytes: row r moves r columns to the right. */
static inline block_t shift_and_substitute_back(block_t state) {
    block_t shifted = 0;
    UNROLL for (int c = 0; c < 4; c++) {
        UNROLL for (int r = 0; r < 4; r++) shifted |= byte_at(substitute_back(byte_of(state, 4 * ((c + 4 - r) % 4) + r)), 4 * c + r);
    }
    return shifted;
}

/* InvMixColumns is MixColumns after adding 4 (a + c) to a and c, and 4 (b + d) to b and d: 0e 0b 0d 09 is 02 03 01 01 times 05 00 04 00. */
static inline block_t unmix_columns(block_t state) {
    block_t mixed = 0;
    UNROLL for (int column = 0; column < 16; column += 4) {
        byte_t even = byte_of(state, column) ^ byte_of(state, column + 2), odd = byte_of(state, column + 1) ^ byte_of(state, column + 3);
        byte_t fours[2] = {xtime(xtime(even)), xtime(xtime(odd))};
        UNROLL for (int r = 0; r < 4; r++) {
            byte_t a = byte_of(state, column + r) ^ fours[r % 2], b = byte_of(state, column + (r + 1) % 4) ^ fours[(r + 1) % 2];
            byte_t c = byte_of(state, column + (r + 2) % 4) ^ fours[r % 2], d = byte_of(state, column + (r + 3) % 4) ^ fours[(r + 1) % 2];
            mixed |= byte_at(xtime(a ^ b) ^ b ^ (c ^ d), column + r);
        }
    }
    return mixed;
}

HARDWARE void aes128_decrypt(void) {
    for (;;) {
        struct job job = stream_read(block);
        block_t key = job.key;
        UNROLL_BY(KEY_STEPS_PER_CYCLE) for (uint_t(4) r = 1; r <= 10; r++) key = next_key(key, r);
        block_t state = job.data ^ key;
        for (uint_t(4) r = 10; r > 0; r--) {
            key = previous_key(key, r);
            state = shift_and_substitute_back(state) ^ key;
            if (r > 1) state = unmix_columns(state);
        }
        stream_write(result, state);
    }
}
