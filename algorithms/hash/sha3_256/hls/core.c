/* SHA3-256 (FIPS 202): one round of KECCAK-p[1600, 24] a cycle, 24 cycles a block.
 *
 * A block is added to the state in the cycle of its first round, so that the round unit never waits. After the last block the digest leaves in a
 * cycle of its own, and the state is zero again.
 */
#define BLOCK_BITS 1088
#define DIGEST_BITS 256
#include <hash_core.h>

#include "keccak.h"

#define LAST_ROUND ((round_t)(KECCAK_ROUNDS - 1))

HARDWARE void sha3_256(void) {
    struct state state = {0};
    round_t number = 0;
    bit absorb = 1, finished = 0; /* the next round is the first of a block; the digest is there */
    bit last = any(bit);

    for (;;) {
        expect_cycles(1);
        if (finished) {
            stream_write(digest, digest_of(state));
            state = (struct state){0};
            finished = 0;
            absorb = 1;
        } else {
            struct block block = any(struct block);
            if (absorb) {
                block = stream_read(block);
                last = block.last;
            }
            bit last_round = number == LAST_ROUND;
            state = round(state, lanes_of(block.data), absorb, constants[number]);
            number = last_round ? (round_t)0 : (round_t)(number + 1);
            absorb = last_round && !last;
            finished = last_round && last;
        }
    }
}
