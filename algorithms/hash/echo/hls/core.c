/* ECHO-256: a round takes three cycles, two rounds of AES on each of the 16 words, then BIG.ShiftRows and BIG.MixColumns; 25 cycles a block.
 *
 * A block is taken in a cycle of its own. That cycle also adds the columns of the state to the chain value, and those of the block, so that the block
 * need not be kept. The digest leaves in such a cycle too.
 */
#define BLOCK_BITS 1536
#define DIGEST_BITS 256
#include <hash_core.h>

#define AES_ROUND_UNITS 16
#include "aes_round.h"
#include "byte_order.h"

#define STEPS 24 /* three for each of eight rounds */

typedef uint_t(5) step_t;
typedef uint_t(2) turn_t;
typedef uint_t(61) count_t;

struct state {
    aes_block_t w[16]; /* word 4c + r is that of row r in column c */
};

struct chain {
    aes_block_t v[4];
};

/* In each word the digest's length in bits. */
#define INITIAL ((aes_block_t)0x0001 << 112)

/* The counter of a word as a key of AES, its least significant byte first; `eighth` is the counter by 8. */
static inline aes_block_t key_of(count_t eighth, int word) {
    uint_t(64) counter = (uint_t(64))eighth << 3 | (word & 7);
    return (aes_block_t)bytes_reversed(counter) << 96 | (aes_block_t)bytes_reversed(counter >> 32) << 64;
}

static inline struct state aes_rounds(struct state s) {
    UNROLL for (int i = 0; i < 16; i++) s.w[i] = aes_round(s.w[i]);
    return s;
}

/* Each word has a counter of its own as a key of its first round of AES. */
static inline struct state with_counters(struct state s, count_t eighth, bit first_round) {
    UNROLL for (int i = 0; i < 16; i++) s.w[i] ^= first_round ? key_of(i < 8 ? eighth : eighth + 1, i) : (aes_block_t)0;
    return s;
}

/* The product by 2 of each byte. */
static inline aes_block_t doubled(aes_block_t a) {
    aes_block_t twice = 0;
    UNROLL for (int i = 0; i < 16; i++) twice |= byte_at(xtime(byte_of(a, i)), i);
    return twice;
}

/* BIG.ShiftRows and BIG.MixColumns: each word becomes 2 a + 3 b + c + d of the words below it, and 2 a + 3 b = 2 (a + b) + b. */
static inline struct state big_mix(struct state s) {
    struct state mixed = any(struct state);
    UNROLL for (int column = 0; column < 16; column += 4) {
        aes_block_t a[4];
        UNROLL for (int r = 0; r < 4; r++) a[r] = s.w[(column + 5 * r) % 16];
        UNROLL for (int r = 0; r < 4; r++) {
            aes_block_t b = a[(r + 1) % 4];
            mixed.w[column + r] = doubled(a[r] ^ b) ^ b ^ a[(r + 2) % 4] ^ a[(r + 3) % 4];
        }
    }
    return mixed;
}

/* The chain value and the columns of a state. */
static inline struct chain sum(struct chain chain, struct state s) {
    UNROLL for (int i = 0; i < 16; i++) chain.v[i % 4] ^= s.w[i];
    return chain;
}

/* What a block begins with: the chain value, then the block. */
static inline struct state begun(struct chain chain, block_t block) {
    struct state s = any(struct state);
    UNROLL for (int i = 0; i < 4; i++) s.w[i] = chain.v[i];
    UNROLL for (int i = 0; i < 12; i++) s.w[4 + i] = block >> (1408 - 128 * i);
    return s;
}

/* The chain value and the columns of a block. */
static inline struct chain with_block(struct chain chain, block_t block) {
    UNROLL for (int i = 0; i < 12; i++) chain.v[i % 4] ^= block >> (1408 - 128 * i);
    return chain;
}

HARDWARE void echo(void) {
    struct chain chain = {{INITIAL, INITIAL, INITIAL, INITIAL}};
    struct state state = {0};
    count_t bytes = 0, eighth = any(count_t); /* of the message so far; the counter by 8 */
    bit last = any(bit);
    do {
        bit first = 1;
        turn_t turn = any(turn_t);
        for (step_t i = 0; i <= STEPS; i++) {
            expect_cycles(1);
            if (first) {
                struct block block = stream_read(block);
                last = block.last;
                bytes += block.bytes;
                eighth = block.bytes == 0 ? (count_t)0 : bytes;
                chain = sum(chain, state);
                state = begun(chain, block.data);
                chain = with_block(chain, block.data);
                turn = 0;
            } else if (turn == 2) {
                state = big_mix(state);
                eighth += 2;
                turn = 0;
            } else {
                state = with_counters(aes_rounds(state), eighth, turn == 0);
                turn++;
            }
            first = 0;
        }
    } while (!last);
    wait();
    chain = sum(chain, state);
    stream_write(digest, (digest_t)chain.v[0] << 128 | chain.v[1]);
}
