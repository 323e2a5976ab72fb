/* The compression function of SHA-256. */
#ifndef SHA256_COMPRESS_H
#define SHA256_COMPRESS_H

#include <stdint.h>

/* One block of 16 words into the hash value (FIPS 180-4, 6.2.2). */
void sha256_compress(uint32_t hash[8], const uint32_t block[16]);

#endif
