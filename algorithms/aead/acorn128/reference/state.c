/* One step of ACORN v3: six feedback registers, a key stream bit, an overall feedback bit. */
#include "state.h"

#include <string.h>

static unsigned char maj(unsigned char x, unsigned char y, unsigned char z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

static unsigned char ch(unsigned char x, unsigned char y, unsigned char z) {
    return (x & y) ^ ((x ^ 1) & z);
}

unsigned char acorn_mix(acorn_state *s) {
    unsigned char *b = s->bit;
    b[289] ^= b[235] ^ b[230];
    b[230] ^= b[196] ^ b[193];
    b[193] ^= b[160] ^ b[154];
    b[154] ^= b[111] ^ b[107];
    b[107] ^= b[66] ^ b[61];
    b[61] ^= b[23] ^ b[0];
    return b[12] ^ b[154] ^ maj(b[235], b[61], b[193]) ^ ch(b[230], b[111], b[66]);
}

void acorn_shift(acorn_state *s, unsigned char ks, unsigned char m, unsigned char ca, unsigned char cb) {
    unsigned char *b = s->bit;
    const unsigned char feedback = b[0] ^ b[107] ^ 1 ^ maj(b[244], b[23], b[160]) ^ (ca & b[196]) ^ (cb & ks);
    memmove(b, b + 1, STATE_BITS - 1);
    b[STATE_BITS - 1] = feedback ^ m;
}
