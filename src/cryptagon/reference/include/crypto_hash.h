/* The header that SUPERCOP makes for an implementation of crypto_hash; the size comes from the implementation's own api.h. */
#ifndef CRYPTO_HASH_H
#define CRYPTO_HASH_H

#ifdef __cplusplus
extern "C" {
#endif

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);

#ifdef __cplusplus
}
#endif

#endif
