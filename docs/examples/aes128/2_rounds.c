/* Step 2: what the standard does at once is done at once. Only the two loops that hand a result on stay rolled: the words of the key schedule, the rounds. */
#include <cryptagon.h>
#include "streams.h"
#include "sbox_table.h"

static byte_t xtime(byte_t a) {
    return a << 1 ^ (a >> 7 ? 0x1b : 0);
}

static void expand_key(byte_t keys[176]) {
    byte_t constant = 1;
    for (int round = 1; round <= 10; round++) {
        byte_t word[4];
        UNROLL for (int j = 0; j < 4; j++) word[j] = sbox[keys[16 * round - 4 + (j + 1) % 4]];
        word[0] ^= constant;
        constant = xtime(constant);
        UNROLL for (int i = 0; i < 16; i++) keys[16 * round + i] = word[i % 4] ^= keys[16 * round - 16 + i];
    }
}

static void add_round_key(byte_t state[16], const byte_t keys[176], int round) {
    UNROLL for (int i = 0; i < 16; i++) state[i] ^= keys[16 * round + i];
}

static void substitute_and_shift(byte_t state[16]) {
    byte_t old[16];
    UNROLL for (int i = 0; i < 16; i++) old[i] = sbox[state[i]];
    UNROLL for (int i = 0; i < 16; i++) state[i] = old[(i + 4 * (i % 4)) % 16];
}

static void mix_columns(byte_t state[16]) {
    UNROLL for (int c = 0; c < 16; c += 4) {
        byte_t sum = state[c] ^ state[c + 1] ^ state[c + 2] ^ state[c + 3], first = state[c];
        UNROLL for (int r = 0; r < 4; r++) state[c + r] ^= sum ^ xtime(state[c + r] ^ (r < 3 ? state[c + r + 1] : first));
    }
}

HARDWARE void aes128(void) {
    byte_t state[16], keys[176];
    struct job job = stream_read(in);
    UNROLL for (int i = 0; i < 16; i++) keys[i] = byte_of(job.key, i);
    UNROLL for (int i = 0; i < 16; i++) state[i] = byte_of(job.block, i);
    expand_key(keys);
    add_round_key(state, keys, 0);
    for (int round = 1; round <= 10; round++) {
        substitute_and_shift(state);
        if (round < 10) mix_columns(state);
        add_round_key(state, keys, round);
    }
    block_t block = 0;
    UNROLL for (int i = 0; i < 16; i++) block |= byte_at(state[i], i);
    stream_write(out, block);
}
