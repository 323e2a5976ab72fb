/* Ascon-Hash256 (NIST SP 800-232, section 5.1): one round a cycle, 12 cycles a block. */
#define BLOCK_BITS 64
#define DIGEST_BITS 256
#include <hash_core.h>

#include "ascon.h"
#include "byte_order.h"

/* The initial value behind its permutation, which is a constant. */
#define AT_REST \
    ((struct state){0x9b1e5494e934d681, 0x4bc3a01e333751d2, 0xae65396c6b34b81a, 0x3c7fd4a4d56a4db3, 0x1a5c464906c5976d})

/* A word of the standard has its first byte least significant; it is wiring. */
static inline word_t swap(word_t word) {
    return (word_t)bytes_reversed(word) << 32 | bytes_reversed(word >> 32);
}

static inline struct state permute(struct state s) {
    for (int i = 0; i < 12; i++) s = permute_once(s, i);
    return s;
}

HARDWARE void ascon_hash256(void) {
    struct state s = AT_REST;
    for (;;) {
        struct block block = stream_read(block);
        s.x0 ^= swap(block.data);
        s = permute(s);
        if (block.last) break;
    }

    word_t words[3];
    for (int i = 0; i < 3; i++) {
        words[i] = swap(s.x0);
        s = permute(s);
    }
    wait(); /* the last word leaves from the state, not behind a round */
    digest_t digest = (digest_t)words[0] << 192 | (digest_t)words[1] << 128 | (digest_t)words[2] << 64 | swap(s.x0);
    stream_write(digest, digest);
}
