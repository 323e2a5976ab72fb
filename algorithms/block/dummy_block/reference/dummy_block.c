/* The dummy block cipher of Cryptagon, version 1: the definition stands in README.md. It is NOT secure.
 * Change first: the two sizes in bytes, then encrypt() and decrypt(); the program around them is complete. */
#define KEY_BYTES 8
#define BLOCK_BYTES 8
#include "block_program.h"

#define ROUNDS 8

static uint64_t read_word(const uint8_t *bytes) {
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) word = word << 8 | bytes[i];
    return word;
}

static void write_word(uint64_t word, uint8_t *bytes) {
    for (int i = 7; i >= 0; i--, word >>= 8) bytes[i] = (uint8_t)word;
}

void encrypt(const uint8_t key[KEY_BYTES], const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]) {
    uint64_t k = read_word(key), x = read_word(block);
    for (uint64_t i = 1; i <= ROUNDS; i++) x = (x << 7 | x >> 57) ^ k ^ i;
    write_word(x, result);
}

void decrypt(const uint8_t key[KEY_BYTES], const uint8_t block[BLOCK_BYTES], uint8_t result[BLOCK_BYTES]) {
    uint64_t k = read_word(key), x = read_word(block);
    for (uint64_t i = ROUNDS; i >= 1; i--) {
        x ^= k ^ i;
        x = x >> 7 | x << 57;
    }
    write_word(x, result);
}
