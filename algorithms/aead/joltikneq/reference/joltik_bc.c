/* Joltik-BC-192: 32 rounds in the manner of AES on 16 nibbles, nibble 4c + r in row r of column c. */
#include "joltik_bc.h"

#include <stdint.h>
#include <string.h>

enum { ROUNDS = 32 };

typedef uint8_t nibbles_t[16];

static const uint8_t s_box[16] = {14, 4, 11, 2, 3, 8, 0, 9, 1, 10, 7, 15, 6, 12, 5, 13};

static void load(nibbles_t nibbles, const unsigned char bytes[8]) {
    for (int i = 0; i < 16; i++) nibbles[i] = i % 2 ? bytes[i / 2] & 15 : bytes[i / 2] >> 4;
}

static void store(unsigned char bytes[8], const nibbles_t nibbles) {
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(nibbles[2 * i] << 4 | nibbles[2 * i + 1]);
}

/* The product in GF(2^4) with x^4 = x + 1. */
static uint8_t times(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1) {
        if (b & 1) product ^= a;
        a = (uint8_t)((a << 1 ^ (a & 8 ? 3 : 0)) & 15);
    }
    return product;
}

static void add(nibbles_t sum, const nibbles_t term) {
    for (int i = 0; i < 16; i++) sum[i] ^= term[i];
}

/* Row r moves r columns to the left. */
static void substitute_and_shift(nibbles_t state) {
    nibbles_t before;
    memcpy(before, state, 16);
    for (int i = 0; i < 16; i++) state[i] = s_box[before[(i + 4 * (i % 4)) % 16]];
}

static void undo_substitute_and_shift(nibbles_t state) {
    nibbles_t before;
    memcpy(before, state, 16);
    for (int i = 0; i < 16; i++) {
        uint8_t x = 0;
        while (s_box[x] != before[i]) x++;
        state[(i + 4 * (i % 4)) % 16] = x;
    }
}

/* An involution. */
static void mix(nibbles_t state) {
    static const uint8_t first_row[4] = {1, 4, 9, 13};
    nibbles_t mixed = {0};
    for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 4; j++) mixed[i] ^= times(state[i / 4 * 4 + j], first_row[i % 4 ^ j]);
    }
    memcpy(state, mixed, 16);
}

/* The permutation h, in the direction of the designers' software: nibble i goes to place h[i]; and a product with each nibble. */
static void step(nibbles_t word, uint8_t factor) {
    static const uint8_t h[16] = {1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8};
    nibbles_t next;
    for (int i = 0; i < 16; i++) next[h[i]] = times(word[i], factor);
    memcpy(word, next, 16);
}

/* All subtweakeys: the sum of the three words of the tweakey and of a constant, which a register of six bits gives. */
static void expand(nibbles_t subtweakeys[ROUNDS + 1], const unsigned char key[16], const unsigned char tweak[8]) {
    nibbles_t tk1, tk2, tk3;
    unsigned constant = 1;
    load(tk1, key);
    load(tk2, key + 8);
    load(tk3, tweak);
    for (int round = 0; round <= ROUNDS; round++) {
        const nibbles_t of_round = {0, 1, 2, 3, (uint8_t)(constant >> 3), constant & 7, (uint8_t)(constant >> 3), constant & 7};
        memcpy(subtweakeys[round], tk1, 16);
        add(subtweakeys[round], tk2);
        add(subtweakeys[round], tk3);
        add(subtweakeys[round], of_round);
        step(tk1, 1);
        step(tk2, 2);
        step(tk3, 4);
        constant = (constant << 1 | (~(constant >> 5 ^ constant >> 4) & 1)) & 63;
    }
}

void encrypt_block(unsigned char output[8], const unsigned char input[8], const unsigned char key[16], const unsigned char tweak[8]) {
    nibbles_t subtweakeys[ROUNDS + 1], state;
    expand(subtweakeys, key, tweak);
    load(state, input);
    add(state, subtweakeys[0]);
    for (int round = 1; round <= ROUNDS; round++) {
        substitute_and_shift(state);
        mix(state);
        add(state, subtweakeys[round]);
    }
    store(output, state);
}

void decrypt_block(unsigned char output[8], const unsigned char input[8], const unsigned char key[16], const unsigned char tweak[8]) {
    nibbles_t subtweakeys[ROUNDS + 1], state;
    expand(subtweakeys, key, tweak);
    load(state, input);
    for (int round = ROUNDS; round > 0; round--) {
        add(state, subtweakeys[round]);
        mix(state);
        undo_substitute_and_shift(state);
    }
    add(state, subtweakeys[0]);
    store(output, state);
}
