/* AES-128 encryption as the standard tells it (FIPS 197): bytes in arrays, the whole key schedule first, then the rounds. */
#include <cryptagon.h>
#include "streams.h"
#include "sbox_table.h"

static byte_t xtime(byte_t a) {
    return a << 1 ^ (a >> 7 ? 0x1b : 0);
}

static void expand_key(byte_t keys[176]) {
    byte_t constant = 1;
    for (int i = 16; i < 176; i += 4) {
        byte_t word[4];
        for (int j = 0; j < 4; j++) word[j] = keys[i - 4 + j];
        if (i % 16 == 0) {
            byte_t first = word[0];
            for (int j = 0; j < 3; j++) word[j] = sbox[word[j + 1]];
            word[3] = sbox[first];
            word[0] ^= constant;
            constant = xtime(constant);
        }
        for (int j = 0; j < 4; j++) keys[i + j] = keys[i - 16 + j] ^ word[j];
    }
}

static void add_round_key(byte_t state[16], const byte_t keys[176], int round) {
    for (int i = 0; i < 16; i++) state[i] ^= keys[16 * round + i];
}

static void substitute_and_shift(byte_t state[16]) {
    byte_t old[16];
    for (int i = 0; i < 16; i++) old[i] = sbox[state[i]];
    for (int i = 0; i < 16; i++) state[i] = old[(i + 4 * (i % 4)) % 16];
}

static void mix_columns(byte_t state[16]) {
    for (int c = 0; c < 16; c += 4) {
        byte_t sum = state[c] ^ state[c + 1] ^ state[c + 2] ^ state[c + 3], first = state[c];
        for (int r = 0; r < 4; r++) state[c + r] ^= sum ^ xtime(state[c + r] ^ (r < 3 ? state[c + r + 1] : first));
    }
}

HARDWARE void aes128(void) {
    byte_t state[16], keys[176];
    struct job job = stream_read(in);
    for (int i = 0; i < 16; i++) keys[i] = byte_of(job.key, i);
    for (int i = 0; i < 16; i++) state[i] = byte_of(job.block, i);
    expand_key(keys);
    add_round_key(state, keys, 0);
    for (int round = 1; round <= 10; round++) {
        substitute_and_shift(state);
        if (round < 10) mix_columns(state);
        add_round_key(state, keys, round);
    }
    block_t block = 0;
    for (int i = 0; i < 16; i++) block |= byte_at(state[i], i);
    stream_write(out, block);
}
