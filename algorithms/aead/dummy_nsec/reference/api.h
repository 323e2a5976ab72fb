#define CRYPTO_KEYBYTES 16
#define CRYPTO_NSECBYTES 16
#define CRYPTO_NPUBBYTES 16
#define CRYPTO_ABYTES 32 /* a tag, and the encrypted secret message number */
#define CRYPTO_NOOVERLAP 1
