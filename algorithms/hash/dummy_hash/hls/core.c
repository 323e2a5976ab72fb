/* The HashCore of the dummy hash function: one block a cycle, and one cycle for the digest (docs/hash-interface.md).
 * Change first: BLOCK_BITS and DIGEST_BITS, then compress(); a loop in it that stays rolled takes a cycle an iteration. */
#define BLOCK_BITS 128
#define DIGEST_BITS 128
#include <hash_core.h>

#define INITIAL ((digest_t)1)

static inline digest_t compress(digest_t state, block_t block) {
    return (state << 1 | state >> (DIGEST_BITS - 1)) ^ block;
}

HARDWARE void dummy_hash(void) {
    digest_t state = INITIAL;
    struct block block;
    do {
        block = stream_read(block); /* padded already */
        state = compress(state, block.data);
    } while (!block.last);
    wait(); /* the digest leaves from the register */
    stream_write(digest, state);
}
