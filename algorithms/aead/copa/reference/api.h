#define CRYPTO_KEYBYTES 16
#define CRYPTO_NSECBYTES 0
#define CRYPTO_NPUBBYTES 16
/* The tag, at most a block of padding, and the byte that tells of it. */
#define CRYPTO_ABYTES 33
#define CRYPTO_NOOVERLAP 1
