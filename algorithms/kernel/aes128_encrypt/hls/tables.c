/* AES-128 encryption of a block (FIPS 197) with S-boxes as tables, as programs have them: what that costs in hardware.
 *
 *   -D TABLES=      cycles a block   tables that are looked up in a cycle
 *   ONE_SBOX        1 + 10 * 20      one S-box: 4 bytes of the key and 16 of the state take turns
 *   ALL_SBOXES      1 + 10           16 S-boxes, and 4 for the key
 *   T_TABLES        1 + 10           16 tables of S-box and MixColumns together, and 4 S-boxes for the key
 *
 * With -D ROUNDS_PER_CYCLE=2 the last two do two rounds a cycle.
 */
#include "aes_round.h"

#define ONE_SBOX 1
#define ALL_SBOXES 2
#define T_TABLES 3

#ifndef TABLES
#define TABLES ALL_SBOXES
#endif
#ifndef ROUNDS_PER_CYCLE
#define ROUNDS_PER_CYCLE 1
#endif

struct task {
    aes_block_t data;
    aes_block_t key;
};

STREAM_IN(struct task, block)
STREAM_OUT(aes_block_t, result)

/* The S-box (5.1.1), each of its values as an entry E of a table. */
#define ENTRIES(E) \
    E(0x63), E(0x7c), E(0x77), E(0x7b), E(0xf2), E(0x6b), E(0x6f), E(0xc5), E(0x30), E(0x01), E(0x67), E(0x2b), E(0xfe), E(0xd7), E(0xab), E(0x76), \
    E(0xca), E(0x82), E(0xc9), E(0x7d), E(0xfa), E(0x59), E(0x47), E(0xf0), E(0xad), E(0xd4), E(0xa2), E(0xaf), E(0x9c), E(0xa4), E(0x72), E(0xc0), \
    E(0xb7), E(0xfd), E(0x93), E(0x26), E(0x36), E(0x3f), E(0xf7), E(0xcc), E(0x34), E(0xa5), E(0xe5), E(0xf1), E(0x71), E(0xd8), E(0x31), E(0x15), \
    E(0x04), E(0xc7), E(0x23), E(0xc3), E(0x18), E(0x96), E(0x05), E(0x9a), E(0x07), E(0x12), E(0x80), E(0xe2), E(0xeb), E(0x27), E(0xb2), E(0x75), \
    E(0x09), E(0x83), E(0x2c), E(0x1a), E(0x1b), E(0x6e), E(0x5a), E(0xa0), E(0x52), E(0x3b), E(0xd6), E(0xb3), E(0x29), E(0xe3), E(0x2f), E(0x84), \
    E(0x53), E(0xd1), E(0x00), E(0xed), E(0x20), E(0xfc), E(0xb1), E(0x5b), E(0x6a), E(0xcb), E(0xbe), E(0x39), E(0x4a), E(0x4c), E(0x58), E(0xcf), \
    E(0xd0), E(0xef), E(0xaa), E(0xfb), E(0x43), E(0x4d), E(0x33), E(0x85), E(0x45), E(0xf9), E(0x02), E(0x7f), E(0x50), E(0x3c), E(0x9f), E(0xa8), \
    E(0x51), E(0xa3), E(0x40), E(0x8f), E(0x92), E(0x9d), E(0x38), E(0xf5), E(0xbc), E(0xb6), E(0xda), E(0x21), E(0x10), E(0xff), E(0xf3), E(0xd2), \
    E(0xcd), E(0x0c), E(0x13), E(0xec), E(0x5f), E(0x97), E(0x44), E(0x17), E(0xc4), E(0xa7), E(0x7e), E(0x3d), E(0x64), E(0x5d), E(0x19), E(0x73), \
    E(0x60), E(0x81), E(0x4f), E(0xdc), E(0x22), E(0x2a), E(0x90), E(0x88), E(0x46), E(0xee), E(0xb8), E(0x14), E(0xde), E(0x5e), E(0x0b), E(0xdb), \
    E(0xe0), E(0x32), E(0x3a), E(0x0a), E(0x49), E(0x06), E(0x24), E(0x5c), E(0xc2), E(0xd3), E(0xac), E(0x62), E(0x91), E(0x95), E(0xe4), E(0x79), \
    E(0xe7), E(0xc8), E(0x37), E(0x6d), E(0x8d), E(0xd5), E(0x4e), E(0xa9), E(0x6c), E(0x56), E(0xf4), E(0xea), E(0x65), E(0x7a), E(0xae), E(0x08), \
    E(0xba), E(0x78), E(0x25), E(0x2e), E(0x1c), E(0xa6), E(0xb4), E(0xc6), E(0xe8), E(0xdd), E(0x74), E(0x1f), E(0x4b), E(0xbd), E(0x8b), E(0x8a), \
    E(0x70), E(0x3e), E(0xb5), E(0x66), E(0x48), E(0x03), E(0xf6), E(0x0e), E(0x61), E(0x35), E(0x57), E(0xb9), E(0x86), E(0xc1), E(0x1d), E(0x9e), \
    E(0xe1), E(0xf8), E(0x98), E(0x11), E(0x69), E(0xd9), E(0x8e), E(0x94), E(0x9b), E(0x1e), E(0x87), E(0xe9), E(0xce), E(0x55), E(0x28), E(0xdf), \
    E(0x8c), E(0xa1), E(0x89), E(0x0d), E(0xbf), E(0xe6), E(0x42), E(0x68), E(0x41), E(0x99), E(0x2d), E(0x0f), E(0xb0), E(0x54), E(0xbb), E(0x16)

