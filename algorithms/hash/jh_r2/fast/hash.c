/* JH-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read, and names its sections.
 *
 * Bit-sliced: word w of eight has bits 128 w to 128 w + 127 of the state, so that words 0, 2, 4 and 6 hold even elements, a bit of each in a word, the most
 * significant one first, and the others hold odd ones. In place of the permutation, bits of the odd words that lie 2^(round mod 7) apart change places; after
 * seven rounds every element is where it began. The bits of a constant are put where their elements are, once, at the first call.
 */
#include <stdint.h>
#include <string.h>

#include "api.h"

enum { STATE = 128, BLOCK = 64, ELEMENTS = 256, PLACES = 128, CONSTANT_ELEMENTS = 64, ROUNDS = 35, SWAPS = 7 };
#define WHOLE _Pragma("GCC unroll 8")

typedef uint64_t words[8][2]; /* bit 0 is the most significant of the first half */

static uint64_t constants[ROUNDS + 1][2][2]; /* by round; of even and of odd elements */

static const char first_constant[CONSTANT_ELEMENTS + 1] = "6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a";
static const unsigned char s_box_0[16] = {9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14};

static unsigned char doubled(unsigned char a) {
    return (unsigned char)((a << 1 & 15) ^ (a >> 3) * 3);
}

/* Where P_d (3.3) takes element i of `count`. */
static int moved(int i, int count) {
    int j = i ^ (i / 2 % 2);
    return j % 2 ? count / 2 + (j / 2 ^ 1) : j / 2;
}

/* A round of the constants: S0, L and the permutation. */
static void next_constant(unsigned char c[CONSTANT_ELEMENTS]) {
    unsigned char from[CONSTANT_ELEMENTS];
    for (int i = 0; i < CONSTANT_ELEMENTS; i++) from[i] = s_box_0[c[i]];
    for (int i = 0; i < CONSTANT_ELEMENTS; i += 2) {
        from[i + 1] ^= doubled(from[i]);
        from[i] ^= doubled(from[i + 1]);
    }
    for (int i = 0; i < CONSTANT_ELEMENTS; i++) c[moved(i, CONSTANT_ELEMENTS)] = from[i];
}

/* `element` is which one is at a place of the even or odd words; it moves with the permutation, then with the exchange. */
static void make_constants(void) {
    unsigned char c[CONSTANT_ELEMENTS];
    int element[2][PLACES], before[2][PLACES];
    if (constants[0][0][0]) return;
    for (int i = 0; i < CONSTANT_ELEMENTS; i++) c[i] = (unsigned char)(first_constant[i] < 'a' ? first_constant[i] - '0' : first_constant[i] - 'a' + 10);
    for (int i = 0; i < ELEMENTS; i++) element[i % 2][i / 2] = i;
    for (int round = 0; round <= ROUNDS; round++) {
        for (int i = 0; i < ELEMENTS; i++) {
            int place = i / 2, own = element[i % 2][place];
            uint64_t bit = c[own / 4] >> (3 - own % 4) & 1;
            constants[round][i % 2][place / 64] |= bit << (63 - place % 64);
        }
        memcpy(before, element, sizeof before);
        for (int i = 0; i < PLACES; i++) {
            element[0][i] = moved(before[0][i], ELEMENTS);
            element[1][i] = moved(before[1][i ^ 1 << round % SWAPS], ELEMENTS);
        }
        next_constant(c);
    }
}

