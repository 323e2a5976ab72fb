/* The header that SUPERCOP makes for an implementation of crypto_aead; the sizes come from the implementation's own api.h. */
#ifndef CRYPTO_AEAD_H
#define CRYPTO_AEAD_H

#ifdef __cplusplus
extern "C" {
#endif

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k);

#ifdef __cplusplus
}
#endif

#endif
