/* BLAKE-32: half a round a cycle, 20 cycles a block.
 *
 * The last half round adds the state to the chain value, which is the digest behind the last block. The next block is taken in its cycle, in which
 * the next state begins. What a half round adds, words of the message and constants, is chosen in the cycle before.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#define HALF_ROUNDS 20

typedef uint_t(32) word_t;
typedef uint_t(5) half_t;
typedef uint_t(61) count_t;

struct words {
    word_t w[16];
};

struct addends {
    word_t w[8]; /* two for each of the four G of a half round */
};

/* The constants and permutations (2.1.1). */
static const word_t constants[16] = {
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
    0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
};

/* Behind the last round nothing is added, so its line is of no meaning. */
ROM static const uint_t(4) sigma[11][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static const word_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static inline word_t rotate_right(word_t x, int n) {
    return x >> n | x << (32 - n);
}

/* G (2.1.2). */
static inline void mix(word_t *a, word_t *b, word_t *c, word_t *d, word_t first, word_t second) {
    *a = (*a + first) + *b;
    *d = rotate_right(*d ^ *a, 16);
    *c += *d;
    *b = rotate_right(*b ^ *c, 12);
    *a = (*a + second) + *b;
    *d = rotate_right(*d ^ *a, 8);
    *c += *d;
    *b = rotate_right(*b ^ *c, 7);
}

/* Four G on the columns of the state. Rows 1 to 3 then move, so that its diagonals are columns, or are diagonals again: the same for row 2. */
static inline struct words half_round(struct words v, struct addends add, bit diagonal) {
    UNROLL for (int i = 0; i < 4; i++) mix(&v.w[i], &v.w[4 + i], &v.w[8 + i], &v.w[12 + i], add.w[2 * i], add.w[2 * i + 1]);
    struct words out = v;
    UNROLL for (int i = 0; i < 4; i++) {
        word_t after_1 = v.w[4 + (i + 1) % 4], after_3 = v.w[12 + (i + 1) % 4];
        word_t before_1 = v.w[4 + (i + 3) % 4], before_3 = v.w[12 + (i + 3) % 4];
        out.w[4 + i] = diagonal ? before_1 : after_1;
        out.w[8 + i] = v.w[8 + (i + 2) % 4];
        out.w[12 + i] = diagonal ? after_3 : before_3;
    }
    return out;
}

/* What the half round with this number adds. */
static inline struct addends chosen(struct words message, half_t half) {
    struct addends add = any(struct addends);
    UNROLL for (int i = 0; i < 8; i++) {
        uint_t(4) of_word = sigma[half >> 1][(half & 1) << 3 | i], of_constant = sigma[half >> 1][(half & 1) << 3 | (i ^ 1)];
        add.w[i] = message.w[of_word] ^ constants[of_constant];
    }
    return add;
}

/* The state at the start of a block; `bytes` of the message are hashed with it (2.1.2). */
static inline struct words begun(const word_t *hash, count_t bytes) {
    uint_t(64) bits = (uint_t(64))bytes << 3;
    struct words v = any(struct words);
    UNROLL for (int i = 0; i < 8; i++) {
        v.w[i] = hash[i];
        v.w[8 + i] = constants[i] ^ (i < 4 ? (word_t)0 : i < 6 ? (word_t)bits : (word_t)(bits >> 32));
    }
    return v;
}

HARDWARE void blake_r2(void) {
    word_t hash[8];
    UNROLL for (int i = 0; i < 8; i++) hash[i] = initial[i];
    count_t bytes = 0; /* of the message so far */
    bit last = any(bit);
    struct words message = any(struct words), v = any(struct words);
    struct addends add = any(struct addends);
    do {
        struct block block = stream_read(block);
        last = block.last;
        bytes += block.bytes;
        UNROLL for (int j = 0; j < 16; j++) message.w[j] = block.data >> (480 - 32 * j);
        v = begun(hash, block.bytes == 0 ? (count_t)0 : bytes);
        add = chosen(message, 0);
        wait();
        for (half_t i = 1; i <= HALF_ROUNDS; i++) {
            expect_cycles(1);
            v = half_round(v, add, ~i);
            add = chosen(message, i);
        }
        UNROLL for (int i = 0; i < 8; i++) hash[i] ^= v.w[i] ^ v.w[8 + i];
    } while (!last);
    digest_t digest = 0;
    UNROLL for (int i = 0; i < 8; i++) digest = digest << 32 | hash[i];
    stream_write(digest, digest);
}
