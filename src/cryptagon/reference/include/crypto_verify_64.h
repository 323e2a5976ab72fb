/* SUPERCOP's comparison of 64 bytes: 0 when they are equal, -1 otherwise. */
#ifndef CRYPTO_VERIFY_64_H
#define CRYPTO_VERIFY_64_H

#define crypto_verify_64_BYTES 64

static inline int crypto_verify_64(const unsigned char *x, const unsigned char *y) {
    unsigned char difference = 0;
    for (int i = 0; i < 64; i++) difference |= x[i] ^ y[i];
    return difference ? -1 : 0;
}

#endif
