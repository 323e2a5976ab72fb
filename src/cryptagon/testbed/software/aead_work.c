/* The work of one message for an authenticated cipher: encryption without associated data, under a key and a nonce that stay. */
#include "work.h"

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);

unsigned work(unsigned char *out, const unsigned char *in, unsigned size) {
    static const unsigned char secret[128], nonce[64];
    unsigned long long length = 0;
    crypto_aead_encrypt(out, &length, in, size, in, 0, nonce, nonce, secret);
    return (unsigned)length;
}
