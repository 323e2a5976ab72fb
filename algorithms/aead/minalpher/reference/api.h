#define CRYPTO_KEYBYTES 16
#define CRYPTO_NSECBYTES 0
#define CRYPTO_NPUBBYTES 13
/* The tag, and at most a block of padding. */
#define CRYPTO_ABYTES 48
#define CRYPTO_NOOVERLAP 1
