/* SHA3-256 (FIPS 202) written for speed: software that units are compared with. ../reference is the one to read. */
#include "api.h"
#include "keccak_p1600_fast.h"

enum { RATE = 136, SUFFIX = 0x06 };

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    keccak_row_lanes a = {0};
    for (; inlen >= RATE; inlen -= RATE, in += RATE) keccak_fast_absorb(a, in, RATE);

    unsigned char last[RATE] = {0};
    if (inlen) memcpy(last, in, inlen);
    last[inlen] = SUFFIX;
    last[RATE - 1] |= 0x80;
    keccak_fast_absorb(a, last, RATE);

    keccak_fast_extract(a, out, CRYPTO_BYTES);
    return 0;
}
