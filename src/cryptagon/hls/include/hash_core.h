/* The HashCore ports in C (docs/hash-interface.md). Define BLOCK_BITS and DIGEST_BITS before including it. */
#ifndef HASH_CORE_H
#define HASH_CORE_H

#include <cryptagon.h>

#define BLOCK_BYTES (BLOCK_BITS / 8)
#define BYTES_BITS (BLOCK_BYTES > 127 ? 8 : BLOCK_BYTES > 63 ? 7 : BLOCK_BYTES > 31 ? 6 : BLOCK_BYTES > 15 ? 5 : BLOCK_BYTES > 7 ? 4 : 3)

typedef uint_t(BLOCK_BITS) block_t;
typedef uint_t(DIGEST_BITS) digest_t;

struct block {
    block_t data;             /* the first byte most significant, padded */
    bit last;                 /* of its message */
    uint_t(BYTES_BITS) bytes; /* of it that are message */
};

STREAM_IN(struct block, block)
STREAM_OUT(digest_t, digest)

#endif
