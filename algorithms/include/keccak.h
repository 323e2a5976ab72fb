/* A round of KECCAK-p[1600, 24] (FIPS 202, 3.2), and blocks as lanes, for sponges with a rate of 1,088 bits. Include it behind hash_core.h. */
#ifndef KECCAK_H
#define KECCAK_H

#include <cryptagon.h>

typedef uint_t(64) lane_t;
typedef uint_t(5) round_t;

#define KECCAK_ROUNDS 24

struct state {
    lane_t lanes[25]; /* A[x][y] is lanes[x + 5 * y] */
};

/* The constants of iota (3.2.5). */
ROM static const lane_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
    0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
    0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* The distances of rho (3.2.2), lane by lane. */
static const int distances[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};

static inline lane_t rotate(lane_t lane, int n) {
    return n == 0 ? lane : lane << n | lane >> (64 - n);
}

/* Units of their own, so that the sums of theta stay as they are written here: columns are added once, not again for each lane. */
SHARED_UNITS(10) static lane_t parity_of(lane_t a, lane_t b, lane_t c, lane_t d, lane_t e) {
    return a ^ b ^ c ^ d ^ e;
}

SHARED_UNITS(5) static lane_t change_by(lane_t left, lane_t right) {
    return left ^ (right << 1 | right >> 63);
}

/* Theta, rho, pi, chi and iota, with the block added before them where `absorb` says so. The parities of theta are taken of state and block apart,
 * so that adding the block makes no path longer. */
static inline struct state round(struct state s, struct state block, bit absorb, lane_t constant) {
    const lane_t *a = s.lanes, *added = block.lanes;
    lane_t parity[5];
    struct state b, out;
    UNROLL for (int x = 0; x < 5; x++) {
        lane_t of_block = parity_of(added[x], added[x + 5], added[x + 10], added[x + 15], added[x + 20]);
        parity[x] = parity_of(a[x], a[x + 5], a[x + 10], a[x + 15], a[x + 20]) ^ (absorb ? of_block : (lane_t)0);
    }
    UNROLL for (int x = 0; x < 5; x++) {
        lane_t change = change_by(parity[(x + 4) % 5], parity[(x + 1) % 5]);
        UNROLL for (int y = 0; y < 5; y++) {
            lane_t lane = absorb ? a[x + 5 * y] ^ added[x + 5 * y] : a[x + 5 * y];
            b.lanes[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(lane ^ change, distances[x + 5 * y]);
        }
    }
    UNROLL for (int i = 0; i < 25; i++) {
        int x = i % 5, row = i - x;
        out.lanes[i] = b.lanes[i] ^ (~b.lanes[row + (x + 1) % 5] & b.lanes[row + (x + 2) % 5]);
    }
    out.lanes[0] ^= constant;
    return out;
}

/* A lane of a block or a digest: its first byte is the least significant. */
static inline lane_t bytes_reversed(lane_t word) {
    lane_t lane = 0;
    UNROLL for (int i = 0; i < 8; i++) lane = lane << 8 | (word >> 8 * i & 0xff);
    return lane;
}

/* A block as lanes; those beyond the rate are zero. */
static inline struct state lanes_of(block_t block) {
    struct state lanes = {0};
    UNROLL for (int i = 0; i < 17; i++) lanes.lanes[i] = bytes_reversed((lane_t)(block >> (1024 - 64 * i)));
    return lanes;
}

/* The first four lanes of a state. */
static inline digest_t digest_of(struct state state) {
    digest_t digest = 0;
    UNROLL for (int i = 0; i < 4; i++) digest = digest << 64 | bytes_reversed(state.lanes[i]);
    return digest;
}

#endif
