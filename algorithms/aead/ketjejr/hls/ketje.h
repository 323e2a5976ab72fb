/* Ketje-Jr (Ketje v2): its state and its parts, each used by the cores as they are written. */
#ifndef KETJE_H
#define KETJE_H

#include <cipher_core.h>

typedef uint_t(8) lane_t;
typedef uint_t(4) round_t; /* from the first of the twelve that Ketje begins with */
typedef uint_t(16) half_t;

#define FIRST_OF_6 ((round_t)6)
#define LAST_ROUND ((round_t)11)

/* As Keccak has it: lane (x, y) at x + 5y. The permutation of Ketje is twisted: its byte i is a lane on its way back through pi. */
struct state {
    lane_t lane[25];
};

static inline int lane_of(int byte) {
    return (byte % 5 + 3 * (byte / 5)) % 5 + 5 * (byte % 5);
}

/* The number of bytes of the key pack, the 1 behind the key, the 1 behind the nonce and the last one. */
static inline struct state constants(void) {
    struct state s = {{0}};
    s.lane[lane_of(0)] = 14;
    s.lane[lane_of(13)] = 0x01;
    s.lane[lane_of(24)] = 0x81;
    return s;
}

static inline lane_t rotate_left(lane_t lane, int distance) {
    return distance == 0 ? lane : lane << distance | lane >> (8 - distance);
}

/* FIPS 202, 3.2: a round of Keccak-p[200]. */
static inline struct state permute_once(struct state a, round_t round) {
    static const int distances[25] = {0, 1, 6, 4, 3, 4, 4, 6, 7, 4, 3, 2, 3, 1, 7, 1, 5, 7, 5, 0, 2, 2, 5, 0, 6}; /* of rho, modulo 8 */
    ROM lane_t round_constants[16] = {0x81, 0x09, 0x8a, 0x88, 0x09, 0x0a, 0x8b, 0x8b, 0x89, 0x03, 0x02, 0x80};

    lane_t parity[5];
    UNROLL for (int x = 0; x < 5; x++) parity[x] = a.lane[x] ^ a.lane[x + 5] ^ a.lane[x + 10] ^ a.lane[x + 15] ^ a.lane[x + 20];

    lane_t b[25]; /* behind theta, rho and pi */
    UNROLL for (int i = 0; i < 25; i++) {
        int x = i % 5, y = i / 5;
        b[y + 5 * ((2 * x + 3 * y) % 5)] = rotate_left(a.lane[i] ^ parity[(x + 4) % 5] ^ rotate_left(parity[(x + 1) % 5], 1), distances[i]);
    }
    UNROLL for (int i = 0; i < 25; i++) {
        int row = i / 5 * 5;
        a.lane[i] = b[i] ^ (~b[row + (i + 1) % 5] & b[row + (i + 2) % 5]);
    }
    a.lane[0] ^= round_constants[round];
    return a;
}

/* Adds `count` bytes, of which the last is least significant, to the state from byte `first` on. */
static inline struct state add_bytes(struct state s, int first, int count, uint_t(96) bytes) {
    UNROLL for (int i = 0; i < count; i++) s.lane[lane_of(first + i)] ^= bytes >> 8 * (count - 1 - i);
    return s;
}

/* The first two bytes: what a step gives. */
static inline half_t rate(struct state s) {
    return (half_t)s.lane[lane_of(0)] << 8 | s.lane[lane_of(1)];
}

/* What a step adds to the first three bytes: those of a half block that are `valid`, two bits that say what they are, and the padding 10*1. */
static inline uint_t(24) step_input(half_t half, uint_t(2) valid, uint_t(2) bits) {
    lane_t mark = bits | 4;
    bit first = valid >> 1, second = valid & 1;
    lane_t byte_0 = first ? (lane_t)(half >> 8) : mark; /* an empty block has a byte of padding */
    lane_t byte_1 = (lane_t)half | (first && !second ? mark : (lane_t)0);
    lane_t byte_2 = 8 | (second ? mark : (lane_t)0);
    return (uint_t(24))byte_0 << 16 | (uint_t(24))byte_1 << 8 | byte_2;
}

#define TAG_INPUT ((uint_t(24))0x020008) /* of a step on the single bit 0 */

#endif
