/* Step 4: the S-box as logic. In look-up tables of four inputs it takes less than half of what a table of 256 bytes takes. */
#include <cryptagon.h>
#include "streams.h"
#include "aes.h"

static void next_key(byte_t key[16], byte_t constant) {
    byte_t word[4];
    UNROLL for (int j = 0; j < 4; j++) word[j] = substitute(key[12 + (j + 1) % 4]);
    word[0] ^= constant;
    UNROLL for (int i = 0; i < 16; i++) key[i] = word[i % 4] ^= key[i];
}

static void add_round_key(byte_t state[16], const byte_t key[16]) {
    UNROLL for (int i = 0; i < 16; i++) state[i] ^= key[i];
}

static void substitute_and_shift(byte_t state[16]) {
    byte_t old[16];
    UNROLL for (int i = 0; i < 16; i++) old[i] = substitute(state[i]);
    UNROLL for (int i = 0; i < 16; i++) state[i] = old[(i + 4 * (i % 4)) % 16];
}

static void mix_columns(byte_t state[16]) {
    UNROLL for (int c = 0; c < 16; c += 4) {
        byte_t sum = state[c] ^ state[c + 1] ^ state[c + 2] ^ state[c + 3], first = state[c];
        UNROLL for (int r = 0; r < 4; r++) state[c + r] ^= sum ^ xtime(state[c + r] ^ (r < 3 ? state[c + r + 1] : first));
    }
}

HARDWARE void aes128(void) {
    byte_t state[16], key[16], constant = 1;
    struct job job = stream_read(in);
    UNROLL for (int i = 0; i < 16; i++) key[i] = byte_of(job.key, i);
    UNROLL for (int i = 0; i < 16; i++) state[i] = byte_of(job.block, i);
    add_round_key(state, key);
    for (int round = 1; round <= 10; round++) {
        substitute_and_shift(state);
        if (round < 10) mix_columns(state);
        next_key(key, constant);
        constant = xtime(constant);
        add_round_key(state, key);
    }
    block_t block = 0;
    UNROLL for (int i = 0; i < 16; i++) block |= byte_at(state[i], i);
    stream_write(out, block);
}
