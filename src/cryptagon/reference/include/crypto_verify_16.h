/* SUPERCOP's comparison of 16 bytes: 0 when they are equal, -1 otherwise. */
#ifndef CRYPTO_VERIFY_16_H
#define CRYPTO_VERIFY_16_H

#define crypto_verify_16_BYTES 16

static inline int crypto_verify_16(const unsigned char *x, const unsigned char *y) {
    unsigned char difference = 0;
    for (int i = 0; i < 16; i++) difference |= x[i] ^ y[i];
    return difference ? -1 : 0;
}

#endif
