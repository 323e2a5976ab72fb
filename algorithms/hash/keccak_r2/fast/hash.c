/* Keccak of round 2, r = 1088, 256 bits, written for speed: software that units are compared with. ../reference is the one to read. */
#include "api.h"
#include "keccak_p1600_fast.h"

enum { RATE = 136, DIVERSIFIER = 32 };

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    keccak_row_lanes a = {0};
    for (; inlen >= RATE; inlen -= RATE, in += RATE) keccak_fast_absorb(a, in, RATE);

    /* The padding's four bytes may begin in one block and end in the next. */
    unsigned char last[2 * RATE] = {0};
    const unsigned char end[4] = {0x01, DIVERSIFIER, RATE, 0x01};
    if (inlen) memcpy(last, in, inlen);
    memcpy(last + inlen, end, sizeof end);
    keccak_fast_absorb(a, last, RATE);
    if (inlen + sizeof end > RATE) keccak_fast_absorb(a, last + RATE, RATE);

    keccak_fast_extract(a, out, CRYPTO_BYTES);
    return 0;
}