#define VALUE(s) s
#define TWICE(s) (((s) << 1 & 0xff) ^ ((s) >> 7) * 0x1b)
#define COLUMN(s) ((word_t)TWICE(s) << 24 | (s) << 16 | (s) << 8 | (TWICE(s) ^ (s)))

SHARED_UNITS(64)
static inline byte_t looked_up(byte_t x) {
    ROM byte_t values[256] = {ENTRIES(VALUE)};
    return values[x];
}

static inline word_t looked_up_word(word_t word) {
    return word_of_bytes(looked_up(byte_of_word(word, 0)), looked_up(byte_of_word(word, 1)), looked_up(byte_of_word(word, 2)),
                         looked_up(byte_of_word(word, 3)));
}

/* The round key after this one (5.2), from the substituted and rotated last word. */
static inline aes_block_t key_after(aes_block_t key, word_t substituted, int round) {
    word_t w0 = key >> 96, w1 = key >> 64, w2 = key >> 32, w3 = key;
    word_t t = substituted ^ round_constant(round);
    return (aes_block_t)(w0 ^ t) << 96 | (aes_block_t)(w0 ^ w1 ^ t) << 64 | (aes_block_t)(w0 ^ w1 ^ w2 ^ t) << 32 | (w0 ^ w1 ^ w2 ^ w3 ^ t);
}

/* ShiftRows (5.1.2): the byte that comes to place i. */
static inline int source_of(int i) {
    return (i + 4 * (i % 4)) % 16;
}

/* What a round makes of the state, without the key: `last` is that of the last round, which does not mix columns. */
struct round {
    aes_block_t mixed, last;
};

#if TABLES == ONE_SBOX

HARDWARE void aes128_encrypt(void) {
    struct task task = stream_read(block);
    aes_block_t state = task.data ^ task.key, key = task.key;

    for (int round = 0; round < AES_ROUNDS; round++) {
        word_t word = rotate_word(key);
        for (int step = 0; step < 20; step++) {
            bit of_key = step < 4;
            byte_t found = looked_up(of_key ? byte_of_word(word, 0) : byte_of(state, 0));
            if (of_key) word = word << 8 | found;
            else state = state << 8 | found;
        }
        aes_block_t shifted = 0;
        UNROLL for (int i = 0; i < 16; i++) shifted |= byte_at(byte_of(state, source_of(i)), i);
        key = key_after(key, word, round);
        state = (round == AES_ROUNDS - 1 ? shifted : mix_columns(shifted)) ^ key;
    }
    stream_write(result, state);
}

#else

#if TABLES == ALL_SBOXES

static inline struct round round_of(aes_block_t state) {
    aes_block_t shifted = 0;
    UNROLL for (int i = 0; i < 16; i++) shifted |= byte_at(looked_up(byte_of(state, source_of(i))), i);
    return (struct round){mix_columns(shifted), shifted};
}

#elif TABLES == T_TABLES

/* A column of MixColumns (5.1.3) for a byte in row 0: twice, once, once and three times its S-box. */
SHARED_UNITS(64)
static inline word_t column_for(byte_t x) {
    ROM word_t columns[256] = {ENTRIES(COLUMN)};
    return columns[x];
}

static inline struct round round_of(aes_block_t state) {
    struct round made = {0, 0};
    UNROLL for (int c = 0; c < 4; c++) {
        word_t sum = 0;
        UNROLL for (int r = 0; r < 4; r++) {
            word_t column = column_for(byte_of(state, source_of(4 * c + r)));
            made.last |= byte_at(byte_of_word(column, 1), 4 * c + r);
            sum ^= r ? column >> 8 * r | column << (32 - 8 * r) : column;
        }
        made.mixed |= (aes_block_t)sum << (96 - 32 * c);
    }
    return made;
}

#endif

HARDWARE void aes128_encrypt(void) {
    struct task task = stream_read(block);
    aes_block_t state = task.data ^ task.key, key = task.key, ciphertext = 0;

    for (int round = 0; round < AES_ROUNDS; round += ROUNDS_PER_CYCLE) {
        UNROLL for (int i = 0; i < ROUNDS_PER_CYCLE; i++) {
            struct round made = round_of(state);
            key = key_after(key, looked_up_word(rotate_word(key)), round + i);
            state = made.mixed ^ key;
            ciphertext = made.last ^ key;
        }
    }
    stream_write(result, ciphertext);
}

#endif
