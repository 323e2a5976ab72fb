/* AES-128 (FIPS 197), byte by byte: encryption as in 5.1, decryption as in 5.3, the key schedule of 5.2 first. */
#define KEY_BYTES 16
#define BLOCK_BYTES 16
#include "../../../include/block_program.h"

#define ROUNDS 10

/* Byte i of a block stands in row i % 4, column i / 4. */
typedef uint8_t block_t[16];

/* 4.2: multiplication modulo x^8 + x^4 + x^3 + x + 1. */
static uint8_t multiply(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1, a = (uint8_t)(a << 1 ^ (a >> 7) * 0x1b)) product ^= (b & 1) * a;
    return product;
}

/* 5.1.1: the inverse, as the 254th power, then the affine map. */
static uint8_t s_box(uint8_t x) {
    uint8_t inverse = 1, y = 0x63;
    for (int i = 0; i < 254; i++) inverse = multiply(inverse, x);
    for (int i = 0; i < 5; i++) y ^= (uint8_t)(inverse << i | inverse >> (8 - i));
    return y;
}

static uint8_t substitution[256], inverse_substitution[256];

static void make_tables(void) {
    for (int x = 0; x < 256; x++) {
        substitution[x] = s_box(x);
        inverse_substitution[substitution[x]] = x;
    }
}

/* 5.2 */
static void expand(const block_t key, block_t keys[ROUNDS + 1]) {
    uint8_t constant = 1;
    if (!substitution[0]) make_tables();
    memcpy(keys[0], key, sizeof(block_t));
    for (int round = 1; round <= ROUNDS; round++, constant = multiply(constant, 2)) {
        for (int i = 0; i < 16; i++) {
            uint8_t before = i < 4 ? substitution[keys[round - 1][12 + (i + 1) % 4]] : keys[round][i - 4];
            keys[round][i] = keys[round - 1][i] ^ before ^ (i == 0 ? constant : 0);
        }
    }
}

static void add_round_key(block_t state, const block_t key) {
    for (int i = 0; i < 16; i++) state[i] ^= key[i];
}

static void substitute_bytes(block_t state, const uint8_t table[256]) {
    for (int i = 0; i < 16; i++) state[i] = table[state[i]];
}

/* Row r moves r columns to the left; `turns` is 1, or 3 for the inverse. */
static void shift_rows(block_t state, int turns) {
    block_t old;
    memcpy(old, state, sizeof old);
    for (int i = 0; i < 16; i++) state[i] = old[(i + 4 * turns * (i % 4)) % 16];
}

static void mix_columns(block_t state, const uint8_t row[4]) {
    block_t old;
    memcpy(old, state, sizeof old);
    memset(state, 0, sizeof old);
    for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 4; j++) state[i] ^= multiply(row[j], old[i / 4 * 4 + (i + j) % 4]);
    }
}

void encrypt(const block_t key, const block_t block, block_t state) {
    static const uint8_t row[4] = {2, 3, 1, 1};
    block_t keys[ROUNDS + 1];
    expand(key, keys);
    memcpy(state, block, sizeof(block_t));
    add_round_key(state, keys[0]);
    for (int round = 1; round <= ROUNDS; round++) {
        substitute_bytes(state, substitution);
        shift_rows(state, 1);
        if (round < ROUNDS) mix_columns(state, row);
        add_round_key(state, keys[round]);
    }
}

void decrypt(const block_t key, const block_t block, block_t state) {
    static const uint8_t row[4] = {0x0e, 0x0b, 0x0d, 0x09};
    block_t keys[ROUNDS + 1];
    expand(key, keys);
    memcpy(state, block, sizeof(block_t));
    add_round_key(state, keys[ROUNDS]);
    for (int round = ROUNDS - 1; round >= 0; round--) {
        shift_rows(state, 3);
        substitute_bytes(state, inverse_substitution);
        add_round_key(state, keys[round]);
        if (round) mix_columns(state, row);
    }
}
