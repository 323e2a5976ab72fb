/* SHA-256, written from FIPS 180-4. Numbers in parentheses are its sections. */
#include "api.h"
#include "sha256_compress.h"

enum { BLOCK = 64, LENGTH = 8 };

/* A block as it lies in memory; the first byte of a word is its most significant one (3.1). */
static void compress_bytes(uint32_t hash[8], const unsigned char *block) {
    uint32_t words[16];
    for (int t = 0; t < 16; t++) {
        words[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    }
    sha256_compress(hash, words);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}; /* 5.3.3 */
    unsigned long long left = inlen;
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress_bytes(hash, in);

    /* The rest, the bit 1, zeros, and the length in bits (5.1.1): one block, or two where the length finds no room behind the rest. */
    unsigned char rest[2 * BLOCK] = {0};
    int size = left + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    for (int i = 0; i < LENGTH; i++) rest[size - 1 - i] = (unsigned char)((uint64_t)inlen << 3 >> 8 * i);
    for (int i = 0; i < size; i += BLOCK) compress_bytes(hash, rest + i);

    for (int i = 0; i < CRYPTO_BYTES; i++) out[i] = (unsigned char)(hash[i / 4] >> (24 - 8 * (i % 4)));
    return 0;
}
