/* Trivia-SC and the hash VPV of TriviA-ck v2. */
#include "state.h"

/* x^32 = x^22 + x^2 + x + 1 and x^64 = x^4 + x^3 + x + 1: the fields of tag and checksum. */
static const uint32_t alpha_polynomial = 0x00400007;
static const uint64_t beta_polynomial = 0x1b;

/* The 64 bits of a register that end with bit `last`, counted from 1. */
static uint64_t bits_to(const uint64_t *r, int last) {
    const int word = (last - 64) / 64, shift = (last - 64) % 64;
    return shift == 0 ? r[word] : r[word] << shift | r[word + 1] >> (64 - shift);
}

uint64_t trivia_key_stream(const trivia_state *s) {
    return bits_to(s->a, 66) ^ bits_to(s->a, 132) ^ bits_to(s->b, 69) ^ bits_to(s->b, 105) ^ bits_to(s->c, 66) ^ bits_to(s->c, 147)
           ^ (bits_to(s->a, 102) & bits_to(s->b, 66));
}

uint64_t trivia_update(trivia_state *s) {
    const uint64_t z = trivia_key_stream(s);
    const uint64_t t1 = bits_to(s->a, 66) ^ bits_to(s->a, 132) ^ (bits_to(s->a, 130) & bits_to(s->a, 131)) ^ bits_to(s->b, 96);
    const uint64_t t2 = bits_to(s->b, 69) ^ bits_to(s->b, 105) ^ (bits_to(s->b, 103) & bits_to(s->b, 104)) ^ bits_to(s->c, 120);
    const uint64_t t3 = bits_to(s->c, 66) ^ bits_to(s->c, 147) ^ (bits_to(s->c, 145) & bits_to(s->c, 146)) ^ bits_to(s->a, 75);
    *s = (trivia_state){{t3, s->a[0], s->a[1]}, {t1, s->b[0]}, {t2, s->c[0], s->c[1]}};
    return z;
}

static uint32_t times_alpha(uint32_t a) {
    return a << 1 ^ (a >> 31 ? alpha_polynomial : 0);
}

static uint64_t times_beta(uint64_t a) {
    return a << 1 ^ (a >> 63 ? beta_polynomial : 0);
}

static uint32_t multiply(uint32_t a, uint32_t b) {
    uint32_t product = 0;
    for (int i = 31; i >= 0; i--) product = times_alpha(product) ^ (b >> i & 1 ? a : 0);
    return product;
}

/* The halves of 16 bits with an even number, or with an odd one. */
static uint32_t even_halves(uint64_t block) {
    return (uint32_t)(block >> 32 & 0xffff0000) | (uint32_t)(block >> 16 & 0xffff);
}

static uint32_t odd_halves(uint64_t block) {
    return even_halves(block << 16);
}

void trivia_add_to_tag(trivia_hash *h, const trivia_state *s, uint64_t block) {
    const uint64_t sum = block ^ s->a[0];
    const uint32_t product = multiply(even_halves(sum), odd_halves(sum));
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++) h->tag[i] = times_alpha(h->tag[i]);
        h->tag[i] ^= product;
    }
}

void trivia_add_to_checksum(trivia_hash *h, uint64_t block) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < i; j++) h->checksum[i] = times_beta(h->checksum[i]);
        h->checksum[i] ^= block;
    }
}
