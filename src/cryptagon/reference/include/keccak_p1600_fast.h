/* The permutation KECCAK-p[1600, 24] written for speed, for software that units are compared with: the steps of a round at once, loops that the compiler
 * unrolls, so that the lanes stay in registers. keccak_p1600.h is the one to read; numbers in parentheses are sections of FIPS 202.
 */
#ifndef KECCAK_P1600_FAST_H
#define KECCAK_P1600_FAST_H

#include <stdint.h>
#include <string.h>

#define KECCAK_WHOLE _Pragma("GCC unroll 32")

/* Lane A[x][y] is number x + 5 y. */
typedef uint64_t keccak_row_lanes[25];

/* By how many bits rho moves a lane (3.2.2), and where pi puts it (3.2.3). */
static const int keccak_offsets[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
static const int keccak_places[25] = {0, 10, 20, 5, 15, 16, 1, 11, 21, 6, 7, 17, 2, 12, 22, 23, 8, 18, 3, 13, 14, 24, 9, 19, 4};

/* The constants of iota (3.2.5). */
static const uint64_t keccak_constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
    0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
    0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

static inline uint64_t keccak_left(uint64_t lane, int n) {
    return lane << n | lane >> (-n & 63);
}

static inline void keccak_fast_round(keccak_row_lanes a, uint64_t constant) {
    uint64_t column[5], moved[25];
    KECCAK_WHOLE
    for (int x = 0; x < 5; x++) column[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    KECCAK_WHOLE
    for (int i = 0; i < 25; i++) {
        uint64_t lane = a[i] ^ column[(i + 4) % 5] ^ keccak_left(column[(i + 1) % 5], 1);
        moved[keccak_places[i]] = keccak_left(lane, keccak_offsets[i]);
    }
    KECCAK_WHOLE
    for (int i = 0; i < 25; i++) a[i] = moved[i] ^ (~moved[i / 5 * 5 + (i + 1) % 5] & moved[i / 5 * 5 + (i + 2) % 5]);
    a[0] ^= constant;
}

static inline void keccak_fast(keccak_row_lanes a) {
    for (int round = 0; round < 24; round++) keccak_fast_round(a, keccak_constants[round]);
}

/* A block of `size` bytes, whole lanes, is added to the state, which is then permuted. */
static inline void keccak_fast_absorb(keccak_row_lanes a, const unsigned char *block, int size) {
    for (int i = 0; i < size / 8; i++) {
        uint64_t lane = 0;
        KECCAK_WHOLE
        for (int byte = 0; byte < 8; byte++) lane |= (uint64_t)block[8 * i + byte] << 8 * byte;
        a[i] ^= lane;
    }
    keccak_fast(a);
}

/* The first `size` bytes of the state. */
static inline void keccak_fast_extract(const keccak_row_lanes a, unsigned char *bytes, int size) {
    for (int i = 0; i < size; i++) bytes[i] = (unsigned char)(a[i / 8] >> 8 * (i % 8));
}

#endif
