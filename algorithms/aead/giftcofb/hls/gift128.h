/* GIFT-128 (GIFT-COFB 1.1, section 2.3), a round a cycle. The state is S0 to S3, the key W0 to W7, the first word most significant. */
#ifndef GIFT128_H
#define GIFT128_H

typedef uint_t(32) word_t;
typedef uint_t(16) key_word_t;
typedef uint_t(6) constant_t;

#define FIRST_CONSTANT ((constant_t)0x01)
#define LAST_CONSTANT ((constant_t)0x1a) /* of round 40 */

/* Bit 4 i + j of word w goes to bit 8 t + i, where t is (w - j) mod 4. */
static inline word_t permute_bits(word_t word, int w) {
    word_t moved = 0;
    UNROLL for (int i = 0; i < 8; i++) {
        UNROLL for (int j = 0; j < 4; j++) moved |= (word_t)(bit)(word >> (4 * i + j)) << (8 * ((w + 4 - j) % 4) + i);
    }
    return moved;
}

static inline key_word_t turn(key_word_t word, int right) {
    return word >> right | word << (16 - right);
}

static inline constant_t next_constant(constant_t c) {
    return c << 1 | (constant_t)(bit)~((bit)(c >> 5) ^ (bit)(c >> 4));
}

/* SubCells, PermBits, AddRoundKey. */
static inline block_t round_of(block_t state, cipher_key_t key, constant_t constant) {
    word_t s0 = state >> 96, s1 = state >> 64, s2 = state >> 32, s3 = state;
    s1 ^= s0 & s2;
    s0 ^= s1 & s3;
    s2 ^= s0 | s1;
    s3 ^= s2;
    s1 ^= s3;
    s3 = ~s3;
    s2 ^= s0 & s1;
    word_t t0 = permute_bits(s3, 0), t1 = permute_bits(s1, 1), t2 = permute_bits(s2, 2), t3 = permute_bits(s0, 3);
    t1 ^= (word_t)key;
    t2 ^= (word_t)(key >> 64);
    t3 ^= (word_t)0x80000000 | constant;
    return (block_t)t0 << 96 | (block_t)t1 << 64 | (block_t)t2 << 32 | t3;
}

/* W6 and W7, turned, go in front. */
static inline cipher_key_t next_key(cipher_key_t key) {
    return (cipher_key_t)turn(key >> 16, 2) << 112 | (cipher_key_t)turn(key, 12) << 96 | key >> 32;
}

/* 40 rounds, with round keys made on the way. */
static inline block_t encrypt(block_t state, cipher_key_t key) {
    bit last = 0;
    for (constant_t constant = FIRST_CONSTANT; !last; constant = next_constant(constant)) {
        last = constant == LAST_CONSTANT;
        state = round_of(state, key, constant);
        key = next_key(key);
    }
    return state;
}

#endif
