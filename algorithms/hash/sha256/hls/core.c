/* SHA-256 (FIPS 180-4): one round a cycle, 65 cycles a block.
 *
 * Step 0 adds the state to the hash, which is where the next block begins, and takes that block; steps 1 to 64 are the rounds. Between messages
 * the hash rests at its initial value and the state at zero, so that the first block is taken like any other. After the last block step 0 gives
 * the digest instead.
 *
 * The 16 words of the message schedule move through a shift register, the oldest first. What a round adds to h, its constant and its word, is
 * added in the step before.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#include "sha256.h"

typedef uint_t(7) step_t;

#define LAST_STEP ((step_t)64)

/* The initial hash value (5.3.3). */
static const word_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

HARDWARE void sha256(void) {
    word_t hash[8], v[8] = {0}, w[16]; /* v: the working variables a to h */
    UNROLL for (int i = 0; i < 8; i++) hash[i] = initial[i];
    UNROLL for (int i = 0; i < 16; i++) w[i] = any(word_t);
    word_t ahead = any(word_t); /* h, constant and word of the round to come, added */
    bit last = 0;

    step_t step = 0;

    for (;;) {
        expect_cycles(1);
        step_t next_step = step == LAST_STEP ? (step_t)0 : (step_t)(step + 1);
        word_t next_h = v[6], next_w = w[1];
        if (step == 0) {
            word_t sum[8];
            UNROLL for (int i = 0; i < 8; i++) sum[i] = hash[i] + v[i];
            if (last) {
                digest_t digest = 0;
                UNROLL for (int i = 0; i < 8; i++) digest = digest << 32 | sum[i];
                stream_write(digest, digest);
                UNROLL for (int i = 0; i < 8; i++) hash[i] = initial[i];
                UNROLL for (int i = 0; i < 8; i++) v[i] = 0;
                last = 0;
                next_step = 0;
            } else {
                struct block block = stream_read(block);
                UNROLL for (int i = 0; i < 8; i++) hash[i] = v[i] = sum[i];
                UNROLL for (int i = 0; i < 16; i++) w[i] = block.data >> (480 - 32 * i);
                last = block.last;
                next_h = sum[7];
                next_w = w[0];
            }
        } else {
            sha256_round(v, ahead);
            sha256_schedule(w);
        }
        ahead = next_h + (constants[(uint_t(6))step] + next_w);
        step = next_step;
    }
}
