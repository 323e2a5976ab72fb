/* The state of Ascon and its permutation, for the reference software of its ciphers and its hash function; numbers in parentheses are sections of Ascon v1.2.
 *
 * With ASCON_SP800_232 the first byte of a word is the least significant one, and so is the first bit of a byte, as NIST SP 800-232 has it.
 */
#ifndef ASCON_STATE_H
#define ASCON_STATE_H

#include <stdint.h>

enum { ROUNDS_A = 12 };

/* The 320-bit state S as five 64-bit words; x[0] holds the first 8 bytes. */
typedef struct {
    uint64_t x[5];
} ascon_state;

/* The first bit of a byte, and where byte i of a word is. */
#ifdef ASCON_SP800_232
enum { FIRST_BIT = 0x01 };

static unsigned place(unsigned i) {
    return 8 * (i % 8);
}
#else
enum { FIRST_BIT = 0x80 };

static unsigned place(unsigned i) {
    return 56 - 8 * (i % 8);
}
#endif

static uint64_t rotate_right(uint64_t word, int by) {
    return word >> by | word << (64 - by);
}

/* p_C: in round r of the twelve the constant is 0xf0, 0xe1, 0xd2, .... */
static void add_constant(uint64_t x[5], int round) {
    x[2] ^= (uint64_t)(0xf0 - round * 0x0f);
}

/* p_S: the 5-bit S-box in all 64 columns at once, x[0] holding the most significant bits. */
static void substitute(uint64_t x[5]) {
    uint64_t t[5];
    x[0] ^= x[4];
    x[4] ^= x[3];
    x[2] ^= x[1];
    for (int i = 0; i < 5; i++) t[i] = ~x[i] & x[(i + 1) % 5];
    for (int i = 0; i < 5; i++) x[i] ^= t[(i + 1) % 5];
    x[1] ^= x[0];
    x[0] ^= x[4];
    x[3] ^= x[2];
    x[2] = ~x[2];
}

/* p_L: the linear diffusion of each word. */
static void diffuse(uint64_t x[5]) {
    static const int rotations[5][2] = {{19, 28}, {61, 39}, {1, 6}, {10, 17}, {7, 41}};
    for (int i = 0; i < 5; i++) x[i] ^= rotate_right(x[i], rotations[i][0]) ^ rotate_right(x[i], rotations[i][1]);
}

/* p^rounds: the last `rounds` of the twelve rounds (2.6). */
static void ascon_permute(ascon_state *s, int rounds) {
    for (int round = ROUNDS_A - rounds; round < ROUNDS_A; round++) {
        add_constant(s->x, round);
        substitute(s->x);
        diffuse(s->x);
    }
}

static void store(unsigned char *bytes, uint64_t word) {
    for (unsigned i = 0; i < 8; i++) bytes[i] = (unsigned char)(word >> place(i));
}

static void add_to_state_byte(ascon_state *s, unsigned i, unsigned char value) {
    s->x[i / 8] ^= (uint64_t)value << place(i);
}

/* The padding of 2.4.2 and 2.4.3: one 1 bit after the last `size` bytes of the block; its zeros change nothing. */
static void pad(ascon_state *s, unsigned size) {
    add_to_state_byte(s, size, FIRST_BIT);
}

#endif
