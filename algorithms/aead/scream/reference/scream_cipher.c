/* Scream, an LS-design: a state of eight rows of 16 bits, S-boxes on its columns and an L-box on each row. */
#include "scream_cipher.h"

#include <stdint.h>
#include <string.h>

enum { STEPS = 10, ROWS = 8 };

typedef uint16_t rows_t[ROWS];

/* The L-box: what each bit of a row becomes. Its matrix is orthogonal, so the transposed one is the inverse. */
static const uint16_t columns[16] = {
    0x385c, 0x52a9, 0x7bb3, 0x96c1, 0xd76d, 0x3ae0, 0xe524, 0xfea5, 0x464b, 0xf1af, 0xa133, 0x7f74, 0x6712, 0x7a6f, 0x701b, 0x8ab1,
};

static int parity(uint16_t x) {
    int sum = 0;
    for (; x; x &= (uint16_t)(x - 1)) sum ^= 1;
    return sum;
}

static void mix(rows_t x) {
    for (int row = 0; row < ROWS; row++) {
        uint16_t mixed = 0;
        for (int i = 0; i < 16; i++) {
            if (x[row] >> i & 1) mixed ^= columns[i];
        }
        x[row] = mixed;
    }
}

static void undo_mix(rows_t x) {
    for (int row = 0; row < ROWS; row++) {
        uint16_t mixed = 0;
        for (int i = 0; i < 16; i++) mixed |= (uint16_t)(parity(x[row] & columns[i]) << i);
        x[row] = mixed;
    }
}

/* An outer stage of the S-box, a Feistel round whose function of four bits is almost perfectly nonlinear. One of both stages has a NOT. */
static void outer_stage(rows_t x, uint16_t inverted) {
    const uint16_t a = (uint16_t)((x[1] & x[2]) ^ x[0] ^ inverted), b = x[1] ^ x[3], c = a ^ x[2];
    x[5] ^= c;
    x[6] ^= a & x[3];
    x[7] ^= c & b;
    x[4] ^= (c ^ x[3]) & (b ^ x[2]);
}

/* The stage between them, of a permutation of four bits. */
static void inner_stage(rows_t x) {
    const uint16_t a = (x[4] & x[5]) ^ x[6], c = (x[5] | x[6]) ^ x[7];
    x[0] ^= a;
    x[1] ^= (a & x[7]) ^ x[4];
    x[2] ^= c;
    x[3] ^= (c & x[4]) ^ x[5];
}

/* The S-box; its inverse has the NOT in the other outer stage. */
static void substitute(rows_t x, int inverse) {
    outer_stage(x, inverse ? 0xffff : 0);
    inner_stage(x);
    outer_stage(x, inverse ? 0 : 0xffff);
}

static uint16_t constant_of(int round) {
    return (uint16_t)(2199 * round);
}

static void load(rows_t x, const unsigned char bytes[16]) {
    for (int row = 0; row < ROWS; row++) x[row] = (uint16_t)(bytes[2 * row] | bytes[2 * row + 1] << 8);
}

static void store(unsigned char bytes[16], const rows_t x) {
    for (int i = 0; i < 16; i++) bytes[i] = (unsigned char)(x[i / 2] >> 8 * (i % 2));
}

/* The key and the tweak of a step. With the halves t0 and t1 the tweaks of three steps are (t0, t1), (t0 + t1, t0) and (t1, t0 + t1). */
static void add_tweakey(rows_t x, const rows_t key, const rows_t tweak, int step) {
    for (int row = 0; row < ROWS / 2; row++) {
        const uint16_t t0 = tweak[row], t1 = tweak[row + 4], sum = t0 ^ t1;
        x[row] ^= (uint16_t)(key[row] ^ (step % 3 == 0 ? t0 : step % 3 == 1 ? sum : t1));
        x[row + 4] ^= (uint16_t)(key[row + 4] ^ (step % 3 == 0 ? t1 : step % 3 == 1 ? t0 : sum));
    }
}

void scream_encrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16], const unsigned char tweak[16]) {
    rows_t x, k, t;
    load(x, input);
    load(k, key);
    load(t, tweak);
    add_tweakey(x, k, t, 0);
    for (int round = 0; round < 2 * STEPS; round++) {
        substitute(x, 0);
        x[0] ^= constant_of(round);
        mix(x);
        if (round % 2) add_tweakey(x, k, t, round / 2 + 1);
    }
    store(output, x);
}

void scream_decrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16], const unsigned char tweak[16]) {
    rows_t x, k, t;
    load(x, input);
    load(k, key);
    load(t, tweak);
    for (int round = 2 * STEPS - 1; round >= 0; round--) {
        if (round % 2) add_tweakey(x, k, t, round / 2 + 1);
        undo_mix(x);
        x[0] ^= constant_of(round);
        substitute(x, 1);
    }
    add_tweakey(x, k, t, 0);
    store(output, x);
}
