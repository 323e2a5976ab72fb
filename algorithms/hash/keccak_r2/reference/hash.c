/* Keccak[r = 1088, c = 512] with a digest of 256 bits, as submitted for round 2 of the SHA-3 competition.
 *
 * Written from "Keccak specifications", version 2 (September 10, 2009). Names in parentheses are parts of it.
 */
#include <string.h>

#include "api.h"
#include "keccak_p1600.h"

enum { RATE = 136, DIVERSIFIER = 32 }; /* r / 8; the parameter d, of which the function of 256 bits takes its digest's length in bytes */

/* One block into the state, then Keccak-f[1600]. */
static void absorb(keccak_lanes a, const unsigned char *block) {
    keccak_add(a, block, RATE);
    keccak_p1600(a);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    keccak_lanes a = {{0}};
    for (; inlen >= RATE; inlen -= RATE, in += RATE) absorb(a, in);

    /* P = pad(M, 8) || enc(d, 8) || enc(r / 8, 8), and of that pad(P, r): pad is the bit 1 and as few zeros as fill a multiple. In a byte the
     * first bit is the least significant. The four bytes may begin in one block and end in the next. */
    unsigned char last[2 * RATE] = {0};
    const unsigned char end[4] = {0x01, DIVERSIFIER, RATE, 0x01};
    if (inlen) memcpy(last, in, inlen);
    memcpy(last + inlen, end, sizeof end);
    absorb(a, last);
    if (inlen + sizeof end > RATE) absorb(a, last + RATE);

    keccak_extract(a, out, CRYPTO_BYTES);
    return 0;
}
