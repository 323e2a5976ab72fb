/* The work of one message for a hash function. */
#include "work.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);

unsigned work(unsigned char *out, const unsigned char *in, unsigned size) {
    crypto_hash(out, in, size);
    return CRYPTO_BYTES;
}
