/* Xoodyak as a hash function: a round of Xoodoo a cycle, and a cycle in which a block is added. */
#define BLOCK_BITS 128
#define DIGEST_BITS 256
#include <hash_core.h>

#include "xoodoo.h"

/* The state in two parts: what a block with its padding is added to, and the rest, which only the permutation changes. */
#define OUTER_BITS (BLOCK_BITS + 8)
typedef uint_t(OUTER_BITS) outer_t;
typedef uint_t(8 * STATE_BYTES - OUTER_BITS) inner_t;

#define PAD ((outer_t)0x01)
#define ABSORB ((state_t)0x01 << 8 * (STATE_BYTES - 1)) /* the colour of the first block, in hash mode */

/* Behind the bytes of the message. */
static inline outer_t pad_behind(uint_t(BYTES_BITS) bytes) {
    outer_t pad = 0;
    UNROLL for (int i = 0; i <= BLOCK_BYTES; i++) {
        if (bytes == i) pad |= PAD << 8 * i;
    }
    return pad;
}

HARDWARE void xoodyak_hash(void) {
    outer_t outer = 0;
    inner_t inner = ABSORB >> OUTER_BITS;
    bit adds = 1, last = 0, squeezed = 0, done;
    round_t round = 0;
    block_t first_half = any(block_t);

    /* A cycle that adds a block, or behind the last one the padding of an empty one; then twelve rounds, a cycle each. */
    do {
        done = 0;
        if (adds && !last) {
            struct block block = stream_read(block);
            outer ^= reversed(block.data, BLOCK_BYTES) | pad_behind(block.bytes);
            last = block.last;
            adds = 0;
        } else if (adds) {
            first_half = reversed(outer, BLOCK_BYTES);
            outer ^= PAD;
            squeezed = 1;
            adds = 0;
        } else {
            state_t s = permute_once((state_t)inner << OUTER_BITS | outer, round);
            outer = s;
            inner = s >> OUTER_BITS;
            adds = round == 11;
            done = adds && squeezed;
            round = adds ? (round_t)0 : (round_t)(round + 1);
        }
    } while (!done);

    wait(); /* the digest leaves from registers, not behind a round */
    stream_write(digest, (digest_t)first_half << BLOCK_BITS | (block_t)reversed(outer, BLOCK_BYTES));
}
