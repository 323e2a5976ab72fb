/* AES-128 encryption (FIPS 197), byte by byte. Reads lines `block DATA KEY`, writes a line `result DATA` for each. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint8_t times(uint8_t a, uint8_t b) {
    uint8_t product = 0;
    for (; b; b >>= 1, a = (uint8_t)(a << 1 ^ (a >> 7) * 0x1b)) product ^= (b & 1) * a;
    return product;
}

/* 5.1.1: the inverse, as the 254th power, then the affine map. */
static uint8_t substitute(uint8_t x) {
    uint8_t inverse = 1, y = 0x63;
    for (int i = 0; i < 254; i++) inverse = times(inverse, x);
    for (int i = 0; i < 5; i++) y ^= (uint8_t)(inverse << i | inverse >> (8 - i));
    return y;
}

static void next_key(uint8_t key[16], uint8_t constant) {
    for (int i = 0; i < 4; i++) key[i] ^= substitute(key[12 + (i + 1) % 4]);
    key[0] ^= constant;
    for (int i = 4; i < 16; i++) key[i] ^= key[i - 4];
}

static void do_round(uint8_t state[16], int last) {
    uint8_t t[16];
    for (int i = 0; i < 16; i++) t[i] = substitute(state[(i + 4 * (i % 4)) % 16]);
    for (int i = 0; i < 16; i++) {
        const uint8_t *column = t + i - i % 4;
        uint8_t mixed = times(column[i % 4], 2) ^ times(column[(i + 1) % 4], 3) ^ column[(i + 2) % 4] ^ column[(i + 3) % 4];
        state[i] = last ? t[i] : mixed;
    }
}

static void encrypt(uint8_t state[16], uint8_t key[16]) {
    uint8_t constant = 1;
    for (int i = 0; i < 16; i++) state[i] ^= key[i];
    for (int round = 1; round <= 10; round++, constant = times(constant, 2)) {
        next_key(key, constant);
        do_round(state, round == 10);
        for (int i = 0; i < 16; i++) state[i] ^= key[i];
    }
}

static int parse(const char *digits, uint8_t bytes[16]) {
    for (int i = 0; i < 16; i++) {
        if (sscanf(digits + 2 * i, "%2hhx", &bytes[i]) != 1) return 0;
    }
    return 1;
}

int main(void) {
    char data[33], key_digits[33];
    uint8_t state[16], key[16];
    while (scanf(" block %32s %32s", data, key_digits) == 2) {
        if (!parse(data, state) || !parse(key_digits, key)) return 1;
        encrypt(state, key);
        printf("result ");
        for (int i = 0; i < 16; i++) printf("%02x", state[i]);
        printf("\n");
    }
    return ferror(stdin) || !feof(stdin);
}
