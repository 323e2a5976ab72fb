/* AES-128 decryption (FIPS 197, 5.3). Reads lines `block CIPHERTEXT KEY`, writes a line `result PLAINTEXT` for each. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint8_t substitution[256], inverse_substitution[256];

static uint8_t multiply(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1) {
        if (b & 1) product ^= a;
        a = a << 1 ^ (a >> 7 ? 0x1b : 0);
    }
    return product;
}

/* x to the power 254 is its inverse in GF(2^8), and 0 for 0. */
static uint8_t inverse(uint8_t x) {
    uint8_t power = 1;
    for (int i = 0; i < 254; i++) power = multiply(power, x);
    return power;
}

static void make_tables(void) {
    for (int x = 0; x < 256; x++) {
        uint8_t y = inverse(x), sum = 0x63;
        for (int i = 0; i < 5; i++) sum ^= (uint8_t)(y << i | y >> (8 - i));
        substitution[x] = sum;
        inverse_substitution[sum] = x;
    }
}

static void expand(const uint8_t key[16], uint8_t keys[11][16]) {
    uint8_t constant = 1;
    memcpy(keys[0], key, 16);
    for (int round = 1; round <= 10; round++, constant = multiply(constant, 2)) {
        for (int i = 0; i < 16; i++) {
            uint8_t before = i < 4 ? substitution[keys[round - 1][12 + (i + 1) % 4]] : keys[round][i - 4];
            keys[round][i] = keys[round - 1][i] ^ before ^ (i == 0 ? constant : 0);
        }
    }
}

static void add(uint8_t state[16], const uint8_t key[16]) {
    for (int i = 0; i < 16; i++) state[i] ^= key[i];
}

static void shift_and_substitute_back(uint8_t state[16]) {
    uint8_t old[16];
    memcpy(old, state, 16);
    for (int i = 0; i < 16; i++) state[(i + 4 * (i % 4)) % 16] = inverse_substitution[old[i]];
}

static void unmix_columns(uint8_t state[16]) {
    static const uint8_t row[4] = {0x0e, 0x0b, 0x0d, 0x09};
    uint8_t old[16];
    memcpy(old, state, 16);
    memset(state, 0, 16);
    for (int i = 0; i < 16; i++) {
        for (int j = 0; j < 4; j++) state[i] ^= multiply(row[j], old[i / 4 * 4 + (i + j) % 4]);
    }
}

static void decrypt(const uint8_t key[16], uint8_t state[16]) {
    uint8_t keys[11][16];
    expand(key, keys);
    add(state, keys[10]);
    for (int round = 9; round >= 0; round--) {
        shift_and_substitute_back(state);
        add(state, keys[round]);
        if (round) unmix_columns(state);
    }
}

static int read_bytes(const char *digits, uint8_t bytes[16]) {
    for (int i = 0; i < 16; i++) {
        unsigned byte;
        if (sscanf(digits + 2 * i, "%2x", &byte) != 1) return 0;
        bytes[i] = byte;
    }
    return 1;
}

int main(void) {
    char data[33], key[33];
    make_tables();
    while (scanf(" block %32s %32s", data, key) == 2) {
        uint8_t state[16], bytes[16];
        if (!read_bytes(data, state) || !read_bytes(key, bytes)) return 1;
        decrypt(bytes, state);
        printf("result ");
        for (int i = 0; i < 16; i++) printf("%02x", state[i]);
        printf("\n");
    }
    return !feof(stdin);
}
