/* Xoodyak as a hash function: a round of Xoodoo a cycle, and a cycle in which a block is added. */
#define BLOCK_BITS 128
#define DIGEST_BITS 256
#include <hash_core.h>

#include "xoodoo.h"

#define PAD ((state_t)0x01)
#define ABSORB ((state_t)0x01 << 8 * (STATE_BYTES - 1)) /* the colour of the first block, in hash mode */

/* Behind the bytes of the message. */
static inline state_t pad_behind(uint_t(BYTES_BITS) bytes) {
    state_t pad = 0;
    UNROLL for (int i = 0; i <= BLOCK_BYTES; i++) {
        if (bytes == i) pad |= PAD << 8 * i;
    }
    return pad;
}

HARDWARE void xoodyak_hash(void) {
    state_t s = ABSORB;
    struct block block;
    do {
        block = stream_read(block);
        s ^= reversed(block.data, BLOCK_BYTES) | pad_behind(block.bytes);
        wait();
        s = xoodoo(s);
    } while (!block.last);

    block_t first_half = reversed(s, BLOCK_BYTES);
    s ^= PAD; /* Down with no bytes */
    wait();
    s = xoodoo(s);
    wait(); /* the digest leaves from registers, not behind a round */
    stream_write(digest, (digest_t)first_half << BLOCK_BITS | (block_t)reversed(s, BLOCK_BYTES));
}
