/* The dummy hash function of Cryptagon, version 1: the definition stands in README.md. It is NOT secure.
 * Change first: compress(). Then BLOCK, LENGTH and the initial state, as the specification has them. */
#include <string.h>

#include "api.h"
#include "crypto_hash.h"

enum { BLOCK = 16, LENGTH = 8 };

/* S = rotl(S, 1) ^ block; byte 0 is the most significant. */
static void compress(unsigned char state[BLOCK], const unsigned char *block) {
    unsigned char before[BLOCK];
    memcpy(before, state, BLOCK);
    for (int i = 0; i < BLOCK; i++) state[i] = (unsigned char)(before[i] << 1 | before[(i + 1) % BLOCK] >> 7) ^ block[i];
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char state[BLOCK] = {0}, rest[2 * BLOCK] = {0};
    state[BLOCK - 1] = 1;
    unsigned long long left = inlen;
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(state, in);

    /* The rest, the bit 1, zeros, and the length in bits: one block, or two where the length finds no room behind the rest. */
    int size = left + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < LENGTH; i++) rest[size - 1 - i] = (unsigned char)(inlen << 3 >> 8 * i);
    for (int i = 0; i < size; i += BLOCK) compress(state, rest + i);

    memcpy(out, state, CRYPTO_BYTES);
    return 0;
}
