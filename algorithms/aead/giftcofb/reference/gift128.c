/* GIFT-128, written from the GIFT-COFB submission (version 1.1), section 2.3: the bit-sliced description, with a table of bits for PermBits. */
#include <stdint.h>

#include "gift128.h"

enum { ROUNDS = 40 };

static uint32_t load_word(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint16_t rotate_right(uint16_t word, int n) {
    return (uint16_t)(word >> n | word << (16 - n));
}

static void sub_cells(uint32_t s[4]) {
    s[1] ^= s[0] & s[2];
    s[0] ^= s[1] & s[3];
    s[2] ^= s[0] | s[1];
    s[3] ^= s[2];
    s[1] ^= s[3];
    s[3] = ~s[3];
    s[2] ^= s[0] & s[1];
    uint32_t first = s[0];
    s[0] = s[3];
    s[3] = first;
}

/* Bit 4 i + j of word w goes to bit 8 t + i, where t is (w - j) mod 4. */
static void perm_bits(uint32_t s[4]) {
    for (int w = 0; w < 4; w++) {
        uint32_t moved = 0;
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 4; j++) moved |= (s[w] >> (4 * i + j) & 1) << (8 * ((w + 4 - j) % 4) + i);
        }
        s[w] = moved;
    }
}

void gift128_encrypt(unsigned char *result, const unsigned char *block, const unsigned char *key) {
    uint32_t s[4];
    uint16_t w[8];
    for (int i = 0; i < 4; i++) s[i] = load_word(block + 4 * i);
    for (int i = 0; i < 8; i++) w[i] = (uint16_t)(key[2 * i] << 8 | key[2 * i + 1]);

    unsigned constant = 0; /* six bits of a shift register */
    for (int round = 0; round < ROUNDS; round++) {
        sub_cells(s);
        perm_bits(s);
        constant = (constant << 1 & 0x3f) | (1 ^ (constant >> 5 & 1) ^ (constant >> 4 & 1));
        s[2] ^= (uint32_t)w[2] << 16 | w[3];
        s[1] ^= (uint32_t)w[6] << 16 | w[7];
        s[3] ^= 0x80000000 | constant;
        uint16_t first = rotate_right(w[6], 2), second = rotate_right(w[7], 12);
        for (int i = 7; i >= 2; i--) w[i] = w[i - 2];
        w[0] = first;
        w[1] = second;
    }
    for (int i = 0; i < 16; i++) result[i] = (unsigned char)(s[i / 4] >> (24 - 8 * (i % 4)));
}
