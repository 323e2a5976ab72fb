/* SHA-1 (FIPS 180-4): the hash of a message of 512-bit blocks, already padded; 80 cycles a block, or fewer with more rounds a cycle.
 *
 * One loop, one pass a cycle: the pass that finds `t` zero takes a block and does its first rounds on it at once, the pass that does round 79
 * adds the result to the hash. The 16 words of the message schedule move through a shift register, the oldest first. Round constants and
 * functions change every twenty rounds.
 *
 *   ROUNDS_PER_CYCLE     1, 2, 4 or 5: 80, 40, 20 or 16 cycles a block
 *   SCHEDULE_ROTATION    1; 0 for SHA-0 (FIPS 180 of 1993), which lacks this rotation and is what CHStone computes
 */
#include <cryptagon.h>

#ifndef ROUNDS_PER_CYCLE
#define ROUNDS_PER_CYCLE 1
#endif

#ifndef SCHEDULE_ROTATION
#define SCHEDULE_ROTATION 1
#endif

typedef uint_t(32) word_t;

struct block {
    uint_t(512) data; /* the first word most significant */
    bit last;         /* of its message */
};

struct chain {
    word_t a, b, c, d, e;
};

STREAM_IN(struct block, block)
STREAM_OUT(uint_t(160), digest)

static inline word_t rotate(word_t x, int n) {
    return n == 0 ? x : x << n | x >> (32 - n);
}

/* Round t, with its message word w (FIPS 180-4, 4.1.1, 4.2.1 and 6.1.2). */
static inline struct chain round(struct chain s, uint_t(7) t, word_t w) {
    word_t f = t < 20 ? (s.b & s.c) ^ (~s.b & s.d) : t >= 40 && t < 60 ? (s.b & s.c) ^ (s.b & s.d) ^ (s.c & s.d) : s.b ^ s.c ^ s.d;
    word_t k = t < 20 ? (word_t)0x5a827999 : t < 40 ? (word_t)0x6ed9eba1 : t < 60 ? (word_t)0x8f1bbcdc : (word_t)0xca62c1d6;
    struct chain next = {rotate(s.a, 5) + f + (s.e + k + w), s.a, rotate(s.b, 30), s.c, s.d};
    return next;
}

HARDWARE void sha1(void) {
    struct chain initial = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    struct chain hash = initial, state = initial;
    uint_t(512) words = any(uint_t(512));
    bit last = any(bit), finished = 0;

    for (uint_t(7) t = 0; !finished; t = t == 80 - ROUNDS_PER_CYCLE ? 0 : t + ROUNDS_PER_CYCLE) {
        if (t == 0) {
            struct block block = stream_read(block);
            words = block.data;
            last = block.last;
        }
        UNROLL for (int i = 0; i < ROUNDS_PER_CYCLE; i++) {
            word_t w = words >> 480;
            state = round(state, t + i, w);
            words = words << 32 | rotate((word_t)(words >> 64) ^ (word_t)(words >> 224) ^ (word_t)(words >> 416) ^ w, SCHEDULE_ROTATION);
        }
        if (t == 80 - ROUNDS_PER_CYCLE) {
            struct chain sum = {hash.a + state.a, hash.b + state.b, hash.c + state.c, hash.d + state.d, hash.e + state.e};
            hash = sum;
            state = sum; /* here the next block begins */
            if (last) {
                stream_write(digest, (uint_t(160))sum.a << 128 | (uint_t(160))sum.b << 96 | (uint_t(160))sum.c << 64 | (uint_t(160))sum.d << 32 | sum.e);
                finished = 1;
            }
        }
    }
}
