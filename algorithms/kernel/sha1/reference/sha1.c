/* SHA-1 of blocks that are already padded (FIPS 180-4, 6.1.2). Reads lines `block WORDS LAST`, writes a line `digest HASH` after each last block. */
#ifndef SCHEDULE_ROTATION
#define SCHEDULE_ROTATION 1 /* 0: SHA-0 */
#endif

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t rotate(uint32_t x, int n) {
    return n == 0 ? x : x << n | x >> (32 - n);
}

static void add_block(uint32_t hash[5], const uint32_t block[16]) {
    static const uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t w[80];
    for (int t = 0; t < 80; t++) w[t] = t < 16 ? block[t] : rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], SCHEDULE_ROTATION);
    uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];
    for (int t = 0; t < 80; t++) {
        uint32_t parity = b ^ c ^ d, choice = (b & c) ^ (~b & d), majority = (b & c) ^ (b & d) ^ (c & d);
        uint32_t f = t < 20 ? choice : t >= 40 && t < 60 ? majority : parity;
        uint32_t next = rotate(a, 5) + f + e + constants[t / 20] + w[t];
        e = d, d = c, c = rotate(b, 30), b = a, a = next;
    }
    hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d, hash[4] += e;
}

int main(void) {
    static const uint32_t initial[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint32_t hash[5];
    memcpy(hash, initial, sizeof hash);
    char digits[129];
    unsigned last;
    while (scanf(" block %128s %x", digits, &last) == 2) {
        uint32_t block[16];
        for (int i = 0; i < 16; i++) {
            if (sscanf(digits + 8 * i, "%8" SCNx32, &block[i]) != 1) return 1;
        }
        add_block(hash, block);
        if (!last) continue;
        printf("digest %08" PRIx32 "%08" PRIx32 "%08" PRIx32 "%08" PRIx32 "%08" PRIx32 "\n", hash[0], hash[1], hash[2], hash[3], hash[4]);
        memcpy(hash, initial, sizeof hash);
    }
    return ferror(stdin) || !feof(stdin);
}
