/* Shabal-256: 16 cycles take in a block, 48 have a step of the permutation each; 64 cycles a block.
 *
 * A, B, C and the message are rings that move by a word a cycle, so that all but the word at the end is wiring. While a block is taken in, B and C
 * change places: C without the old block and with the new one goes to B. C is added to A behind the steps that change A for the last time, one word
 * of A a cycle; the last of these additions falls into the first cycle of what follows. The digest leaves with the last step.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#include "byte_order.h"

#define WORDS 16
#define A_WORDS 12
#define CYCLES 64 /* WORDS that take in a block, and the steps of the permutation */
#define FIRST_SUM 53 /* the cycle in which C is added to the first word of A */
#define FINAL_ROUNDS 3

typedef uint_t(32) word_t;
typedef uint_t(4) place_t;
typedef uint_t(7) cycle_t;
typedef uint_t(3) round_t;
typedef uint_t(56) count_t;

struct state {
    word_t a[A_WORDS], b[WORDS], c[WORDS], m[WORDS];
};

/* Behind the blocks of the initialisation, their message taken off and B and C not exchanged yet, the last sum of A not done. */
static const struct state initial = {
    .a = {
        0x52f84552, 0xe54b7999, 0x2d8ee3ec, 0xb9645191, 0xe0078b86, 0xbb7c44c9, 0xd2b5c1ca, 0xb0d2eb8c,
        0x14ce5a45, 0x22af50dc, 0xeffdbc6b, 0x5fb746fe,
    },
    .b = {
        0xb405f031, 0xc4233eba, 0xb3733979, 0xc0dd9d55, 0xc51c28ae, 0xa327b8e1, 0x56c56167, 0xed614433,
        0x88b59d60, 0x60e2ceba, 0x758b4b8b, 0x83e82a7f, 0xbc968828, 0xe6e00bf7, 0xba839e55, 0x9b491c60,
    },
    .c = {
        0xb555c6ee, 0x3e710596, 0xa72a652f, 0x9301515f, 0xda28c1fa, 0x696fd868, 0x9cb6bf72, 0x0afe4002,
        0xa6e03615, 0x5138c1d4, 0xbe216306, 0xb38b8890, 0x3ea8b96b, 0x3299ace4, 0x30924dd4, 0x55cb34a5,
    },
};

static inline word_t rotate_left(word_t x, int n) {
    return x << n | x >> (32 - n);
}

static inline word_t word_of(block_t block, place_t i) {
    word_t words[WORDS];
    UNROLL for (int j = 0; j < WORDS; j++) words[j] = bytes_reversed(block >> (480 - 32 * j));
    return words[i];
}

/* B, C and the message move by a word. */
static inline struct state moved(struct state s, word_t b, word_t c, word_t m) {
    UNROLL for (int i = 0; i < WORDS - 1; i++) {
        s.b[i] = s.b[i + 1];
        s.c[i] = s.c[i + 1];
        s.m[i] = s.m[i + 1];
    }
    s.b[WORDS - 1] = b;
    s.c[WORDS - 1] = c;
    s.m[WORDS - 1] = m;
    return s;
}

/* A moves by a word; three words of C are added to the one that changed before, if it is time. */
static inline struct state moved_a(struct state s, word_t a, bit sums) {
    word_t changed = s.a[A_WORDS - 1] + (sums ? s.c[6] + s.c[10] + s.c[14] : (word_t)0);
    UNROLL for (int i = 0; i < A_WORDS - 2; i++) s.a[i] = s.a[i + 1];
    s.a[A_WORDS - 2] = changed;
    s.a[A_WORDS - 1] = a;
    return s;
}

/* Word `i` of a block; of the 16 cycles 12 move A. The words of the counter are added to the first two of A. */
static inline struct state taken_in(struct state s, word_t word, place_t i, count_t counter) {
    word_t count = i == 0 ? (word_t)counter : i == 1 ? (word_t)(counter >> 32) : (word_t)0;
    struct state out = i < A_WORDS ? moved_a(s, s.a[0] ^ count, i == 0) : s;
    return moved(out, rotate_left(s.c[0] - s.m[0] + word, 17), s.b[0], word);
}

/* A step of the permutation; word 8 - i of C is asked for, from which the ring has moved by i. */
static inline struct state stepped(struct state s, cycle_t i) {
    word_t even[WORDS / 2];
    UNROLL for (int j = 0; j < WORDS / 2; j++) even[j] = s.c[2 * j];
    word_t c = even[(uint_t(3))(4 - i)];
    word_t v = rotate_left(s.a[A_WORDS - 1], 15), sum = s.a[0] ^ (v + (v << 2)) ^ c, u = sum + (sum << 1);
    word_t a = u ^ s.b[13] ^ (s.b[9] & ~s.b[6]) ^ s.m[0], b = ~(rotate_left(s.b[0], 1) ^ a);
    return moved(moved_a(s, a, i >= FIRST_SUM), b, s.c[0], s.m[0]);
}

HARDWARE void shabal(void) {
    struct state state = initial;
    count_t counter = 1;
    bit last = any(bit);
    do {
        for (round_t round = 0; round == 0 || (last && round <= FINAL_ROUNDS); round++) { /* the last block goes through the final rounds too */
            for (cycle_t i = 0; i < CYCLES; i++) {
                expect_cycles(1);
                if (i < WORDS) {
                    word_t word = state.m[0];
                    if (round == 0) {
                        struct block block = stream_peek(block);
                        word = word_of(block.data, i);
                        last = block.last;
                        if (i == WORDS - 1) stream_read(block);
                    }
                    state = taken_in(state, word, i, counter);
                } else {
                    state = stepped(state, i);
                }
            }
        }
        counter++;
    } while (!last);
    digest_t digest = 0;
    UNROLL for (int i = 0; i < 8; i++) digest = digest << 32 | bytes_reversed(state.b[8 + i]);
    stream_write(digest, digest);
}
