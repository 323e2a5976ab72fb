/* Luffa-256 v2: a block is injected in a cycle of its own, and a step of the three permutations takes a cycle; 9 cycles a block.
 *
 * The blank round of the finalisation takes nine cycles too. The digest leaves in a cycle of its own.
 */
#define BLOCK_BITS 256
#define DIGEST_BITS 256
#include <hash_core.h>

#define WIDTH 3 /* w, the number of permutations */
#define STEPS 8

typedef uint_t(32) word_t;
typedef uint_t(4) step_t;

struct sub_state {
    word_t a[8];
};

struct state {
    struct sub_state h[WIDTH];
};

/* The starting variables V_j. */
static const struct state starting = {{
    {{0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465, 0x6e292011, 0x90152df4, 0xee058139, 0xdef610bb}},
    {{0xc3b44b95, 0xd9d2f256, 0x70eee9a0, 0xde099fa3, 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e, 0x746cd581}},
    {{0xf7efc89d, 0x5dba5781, 0x04016ce5, 0xad659c05, 0x0306194f, 0x666d1836, 0x24aa230a, 0x8b264ae7}},
}};

/* The constants of the steps of Q_j: those that are added to word 0 and to word 4. */
ROM static const word_t constants_0[WIDTH][STEPS] = {
    {0x303994a6, 0xc0e65299, 0x6cc33a12, 0xdc56983e, 0x1e00108f, 0x7800423d, 0x8f5b7882, 0x96e1db12},
    {0xb6de10ed, 0x70f47aae, 0x0707a3d4, 0x1c1e8f51, 0x707a3d45, 0xaeb28562, 0xbaca1589, 0x40a46f3e},
    {0xfc20d9d2, 0x34552e25, 0x7ad8818f, 0x8438764a, 0xbb6de032, 0xedb780c8, 0xd9847356, 0xa2c78434},
};
ROM static const word_t constants_4[WIDTH][STEPS] = {
    {0xe0337818, 0x441ba90d, 0x7f34d442, 0x9389217f, 0xe5a8bce6, 0x5274baf4, 0x26889ba7, 0x9a226e9d},
    {0x01685f3d, 0x05a17cf4, 0xbd09caca, 0xf4272b28, 0x144ae5cc, 0xfaa7ae2b, 0x2e48f1c1, 0xb923c704},
    {0xe25e72c1, 0xe623bb72, 0x5c58a4a4, 0x1e38e2e7, 0x78e38b9d, 0x27586719, 0x36eda57f, 0x703aace7},
};

static inline word_t rotate_left(word_t x, int n) {
    return n == 0 ? x : x << n | x >> (32 - n);
}

/* Times 2 in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1: 32 elements, bit i of each in word i. */
static inline struct sub_state doubled(struct sub_state s) {
    word_t top = s.a[7];
    return (struct sub_state){{top, s.a[0] ^ top, s.a[1], s.a[2] ^ top, s.a[3] ^ top, s.a[4], s.a[5], s.a[6]}};
}

static inline struct sub_state sum(struct sub_state x, struct sub_state y) {
    UNROLL for (int i = 0; i < 8; i++) x.a[i] ^= y.a[i];
    return x;
}

static inline struct sub_state words_of(block_t block) {
    struct sub_state words = {0};
    UNROLL for (int i = 0; i < 8; i++) words.a[i] = block >> (224 - 32 * i);
    return words;
}

static inline digest_t digest_of(struct state s) {
    struct sub_state words = sum(sum(s.h[0], s.h[1]), s.h[2]);
    digest_t digest = 0;
    UNROLL for (int i = 0; i < 8; i++) digest = digest << 32 | words.a[i];
    return digest;
}

/* The message injection, and the tweak with which the permutations begin. */
SHARED static struct state inject(struct state s, struct sub_state block) {
    struct sub_state all = doubled(sum(sum(s.h[0], s.h[1]), s.h[2]));
    UNROLL for (int j = 0; j < WIDTH; j++) {
        s.h[j] = sum(s.h[j], sum(all, block));
        block = doubled(block);
        UNROLL for (int i = 4; i < 8; i++) s.h[j].a[i] = rotate_left(s.h[j].a[i], j);
    }
    return s;
}

/* 32 S-boxes, bit 0 of each in the first word: the table of the specification as the algebraic normal form of each bit. */
static inline void sub_crumb(word_t *a0, word_t *a1, word_t *a2, word_t *a3) {
    word_t x0 = *a0, x1 = *a1, x2 = *a2, x3 = *a3;
    *a0 = ~(x0 ^ x1 ^ (x1 & x2) ^ (x0 & x3) ^ (x1 & x3) ^ (x0 & x1 & x3) ^ (x0 & x2 & x3));
    *a1 = x0 ^ (x0 & x1) ^ (x1 & x2) ^ x3 ^ (x0 & x3) ^ (x1 & x3) ^ (x0 & x1 & x3) ^ (x0 & x2 & x3);
    *a2 = ~(x1 ^ (x0 & x2) ^ (x1 & x2) ^ (x0 & x1 & x2) ^ x3 ^ (x1 & x3) ^ (x0 & x1 & x3) ^ (x2 & x3));
    *a3 = ~(x1 ^ x2 ^ (x0 & x2) ^ (x1 & x2) ^ (x0 & x1 & x2) ^ (x0 & x3) ^ (x1 & x3) ^ (x0 & x1 & x3) ^ (x2 & x3));
}

static inline void mix_word(word_t *left, word_t *right) {
    *right ^= *left;
    *left = rotate_left(*left, 2) ^ *right;
    *right = rotate_left(*right, 14) ^ *left;
    *left = rotate_left(*left, 10) ^ *right;
    *right = rotate_left(*right, 1);
}

/* A step of the three permutations. */
SHARED static struct state step(struct state s, uint_t(3) number) {
    UNROLL for (int j = 0; j < WIDTH; j++) {
        word_t *a = s.h[j].a;
        sub_crumb(&a[0], &a[1], &a[2], &a[3]);
        sub_crumb(&a[5], &a[6], &a[7], &a[4]);
        UNROLL for (int i = 0; i < 4; i++) mix_word(&a[i], &a[i + 4]);
        a[0] ^= constants_0[j][number];
        a[4] ^= constants_4[j][number];
    }
    return s;
}

static inline struct state permute(struct state s) {
    for (step_t i = 0; i < STEPS; i++) {
        expect_cycles(1);
        s = step(s, i);
    }
    return s;
}

HARDWARE void luffa(void) {
    struct state state = starting;
    bit last = any(bit);
    do {
        struct block block = stream_read(block);
        last = block.last;
        state = inject(state, words_of(block.data));
        wait();
        state = permute(state);
    } while (!last);
    wait();
    state = inject(state, (struct sub_state){0}); /* the blank round */
    state = permute(state);
    wait();
    stream_write(digest, digest_of(state));
}
