/* SHA3-256, written from FIPS 202. Numbers in parentheses are its sections. */
#include <string.h>

#include "api.h"
#include "keccak_p1600.h"

enum { RATE = 136, SUFFIX = 0x06 }; /* the bits 01 of SHA-3 (6.1), then the first bit of pad10*1 (5.1), in a byte by B.1 */

/* One block into the state, then the permutation (4). */
static void absorb(keccak_lanes a, const unsigned char *block) {
    keccak_add(a, block, RATE);
    keccak_p1600(a);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    keccak_lanes a = {{0}};
    for (; inlen >= RATE; inlen -= RATE, in += RATE) absorb(a, in);

    unsigned char last[RATE] = {0};
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = SUFFIX;
    last[RATE - 1] |= 0x80;
    absorb(a, last);

    keccak_extract(a, out, CRYPTO_BYTES);
    return 0;
}
