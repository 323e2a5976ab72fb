/* Keccak[r = 1088, c = 512] of round 2, with a digest of 256 bits: one round of Keccak-f[1600] a cycle, 24 cycles a block.
 *
 * A block is taken in the cycle of its first round, which adds it to the state. The digest leaves in a cycle of its own.
 */
#define BLOCK_BITS 1088
#define DIGEST_BITS 256
#include <hash_core.h>

#include "keccak.h"

HARDWARE void keccak_r2(void) {
    struct state state = {0};
    bit last = any(bit);
    do {
        bit first = 1;
        for (round_t i = 0; i < KECCAK_ROUNDS; i++) {
            expect_cycles(1);
            struct block block = any(struct block);
            if (first) {
                block = stream_read(block);
                last = block.last;
            }
            state = round(state, lanes_of(block.data), first, constants[i]);
            first = 0;
        }
    } while (!last);
    wait();
    stream_write(digest, digest_of(state));
}
