/* SUPERCOP's comparison of 32 bytes: 0 when they are equal, -1 otherwise. */
#ifndef CRYPTO_VERIFY_32_H
#define CRYPTO_VERIFY_32_H

#define crypto_verify_32_BYTES 32

static inline int crypto_verify_32(const unsigned char *x, const unsigned char *y) {
    unsigned char difference = 0;
    for (int i = 0; i < 32; i++) difference |= x[i] ^ y[i];
    return difference ? -1 : 0;
}

#endif
