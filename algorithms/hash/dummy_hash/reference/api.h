/* Change first: the length of the digest in bytes. */
#define CRYPTO_BYTES 16
