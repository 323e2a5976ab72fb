/* Cyclist over Xoodoo[12] with the parameters of Xoodyak, for the reference software of its cipher and its hash function.
 *
 * Written from "Xoodyak, a lightweight cryptographic scheme", the submission to the final round of the NIST lightweight cryptography process:
 * Xoodoo is its algorithm 1, Down, Up and AbsorbAny those of algorithm 3.
 */
#ifndef XOODYAK_CYCLIST_H
#define XOODYAK_CYCLIST_H

#include <stdint.h>
#include <string.h>

enum { LANES = 4, PLANES = 3, ROUNDS = 12, STATE_BYTES = 48 };
enum { R_HASH = 16, R_KIN = 44, R_KOUT = 24 }; /* bytes of a block: hash mode; keyed mode, absorbed and squeezed */

/* `keyed` is the mode, `is_up` the phase. Lane x of plane y has the bytes from 4 (x + 4 y) on, the least significant one first. */
typedef struct {
    unsigned char s[STATE_BYTES];
    int keyed, is_up;
} cyclist;

typedef uint32_t plane[LANES];

static uint32_t rotate_left(uint32_t lane, int by) {
    return by ? lane << by | lane >> (32 - by) : lane;
}

/* The plane A <<< (t, v): lane x goes to x + t, and bit z of it to z + v. */
static void shift(plane a, int t, int v) {
    plane old;
    memcpy(old, a, sizeof old);
    for (int x = 0; x < LANES; x++) a[(x + t) % LANES] = rotate_left(old[x], v);
}

static void theta(plane a[PLANES]) {
    plane e, f;
    for (int x = 0; x < LANES; x++) e[x] = f[x] = a[0][x] ^ a[1][x] ^ a[2][x];
    shift(e, 1, 5);
    shift(f, 1, 14);
    for (int y = 0; y < PLANES; y++) {
        for (int x = 0; x < LANES; x++) a[y][x] ^= e[x] ^ f[x];
    }
}

static void chi(plane a[PLANES]) {
    for (int x = 0; x < LANES; x++) {
        uint32_t b[PLANES] = {~a[1][x] & a[2][x], ~a[2][x] & a[0][x], ~a[0][x] & a[1][x]};
        for (int y = 0; y < PLANES; y++) a[y][x] ^= b[y];
    }
}

static void xoodoo(unsigned char s[STATE_BYTES]) {
    static const uint32_t constants[ROUNDS] = {0x058, 0x038, 0x3c0, 0x0d0, 0x120, 0x014, 0x060, 0x02c, 0x380, 0x0f0, 0x1a0, 0x012};
    plane a[PLANES] = {{0}};
    for (int i = 0; i < STATE_BYTES; i++) a[i / 16][i / 4 % LANES] |= (uint32_t)s[i] << 8 * (i % 4);
    for (int round = 0; round < ROUNDS; round++) {
        theta(a);
        shift(a[1], 1, 0); /* rho west */
        shift(a[2], 0, 11);
        a[0][0] ^= constants[round]; /* iota */
        chi(a);
        shift(a[1], 0, 1); /* rho east */
        shift(a[2], 2, 8);
    }
    for (int i = 0; i < STATE_BYTES; i++) s[i] = (unsigned char)(a[i / 16][i / 4 % LANES] >> 8 * (i % 4));
}

/* Adds a block of `size` bytes, the padding byte behind it and the colour `c_down`, of which hash mode has the lowest bit alone. */
static void down(cyclist *c, const unsigned char *block, unsigned long long size, unsigned char c_down) {
    for (unsigned i = 0; i < size; i++) c->s[i] ^= block[i];
    c->s[size] ^= 0x01;
    c->s[STATE_BYTES - 1] ^= c->keyed ? c_down : c_down & 0x01;
    c->is_up = 0;
}

/* The permutation; the colour `c_up` is added before it in keyed mode. What it squeezes are the first bytes of the state. */
static void up(cyclist *c, unsigned char c_up) {
    if (c->keyed) c->s[STATE_BYTES - 1] ^= c_up;
    xoodoo(c->s);
    c->is_up = 1;
}

/* Takes in blocks of at most `rate` bytes, the first with the colour `c_down`; a string without bytes is a block, too. */
static void absorb_any(cyclist *c, const unsigned char *string, unsigned long long size, unsigned rate, unsigned char c_down) {
    do {
        unsigned long long now = size < rate ? size : rate;
        if (!c->is_up) up(c, 0x00);
        down(c, string, now, c_down);
        c_down = 0x00;
        size -= now;
        string = size ? string + now : string;
    } while (size);
}

#endif
