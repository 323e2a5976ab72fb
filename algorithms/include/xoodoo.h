/* Xoodoo (Xoodyak, algorithm 1) in its parts, each used by the cores as their architecture wants it. */
#ifndef XOODOO_H
#define XOODOO_H

#include <cryptagon.h>

#define STATE_BYTES 48

typedef uint_t(32) lane_t;
typedef uint_t(128) plane_t; /* lane x has the bits from 32 x on */
typedef uint_t(10) constant_t;
typedef uint_t(4) round_t;
typedef uint_t(8 * STATE_BYTES) state_t; /* plane y has the bits from 128 y on: byte i of the state those from 8 i on */

/* The first `count` bytes in the other order: the state has the first byte least significant, blocks have it most significant. It is wiring. */
static inline state_t reversed(state_t bytes, int count) {
    state_t turned = 0;
    UNROLL for (int i = 0; i < count; i++) turned = turned << 8 | (uint_t(8))(bytes >> 8 * i);
    return turned;
}

/* The plane A <<< (t, v): lane x goes to x + t, and bit z of it to z + v. */
static inline plane_t shift(plane_t a, int t, int v) {
    plane_t shifted = 0;
    UNROLL for (int x = 0; x < 4; x++) {
        lane_t lane = a >> 32 * x;
        lane_t turned = v == 0 ? lane : lane << v | lane >> (32 - v);
        shifted |= (plane_t)turned << 32 * ((x + t) % 4);
    }
    return shifted;
}

static inline constant_t round_constant(round_t round) {
    ROM constant_t constants[16] = {0x058, 0x038, 0x3c0, 0x0d0, 0x120, 0x014, 0x060, 0x02c, 0x380, 0x0f0, 0x1a0, 0x012};
    return constants[round];
}

/* Theta, rho west, iota, chi, rho east. */
static inline state_t permute_once(state_t s, round_t round) {
    plane_t a0 = s, a1 = s >> 128, a2 = s >> 256;

    plane_t parity = a0 ^ a1 ^ a2;
    plane_t effect = shift(parity, 1, 5) ^ shift(parity, 1, 14);
    plane_t b0 = a0 ^ effect ^ round_constant(round);
    plane_t b1 = shift(a1 ^ effect, 1, 0);
    plane_t b2 = shift(a2 ^ effect, 0, 11);

    a0 = b0 ^ (~b1 & b2);
    a1 = shift(b1 ^ (~b2 & b0), 0, 1);
    a2 = shift(b2 ^ (~b0 & b1), 2, 8);
    return (state_t)a2 << 256 | (state_t)a1 << 128 | a0;
}

#endif
