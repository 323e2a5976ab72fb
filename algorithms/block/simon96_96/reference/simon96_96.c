/* SIMON-96/96 (Beaulieu et al., IACR ePrint 2013/404): words of n = 48 bits, m = 2 key words, T = 52 rounds, constant sequence z2. */
#define KEY_BYTES 12
#define BLOCK_BYTES 12
#include "../../../include/block_program.h"

#define N 48
#define ROUNDS 52
#define WORD_MASK ((UINT64_C(1) << N) - 1)

static const char z2[] = "10101111011100000011010010011000101000010001111110010110110011";

static uint64_t read_word(const uint8_t *bytes) {
    uint64_t word = 0;
    for (int i = 0; i < N / 8; i++) word = word << 8 | bytes[i];
    return word;
}

static void write_word(uint64_t word, uint8_t *bytes) {
    for (int i = N / 8 - 1; i >= 0; i--, word >>= 8) bytes[i] = (uint8_t)word;
}

/* S^j: a left circular shift by j bits; a right one for j < 0. */
static uint64_t turn(uint64_t x, int j) {
    int left = (j + N) % N;
    return (x << left | x >> (N - left)) & WORD_MASK;
}

static uint64_t f(uint64_t x) {
    return (turn(x, 1) & turn(x, 8)) ^ turn(x, 2);
}

/* 3.2, for m = 2; c = 2^n - 4. */
static void expand(const uint8_t bytes[KEY_BYTES], uint64_t k[ROUNDS]) {
    uint64_t c = WORD_MASK ^ 3;
    k[1] = read_word(bytes);
    k[0] = read_word(bytes + N / 8);
    for (int i = 0; i < ROUNDS - 2; i++) k[i + 2] = c ^ (uint64_t)(z2[i % 62] - '0') ^ k[i] ^ turn(k[i + 1], -3) ^ turn(k[i + 1], -4);
}

void encrypt(const uint8_t key[KEY_BYTES], const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]) {
    uint64_t k[ROUNDS], x = read_word(block), y = read_word(block + N / 8);
    expand(key, k);
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t old = x;
        x = y ^ f(x) ^ k[i];
        y = old;
    }
    write_word(x, result);
    write_word(y, result + N / 8);
}

void decrypt(const uint8_t key[KEY_BYTES], const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]) {
    uint64_t k[ROUNDS], x = read_word(block), y = read_word(block + N / 8);
    expand(key, k);
    for (int i = ROUNDS - 1; i >= 0; i--) {
        uint64_t old = y;
        y = x ^ f(y) ^ k[i];
        x = old;
    }
    write_word(x, result);
    write_word(y, result + N / 8);
}
