/* The Ascon permutation, 12 rounds (Ascon v1.2, 2.6). Reads lines `block X0 X1 X2 X3 X4`, writes a line `result X0 X1 X2 X3 X4` for each. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

static uint64_t rotate(uint64_t x, int n) {
    return x >> n | x << (64 - n);
}

static uint64_t bit_of(uint64_t x, int i) {
    return x >> i & 1;
}

/* The S-box as the table of the specification, column by column: slow, and nothing like the hardware. */
static void substitute(uint64_t x[5]) {
    static const unsigned char sbox[32] = {0x04, 0x0b, 0x1f, 0x14, 0x1a, 0x15, 0x09, 0x02, 0x1b, 0x05, 0x08, 0x12, 0x1d, 0x03, 0x06, 0x1c,
                                           0x1e, 0x13, 0x07, 0x0e, 0x00, 0x0d, 0x11, 0x18, 0x10, 0x0c, 0x01, 0x19, 0x16, 0x0a, 0x0f, 0x17};
    uint64_t y[5] = {0};
    for (int i = 0; i < 64; i++) {
        unsigned column = 0;
        for (int w = 0; w < 5; w++) column = column << 1 | (unsigned)bit_of(x[w], i);
        for (int w = 0; w < 5; w++) y[w] |= (uint64_t)(sbox[column] >> (4 - w) & 1) << i;
    }
    for (int w = 0; w < 5; w++) x[w] = y[w];
}

static void permute(uint64_t x[5]) {
    static const int rotations[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (int round = 0; round < 12; round++) {
        x[2] ^= (uint64_t)(0xf0 - round * 0x0f);
        substitute(x);
        for (int w = 0; w < 5; w++) x[w] ^= rotate(x[w], rotations[w][0]) ^ rotate(x[w], rotations[w][1]);
    }
}

int main(void) {
    uint64_t x[5];
    while (scanf(" block %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, &x[0], &x[1], &x[2], &x[3], &x[4]) == 5) {
        permute(x);
        printf("result %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", x[0], x[1], x[2], x[3], x[4]);
    }
    return ferror(stdin) || !feof(stdin);
}
