/* A toy hash function with blocks of 4 bytes for the tests of `cryptagon software`. NOT secure. */
#include <stdint.h>

#include "api.h"
#include "crypto_hash.h"

static void mix(uint32_t state[4]) {
    for (int round = 0; round < 8; round++) {
        state[0] += state[1] ^ (uint32_t)round;
        state[3] = (state[3] ^ state[0]) << 16 | (state[3] ^ state[0]) >> 16;
        state[2] += state[3];
        state[1] = (state[1] ^ state[2]) << 7 | (state[1] ^ state[2]) >> 25;
    }
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t state[4] = {1, 2, 3, 4};
    for (unsigned long long i = 0; i < inlen; i++) {
        state[0] ^= (uint32_t)in[i] << 8 * (i % 4);
        if (i % 4 == 3) mix(state);
    }
    state[0] ^= (uint32_t)1 << 8 * (inlen % 4);
    state[3] ^= (uint32_t)inlen;
    mix(state);
    mix(state);
    for (unsigned i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(state[i / 4] >> 8 * (i % 4));
    return 0;
}