/* The S-boxes (3.1) by their algebraic normal form: S0, and what S1 differs by where the constant is 1. */
static inline void substitute(words x, int odd, const uint64_t constant[2]) {
    WHOLE
    for (int half = 0; half < 2; half++) {
        uint64_t a = x[odd][half], b = x[2 + odd][half], c = x[4 + odd][half], d = x[6 + odd][half], k = constant[half];
        uint64_t bc = b & c, bd = b & d, cd = c & d, ac = a & c, abc = a & bc, bcd = b & cd, acd = a & cd;
        x[odd][half] = ~(a ^ c ^ d ^ bd ^ bcd ^ ac ^ acd ^ abc) ^ (k & ~c);
        x[2 + odd][half] = b ^ c ^ cd ^ ac ^ abc ^ (k & (a ^ d ^ bd ^ bcd ^ ac ^ acd ^ abc));
        x[4 + odd][half] = cd ^ bc ^ bcd ^ (a & d) ^ ac ^ (a & b) ^ abc ^ (k & ~(b ^ d ^ bc ^ cd));
        x[6 + odd][half] = ~(c ^ d ^ bc ^ bcd ^ acd ^ (a & bd) ^ abc) ^ (k & (bd ^ bcd));
    }
}

/* The elements of `to` plus twice those of `from`. */
static inline void add_doubled(words x, int to, int from) {
    WHOLE
    for (int half = 0; half < 2; half++) {
        uint64_t top = x[from][half];
        x[to][half] ^= x[2 + from][half];
        x[2 + to][half] ^= x[4 + from][half];
        x[4 + to][half] ^= x[6 + from][half] ^ top;
        x[6 + to][half] ^= top;
    }
}

/* Bits of the odd words that lie 2^step apart change places. */
static inline void exchange(words x, int step) {
    static const uint64_t masks[6] = {
        0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
    };
    WHOLE
    for (int word = 1; word < 8; word += 2) {
        uint64_t first = x[word][0], second = x[word][1];
        if (step == 6) {
            x[word][0] = second;
            x[word][1] = first;
        } else {
            x[word][0] = (first & masks[step]) << (1 << step) | (first >> (1 << step) & masks[step]);
            x[word][1] = (second & masks[step]) << (1 << step) | (second >> (1 << step) & masks[step]);
        }
    }
}

/* E_8 (3.6); grouping is the choice of words. */
static void permute(words x) {
    for (int begin = 0; begin < ROUNDS; begin += SWAPS) {
        WHOLE
        for (int step = 0; step < SWAPS; step++) {
            substitute(x, 0, constants[begin + step][0]);
            substitute(x, 1, constants[begin + step][1]);
            add_doubled(x, 1, 0);
            add_doubled(x, 0, 1);
            exchange(x, step);
        }
    }
    substitute(x, 0, constants[ROUNDS][0]);
    substitute(x, 1, constants[ROUNDS][1]);
}

static uint64_t loaded(const unsigned char *bytes) {
    uint64_t word = 0;
    WHOLE
    for (int i = 0; i < 8; i++) word = word << 8 | bytes[i];
    return word;
}

/* The compression function F_8 (3.7). */
static void compress(words h, const unsigned char *block) {
    uint64_t m[BLOCK / 8];
    for (int i = 0; i < BLOCK / 8; i++) {
        m[i] = loaded(block + 8 * i);
        h[i / 2][i % 2] ^= m[i];
    }
    permute(h);
    for (int i = 0; i < BLOCK / 8; i++) h[4 + i / 2][i % 2] ^= m[i];
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    words h = {{(uint64_t)CRYPTO_BYTES * 8 << 48}}; /* H(-1): the length of the digest in bits */
    const unsigned char zeros[BLOCK] = {0};
    unsigned long long left = inlen;
    make_constants();
    compress(h, zeros);
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(h, in);

    /* The padding: the length ends in the block behind the rest. */
    unsigned char rest[2 * BLOCK] = {0};
    int size = left == 0 ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < 8; i++) rest[size - 1 - i] = (unsigned char)((uint64_t)inlen << 3 >> 8 * i);
    rest[size - 9] = (unsigned char)(inlen >> 61);
    for (int i = 0; i < size; i += BLOCK) compress(h, rest + i);

    for (int i = 0; i < CRYPTO_BYTES; i++) {
        int byte = STATE - CRYPTO_BYTES + i;
        out[i] = (unsigned char)(h[byte / 16][byte / 8 % 2] >> (56 - 8 * (byte % 8)));
    }
    return 0;
}
