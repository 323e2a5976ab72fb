/* Hamsi-256: a round a cycle, 3 cycles a block and 6 for the last one.
 *
 * A block is expanded beside the last round of the one before it, or in a cycle of its own where it is the first. The digest leaves with the last
 * round.
 */
#define BLOCK_BITS 32
#define DIGEST_BITS 256
#include <hash_core.h>

#define ROUNDS 3
#define FINAL_ROUNDS 6

typedef uint_t(32) word_t;
typedef uint_t(3) round_t;

struct words {
    word_t w[8];
};

struct state {
    word_t s[16];
};

static const struct words initial = {{0x76657273, 0x69746569, 0x74204c65, 0x7576656e, 0x2c204465, 0x70617274, 0x656d656e, 0x7420456c}};

/* The code of the message expansion (2.2.4), a linear one over GF(4) of length 128 and dimension 16: a row for each pair of bits of a block,
 * the first byte first and the least significant bit of a byte first. The 128 elements of a row are bits of words 0 to 3, and of words 4 to 7
 * for what is multiplied by the root w of x^2 + x + 1. */
static const word_t code[16][8] = {
    {0x74951000, 0x5a2b467e, 0x88fd1d2b, 0x1ee68292, 0xcba90000, 0x90273769, 0xbbdcf407, 0xd0f4af61},
    {0xe92a2000, 0xb4578cfc, 0x11fa3a57, 0x3dc90524, 0x97530000, 0x204f6ed3, 0x77b9e80f, 0xa1ec5ec1},
    {0x121b4000, 0x5b17d9e8, 0x8dfacfab, 0xce36cc72, 0xe6570000, 0x4bb33a25, 0x848598ba, 0x1041003e},
    {0xe4788000, 0x859673c1, 0xb5fb2452, 0x29cc5edf, 0x045f0000, 0x9c4a93c9, 0x62fc79d0, 0x731ebdc2},
    {0xb7a40100, 0x8a1f31d8, 0x8589d8ab, 0xe6c46464, 0x734c0000, 0x956fa7d6, 0xa29d1297, 0x6ee56854},
    {0xa7b80200, 0x1f128433, 0x60e5f9f2, 0x9e147576, 0xee260000, 0x124b683e, 0x80c2d68f, 0x3bf3ab2c},
    {0x8f3e0400, 0x0d9dc877, 0x6fc548e1, 0x898d2cd6, 0x14bd0000, 0x2fba37ff, 0x6a72e5bb, 0x247febe6},
    {0xde320800, 0x288350fe, 0x71852ac7, 0xa6bf9f96, 0xe18b0000, 0x5459887d, 0xbf1283d3, 0x1b666a73},
    {0x515c0010, 0x40f372fb, 0xfce72602, 0x71575061, 0x2e390000, 0x64dd6689, 0x3cd406fc, 0xb1f490bc},
    {0xa2b80020, 0x81e7e5f6, 0xf9ce4c04, 0xe2afa0c0, 0x5c720000, 0xc9bacd12, 0x79a90df9, 0x63e92178},
    {0x4dce0040, 0x3b5bec7e, 0x36656ba8, 0x23633a05, 0x78ab0000, 0xa0cd5a34, 0x5d5ca0f7, 0x727784cb},
    {0x5bd20080, 0x450f18ec, 0xc2c46c55, 0xf362b233, 0x39a60000, 0x4ab753eb, 0xd14e094b, 0xb772b42b},
    {0xc04e0001, 0x33b9c010, 0xae0ebb05, 0xb5a4c63b, 0xc8f10000, 0x0b2de782, 0x6bf648a4, 0x539cbdbf},
    {0x88230002, 0x5fe7a7b3, 0x99e585aa, 0x8d75f7f1, 0x51ac0000, 0x25e30f14, 0x79e22a4c, 0x1298bd46},
    {0xd0080004, 0x8c768f77, 0x9dc5b050, 0xaf4a29da, 0x6ba90000, 0x40ebf9aa, 0x98321c3d, 0x76acc733},
    {0xa8ae0008, 0x2079397d, 0xfe739301, 0xb8a92831, 0x171c0000, 0xb26e3344, 0x9e6a837e, 0x58f8485f},
};

