/* CubeHash16/32 with a digest of 256 bits: one round a cycle, 16 cycles a block.
 *
 * A block is taken in the cycle of its first round, which adds it to the state. The digest leaves with the last round of the finalisation.
 */
#define BLOCK_BITS 256
#define DIGEST_BITS 256
#include <hash_core.h>

#include "byte_order.h"

#define ROUNDS 16 /* of a block */
#define FINAL_ROUNDS (10 * ROUNDS)

typedef uint_t(32) word_t;
typedef uint_t(8) round_t;

struct state {
    word_t x[32]; /* x_ijklm of the specification is x[16 i + 8 j + 4 k + 2 l + m] */
};

/* The state after the rounds of the setup, which no message changes. */
static const struct state initial = {{
    0xea2bd4b4, 0xccd6f29f, 0x63117e71, 0x35481eae, 0x22512d5b, 0xe5d94e63, 0x7e624131, 0xf4cc12be,
    0xc2d0b696, 0x42af2070, 0xd0720c35, 0x3361da8c, 0x28cceca4, 0x8ef8ad83, 0x4680ac00, 0x40e5fbab,
    0xd89041c3, 0x6107fbd5, 0x6c859d41, 0xf0b26679, 0x09392549, 0x5fa25603, 0x65c892fd, 0x93cb6285,
    0x2af2b5ae, 0x9e4b4e60, 0x774abfdd, 0x85254725, 0x15815aeb, 0x4ab6aad6, 0x9cdaf8af, 0xd6032c0a,
}};

static inline word_t rotate_left(word_t x, int n) {
    return x << n | x >> (32 - n);
}

/* Half a round. The swaps are in the indices: words of the first half change by `far`, those of the second by `near`. */
static inline struct state half_round(struct state s, int distance, int far, int near) {
    struct state sums = any(struct state), out = any(struct state);
    UNROLL for (int i = 0; i < 16; i++) sums.x[16 + i] = s.x[16 + i] + s.x[i];
    UNROLL for (int i = 0; i < 16; i++) {
        out.x[i] = rotate_left(s.x[i ^ far], distance) ^ sums.x[16 + i];
        out.x[16 + i] = sums.x[16 + (i ^ near)];
    }
    return out;
}

SHARED static struct state round(struct state s) {
    return half_round(half_round(s, 7, 8, 2), 11, 4, 1);
}

static inline digest_t digest_of(struct state s) {
    digest_t digest = 0;
    UNROLL for (int i = 0; i < 8; i++) digest = digest << 32 | bytes_reversed(s.x[i]);
    return digest;
}

HARDWARE void cubehash(void) {
    struct state state = initial;
    bit last = any(bit);
    do {
        struct block block = stream_read(block);
        last = block.last;
        UNROLL for (int j = 0; j < 8; j++) state.x[j] ^= bytes_reversed(block.data >> (224 - 32 * j));
        for (round_t i = 0; i < ROUNDS; i++) {
            expect_cycles(1);
            state = round(state);
        }
    } while (!last);
    state.x[31] ^= 1;
    for (round_t i = 0; i < FINAL_ROUNDS; i++) {
        expect_cycles(1);
        state = round(state);
    }
    stream_write(digest, digest_of(state));
}
