/* SHAvite-3-256: a round of AES a cycle, three for a round of the Feistel network; 37 cycles a block.
 *
 * A block is taken in a cycle of its own, which adds the state to the chain value. The digest leaves in such a cycle too. The subkeys come from a shift
 * register of four groups of words, into which the message expansion shifts a group each step.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#define AES_ROUND_UNITS 2
#include "aes_round.h"
#include "byte_order.h"

#define STEPS 36

typedef uint_t(6) step_t;
typedef uint_t(2) turn_t;
typedef uint_t(61) count_t;
typedef uint_t(64) counter_t;

#define WORDS(w0, w1, w2, w3) ((aes_block_t)(w0) << 96 | (aes_block_t)(w1) << 64 | (aes_block_t)(w2) << 32 | (word_t)(w3))

struct state {
    aes_block_t left, right;
};

static const struct state initial = {
    WORDS(0x473ebb49, 0x0d867426, 0xac92b3a8, 0xe6c41a02), WORDS(0xcf839240, 0x865d0e62, 0xcb9d926d, 0x8b2acc96),
};

static inline struct state sum(struct state a, struct state b) {
    return (struct state){a.left ^ b.left, a.right ^ b.right};
}

/* What the counter adds to the group of words that enters in this step; a half of it is a word, with its bytes reversed. */
static inline aes_block_t added(step_t step, counter_t counter) {
    word_t low = bytes_reversed(counter), high = bytes_reversed(counter >> 32);
    switch (step) {
    case 0: return WORDS(low, ~high, 0, 0);
    case 10: return WORDS(0, high, ~low, 0);
    case 17: return WORDS(0, 0, high, ~low);
    case 27: return WORDS(low, 0, 0, ~high);
    default: return 0;
    }
}

/* Each word is the sum of those 16 and 3 words before it; for the last one that is the first word of its own group. */
static inline aes_block_t linear(aes_block_t oldest, aes_block_t newest) {
    aes_block_t group = oldest ^ newest << 32;
    return group ^ group >> 96;
}

/* The message expansion: the group of words that enters in this step, from those four and one before it. */
static inline aes_block_t expanded(aes_block_t oldest, aes_block_t newest, step_t step, counter_t counter) {
    aes_block_t rotated = oldest << 32 | oldest >> 96;
    aes_block_t group = aes_round(rotated) ^ newest ^ added(step, counter);
    return step & 4 ? linear(oldest, newest) : group;
}

HARDWARE void shavite3(void) {
    struct state chain = initial, state = {0, 0};
    count_t bytes = 0; /* of the message so far */
    bit last = any(bit);
    do {
        struct block block = stream_read(block);
        last = block.last;
        bit empty = block.bytes == 0;
        bytes += block.bytes;
        block_t groups = block.data;
        chain = sum(chain, state);
        state = chain;
        aes_block_t f = state.right; /* F works on a copy of the right half */
        turn_t turn = 0;
        wait();
        for (step_t i = 0; i < STEPS; i++) {
            expect_cycles(1);
            counter_t counter = empty ? (counter_t)0 : (counter_t)bytes << 3; /* bits of the message so far, 0 for a block without any */
            aes_block_t oldest = groups >> 384, newest = groups;
            f = aes_round(f ^ oldest) ^ (turn == 2 ? state.left : (aes_block_t)0);
            groups = groups << 128 | expanded(oldest, newest, i, counter);
            if (turn == 2) state = (struct state){state.right, f};
            turn = turn == 2 ? (turn_t)0 : turn + 1;
        }
    } while (!last);
    wait();
    chain = sum(chain, state);
    stream_write(digest, (digest_t)chain.left << 128 | chain.right);
}