/* The constants of the rounds of P and of Pf (2.3.1, 2.4), word by word of the state. */
static const word_t alpha[2][16] = {
    {
        0xff00f0f0, 0xccccaaaa, 0xf0f0cccc, 0xff00aaaa, 0xf0f0cccc, 0xaaaaff00, 0xccccff00, 0xaaaaf0f0,
        0xccccaaaa, 0xff00f0f0, 0xff00aaaa, 0xf0f0cccc, 0xaaaaff00, 0xf0f0cccc, 0xaaaaf0f0, 0xccccff00,
    },
    {
        0xcaf9639c, 0x0ff0f9c0, 0x639c0ff0, 0xcaf9f9c0, 0x639c0ff0, 0xf9c0caf9, 0x0ff0caf9, 0xf9c0639c,
        0x0ff0f9c0, 0xcaf9639c, 0xcaf9f9c0, 0x639c0ff0, 0xf9c0caf9, 0x639c0ff0, 0xf9c0639c, 0x0ff0caf9,
    },
};

static inline word_t rotate_left(word_t x, int n) {
    return x << n | x >> (32 - n);
}

/* A block as elements u + v w of GF(4), each times its row: u times the row, and v times w times the row, which is (c + d w) w = d + (c + d) w. */
static inline struct words expand(block_t block) {
    struct words m = {{0}};
    UNROLL for (int row = 0; row < 16; row++) {
        int place = 24 - 8 * (row / 4) + 2 * (row % 4);
        bit u = block >> place, v = block >> (place + 1);
        UNROLL for (int i = 0; i < 4; i++) {
            word_t c = code[row][i], d = code[row][4 + i];
            m.w[i] ^= (u ? c : 0) ^ (v ? d : 0);
            m.w[4 + i] ^= (u ? d : 0) ^ (v ? c ^ d : 0);
        }
    }
    return m;
}

/* 32 S-boxes, bit 0 of each in the first word (2.3.2). */
static inline void substitute(word_t *a, word_t *b, word_t *c, word_t *d) {
    word_t p = (*a & *c) ^ *d, q = *c ^ *b ^ p, r = (*d | *a) ^ *b;
    word_t s = *a ^ q ^ (p & r), t = (r | (*a ^ q)) ^ p;
    *a = q;
    *b = t;
    *c = r ^ t ^ s;
    *d = ~s;
}

/* L (2.3.3). */
static inline void diffuse(word_t *a, word_t *b, word_t *c, word_t *d) {
    *a = rotate_left(*a, 13);
    *c = rotate_left(*c, 3);
    *b = rotate_left(*b ^ *a ^ *c, 1);
    *d = rotate_left(*d ^ *c ^ *a << 3, 7);
    *a = rotate_left(*a ^ *b ^ *d, 5);
    *c = rotate_left(*c ^ *d ^ *b << 7, 22);
}

/* A round of P or Pf on a state of four rows of four words: the S-boxes take a column, L takes a diagonal. */
static inline struct state round(struct state x, round_t number, bit final) {
    word_t *s = x.s;
    UNROLL for (int i = 0; i < 16; i++) s[i] ^= final ? alpha[1][i] : alpha[0][i];
    s[1] ^= number;
    UNROLL for (int i = 0; i < 4; i++) substitute(&s[i], &s[4 + i], &s[8 + i], &s[12 + i]);
    UNROLL for (int i = 0; i < 4; i++) diffuse(&s[i], &s[4 + (i + 1) % 4], &s[8 + (i + 2) % 4], &s[12 + (i + 3) % 4]);
    return x;
}

/* A block into the chain value: expansion, concatenation (2.2.5), P or Pf, truncation (2.3.4) and the chain value again. */
static inline struct words compressed(struct words h, block_t block, bit final) {
    struct words m = expand(block);
    struct state x = {{
        m.w[0], m.w[1], h.w[0], h.w[1], h.w[2], h.w[3], m.w[2], m.w[3], m.w[4], m.w[5], h.w[4], h.w[5], h.w[6], h.w[7], m.w[6], m.w[7],
    }};
    for (round_t i = 0; i < (final ? FINAL_ROUNDS : ROUNDS); i++) {
        expect_cycles(1);
        x = round(x, i, final);
    }
    UNROLL for (int i = 0; i < 4; i++) {
        h.w[i] ^= x.s[i];
        h.w[4 + i] ^= x.s[8 + i];
    }
    return h;
}

HARDWARE void hamsi(void) {
    struct words chain = initial;
    bit last = any(bit);
    do {
        struct block block = stream_read(block);
        last = block.last;
        chain = compressed(chain, block.data, last);
    } while (!last);
    digest_t digest = 0;
    UNROLL for (int i = 0; i < 8; i++) digest = digest << 32 | chain.w[i];
    stream_write(digest, digest);
}
