/* ACORN-128 v3 (ACORN v3, 2016), section 1.3: 32 steps a cycle, or 8 for each byte of a block that is not full. */
#define KEY_BITS 128
#define BLOCK_BITS 32
#include <cipher_core.h>

typedef uint_t(293) state_t; /* bit i is S_i */
typedef uint_t(32) word_t;
typedef uint_t(93) shift_register_t; /* the longest, 61 bits, and the word that enters */

/* What enters each shift register in 32 steps, named by the bit of the state that the specification updates. */
struct feedback {
    word_t s61, s107, s154, s193, s230, s289, s293;
};

static inline word_t majority(word_t x, word_t y, word_t z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

static inline word_t choose(word_t x, word_t y, word_t z) {
    return (x & y) ^ (~x & z);
}

static inline word_t repeat(bit b) {
    return b ? ~(word_t)0 : (word_t)0;
}

/* 1.3.4, first half: what enters the lower five registers. Every tap lies 32 bits or more below the next feedback, so bit i of a word here is what
 * the tap shows at step i. */
static inline struct feedback mix(state_t s) {
    struct feedback in;
    in.s61 = (word_t)(s >> 61) ^ (word_t)(s >> 23) ^ (word_t)s;
    in.s107 = (word_t)(s >> 107) ^ (word_t)(s >> 66) ^ (word_t)(s >> 61);
    in.s154 = (word_t)(s >> 154) ^ (word_t)(s >> 111) ^ (word_t)(s >> 107);
    in.s193 = (word_t)(s >> 193) ^ (word_t)(s >> 160) ^ (word_t)(s >> 154);
    in.s230 = (word_t)(s >> 230) ^ (word_t)(s >> 196) ^ (word_t)(s >> 193);
    return in;
}

/* 1.3.2: the keystream of the next 32 steps. */
static inline word_t keystream(state_t s) {
    struct feedback in = mix(s);
    return (word_t)(s >> 12) ^ in.s154 ^ majority(s >> 235, in.s61, in.s193) ^ choose(in.s230, s >> 111, s >> 66);
}

/* Bits `low` to `high` - 1 of the state, in their place, after 32 or 8 steps in which the bits of `word` enter from above. */
static inline state_t shift_register(state_t state, int low, int high, word_t word, int steps) {
    shift_register_t ones = ((shift_register_t)1 << (high - low)) - 1;
    shift_register_t both = ((shift_register_t)(state >> low) & ones) | (shift_register_t)word << (high - low);
    return (state_t)((steps == 32 ? both >> 32 : both >> 8) & ones) << low;
}

static inline state_t shift(state_t s, struct feedback in, int steps) {
    return shift_register(s, 0, 61, in.s61, steps) | shift_register(s, 61, 107, in.s107, steps) | shift_register(s, 107, 154, in.s154, steps)
           | shift_register(s, 154, 193, in.s193, steps) | shift_register(s, 193, 230, in.s230, steps)
           | shift_register(s, 230, 289, in.s289, steps) | shift_register(s, 289, 293, in.s293, steps);
}

/* 1.3.3 and 1.3.4: 32 or 8 steps, into which the bits of `message` go. Only S289 sees bits that have just entered. */
SHARED static state_t update(state_t s, word_t message, bit ca, bit cb, int steps) {
    struct feedback in = mix(s);
    in.s293 = message ^ (word_t)s ^ ~in.s107 ^ majority(s >> 244, s >> 23, s >> 160) ^ (repeat(ca) & (word_t)(s >> 196))
              ^ (repeat(cb) & keystream(s));
    in.s289 = (in.s293 << 4 | (word_t)(s >> 289)) ^ (word_t)(s >> 235) ^ (word_t)(s >> 230);
    return shift(s, in, steps);
}

/* The cipher numbers bits from the least significant bit of the first byte. */
static inline word_t swap_bytes(word_t word) {
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

static inline word_t key_word(cipher_key_t key, uint_t(2) number) {
    word_t words[4] = {key >> 96, key >> 64, key >> 32, key};
    return swap_bytes(words[number]);
}

/* A block of AD, plaintext or ciphertext. With cb = 1 the keystream is added to it: what decrypts the ciphertext on its way. */
static inline state_t absorb(state_t s, struct bdi block, bit cb) {
    word_t input = swap_bytes(block.data);
    if (!block.partial) return update(s, input, 1, cb, 32);
    for (int i = 0; i < block.size; i++) {
        s = update(s, input, 1, cb, 8);
        input >>= 8;
    }
    return s;
}

/* The 256 steps that part AD, data and tag: a 1, then zeros; ca is 1 in the first half and 0 in the second. */
static inline state_t separate(state_t s, bit cb) {
    for (int i = 0; i < 8; i++) s = update(s, i == 0, i < 4, cb, 32);
    return s;
}

HARDWARE void acorn128(void) {
    REGISTER static cipher_key_t key;

    /* 1.3.5: initialisation. The key enters ahead of the message, or of a new key. */
    state_t s = 0;
    for (int i = 0; i < 4; i++) s = update(s, key_word(key, i), 1, 1, 32);
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }
    struct bdi block = stream_peek(bdi);
    bit decrypting = wire_read(decrypt);
    for (int i = 0; i < 4; i++) {
        block = stream_read(bdi);
        s = update(s, swap_bytes(block.data), 1, 1, 32);
    }
    for (int i = 0; i < 48; i++) s = update(s, key_word(key, i) ^ (i == 0), 1, 1, 32);

    /* 1.3.6: associated data. */
    while (!block.eoi && stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        s = absorb(s, block, 1);
    }
    s = separate(s, 1);

    /* 1.3.7: encryption, or decryption. */
    while (!block.eoi) {
        block = stream_read(bdi);
        stream_write(bdo, (struct bdo){block.data ^ swap_bytes(keystream(s)), block.size});
        s = absorb(s, block, decrypting);
    }
    s = separate(s, 0);

    /* 1.3.8: finalisation; the tag leaves, or is compared with the one that came. */
    for (int i = 0; i < 20; i++) s = update(s, 0, 1, 1, 32);
    bit equal = 1;
    for (int i = 0; i < 4; i++) {
        word_t tag = swap_bytes(keystream(s));
        if (decrypting) equal &= stream_read(bdi).data == tag;
        else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
        s = update(s, 0, 1, 1, 32);
    }
    if (decrypting) stream_write(msg_auth, equal);
}
