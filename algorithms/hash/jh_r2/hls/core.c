/* JH-256 of round 2: one round a cycle, and the last half round in a cycle; 36 cycles a block.
 *
 * A block is added to the first half of the state in the cycle of its first round, to the second half in the cycle of the half round. The digest
 * leaves in a cycle of its own. The constants of the rounds are made beside the rounds.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#define ROUNDS 35 /* and a half */

typedef uint_t(128) word_t; /* a bit of each even element, or of each odd one; that of the first element is the most significant */
typedef uint_t(32) short_t;  /* the same for the elements of a constant */
typedef uint_t(6) round_t;

#define WORDS(half) ((word_t)(half) << 64 | (half))

/* Elements of 4 bits, bit by bit, the most significant bit first. Grouping is wiring: these are the 128-bit words of the state in order. */
struct elements {
    word_t even[4], odd[4];
};

struct constant {
    short_t even[4], odd[4];
};

/* H(0), which no message changes. */
static const word_t initial[8] = {
    (word_t)0xc968b8e2c53a596e << 64 | 0x427e45ef1d7ae6e5,
    (word_t)0x6145b7d906711f7a << 64 | 0x2fc7617806a92201,
    (word_t)0x7b2991c1b91929e2 << 64 | 0xc42b4ce18cc5a2d6,
    (word_t)0x6220beca901b5ddf << 64 | 0xd3b205638ea7ac5f,
    (word_t)0x143e8cba6d313104 << 64 | 0xb0e7005490527271,
    (word_t)0x4cce321e075de510 << 64 | 0x1ba800ece2025178,
    (word_t)0x9f5772795fd104a5 << 64 | 0xf0b8b63425f5b238,
    (word_t)0x1670fa3e5f907f17 << 64 | 0xe28fc064e769ac90,
};

/* C_0: the first 256 bits of the fractional part of the square root of 2, its elements taken apart. */
static const struct constant first_constant = {{0x2ecc6180, 0xba5a76a4, 0xbcdb9447, 0x0ce7dfa2}, {0xc74bc1f1, 0x3417544c, 0xb8f9ccdf, 0x5a663574}};

/* The S-boxes S0 and S1, chosen by the bits of `c`. */
static inline void substitute_words(word_t *x, word_t c) {
    x[3] = ~x[3];
    x[0] ^= ~x[2] & c;
    word_t t = c ^ (x[0] & x[1]);
    x[0] ^= x[2] & x[3];
    x[3] ^= ~x[1] & x[2];
    x[1] ^= x[0] & x[2];
    x[2] ^= x[0] & ~x[3];
    x[0] ^= x[1] | x[3];
    x[3] ^= x[1] & x[2];
    x[1] ^= t & x[0];
    x[2] ^= t;
}

/* The bits 0, 2, 4, ... of a word, counted from the most significant one, packed into its more significant half: neighbours at first, then pairs,
 * and so on, come together. The bits 1, 3, 5, ... are those of the word shifted left. */
static inline word_t every_other(word_t x) {
    const word_t masks[6] = {
        WORDS(0xcccccccccccccccc), WORDS(0xf0f0f0f0f0f0f0f0), WORDS(0xff00ff00ff00ff00), WORDS(0xffff0000ffff0000), WORDS(0xffffffff00000000), ~(word_t)0 << 64,
    };
    x &= WORDS(0xaaaaaaaaaaaaaaaa);
    UNROLL for (int i = 0; i < 6; i++) x = (x | x << (1 << i)) & masks[i];
    return x;
}

/* L on pairs of elements: 2 a in GF(2^4) modulo x^4 + x + 1 is added to the odd one, then 2 of that one to the even one. */
static inline void mix(word_t *even, word_t *odd) {
    odd[0] ^= even[1];
    odd[1] ^= even[2];
    odd[2] ^= even[3] ^ even[0];
    odd[3] ^= even[0];
    even[0] ^= odd[1];
    even[1] ^= odd[2];
    even[2] ^= odd[3] ^ odd[0];
    even[3] ^= odd[0];
}

/* The permutation P_d of 2^d elements, of whose words each has `size` bits; they are the most significant ones, and what is below does not matter. */
static inline void permute(word_t *even, word_t *odd, int size) {
    word_t used = ~(word_t)0 << (128 - size);
    UNROLL for (int i = 0; i < 4; i++) {
        even[i] &= used;
        odd[i] &= used;
        even[i] = every_other(even[i]) | every_other(even[i] << 1) >> size / 2;
        odd[i] = every_other(odd[i] << 1) | every_other(odd[i]) >> size / 2;
    }
}

/* The bits of a constant for the even elements, or for the odd ones: those of its elements by turns. */
static inline word_t chosen(struct constant c, int first) {
    word_t bits = 0;
    UNROLL for (int i = 31; i >= 0; i--) {
        bits = bits << 1 | (c.even[first] >> i & 1);
        bits = bits << 1 | (c.even[first + 2] >> i & 1);
        bits = bits << 1 | (c.odd[first] >> i & 1);
        bits = bits << 1 | (c.odd[first + 2] >> i & 1);
    }
    return bits;
}

static inline struct elements substitute(struct elements a, word_t even_bits, word_t odd_bits) {
    substitute_words(a.even, even_bits);
    substitute_words(a.odd, odd_bits);
    return a;
}

static inline struct elements mixed(struct elements a) {
    mix(a.even, a.odd);
    permute(a.even, a.odd, 128);
    return a;
}

/* The next constant: a round on 64 elements, with S0 alone. */
static inline struct constant next(struct constant c) {
    word_t even[4], odd[4];
    struct constant out = any(struct constant);
    UNROLL for (int i = 0; i < 4; i++) {
        even[i] = (word_t)c.even[i] << 96;
        odd[i] = (word_t)c.odd[i] << 96;
    }
    substitute_words(even, 0);
    substitute_words(odd, 0);
    mix(even, odd);
    permute(even, odd, 32);
    UNROLL for (int i = 0; i < 4; i++) {
        out.even[i] = even[i] >> 96;
        out.odd[i] = odd[i] >> 96;
    }
    return out;
}

/* A block added to one half of the state: to the first words of its elements, or from word 2 on. */
static inline struct elements with_block(struct elements a, int from, block_t block) {
    UNROLL for (int i = 0; i < 2; i++) {
        a.even[from + i] ^= block >> (384 - 256 * i);
        a.odd[from + i] ^= block >> (256 - 256 * i);
    }
    return a;
}

HARDWARE void jh_r2(void) {
    struct elements state = any(struct elements);
    UNROLL for (int i = 0; i < 4; i++) {
        state.even[i] = initial[2 * i];
        state.odd[i] = initial[2 * i + 1];
    }
    bit last = any(bit);
    block_t message = any(block_t);
    do {
        struct constant constant = first_constant;
        bit first = 1;
        for (round_t i = 0; i <= ROUNDS; i++) {
            expect_cycles(1);
            if (first) {
                struct block block = stream_read(block);
                last = block.last;
                message = block.data;
                state = with_block(state, 0, message);
            }
            state = substitute(state, chosen(constant, 0), chosen(constant, 1));
            state = i < ROUNDS ? mixed(state) : with_block(state, 2, message);
            constant = next(constant);
            first = 0;
        }
    } while (!last);
    wait();
    stream_write(digest, (digest_t)state.even[3] << 128 | state.odd[3]);
}
