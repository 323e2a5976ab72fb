#define CRYPTO_KEYBYTES 16
#define CRYPTO_NSECBYTES 0
#define CRYPTO_NPUBBYTES 16
#define CRYPTO_ABYTES 32 /* a tag, and at most a block of padding */
#define CRYPTO_NOOVERLAP 1
