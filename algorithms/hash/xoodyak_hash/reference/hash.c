/* Xoodyak as a hash function: Cyclist without a key, Absorb(M), Squeeze(32). In hash mode Up adds no colour. */
#include "api.h"
#include "xoodyak_cyclist.h"

enum { C_ABSORB = 0x03, NONE = 0x00 }; /* colours */

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    cyclist c = {.keyed = 0, .is_up = 1};
    absorb_any(&c, in, inlen, R_HASH, C_ABSORB);
    for (int i = 0; i < CRYPTO_BYTES; i += R_HASH) {
        if (i) down(&c, out, 0, NONE);
        up(&c, NONE);
        memcpy(out + i, c.s, R_HASH);
    }
    return 0;
}
