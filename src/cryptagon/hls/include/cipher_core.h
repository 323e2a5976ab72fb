/* The CipherCore ports of the CAESAR Hardware API in C (docs/cipher-core.md). Define KEY_BITS and BLOCK_BITS before including it, and TWO_PASS
 * for a core that goes over its data twice. */
#ifndef CIPHER_CORE_H
#define CIPHER_CORE_H

#include <cryptagon.h>

#define BLOCK_BYTES (BLOCK_BITS / 8)
#define SIZE_BITS (BLOCK_BYTES > 127 ? 8 : BLOCK_BYTES > 63 ? 7 : BLOCK_BYTES > 31 ? 6 : BLOCK_BYTES > 15 ? 5 : BLOCK_BYTES > 7 ? 4 : BLOCK_BYTES > 3 ? 3 : BLOCK_BYTES > 1 ? 2 : 1)

typedef uint_t(KEY_BITS) cipher_key_t;
typedef uint_t(BLOCK_BITS) block_t;
typedef uint_t(BLOCK_BYTES) byte_mask_t;
typedef uint_t(SIZE_BITS) size_in_bytes_t;
typedef uint_t(4) segment_t;

/* Segment types, as in the headers of the API. */
#define SEGMENT_AD ((segment_t)1)
#define SEGMENT_PLAINTEXT ((segment_t)4)
#define SEGMENT_CIPHERTEXT ((segment_t)5)
#define SEGMENT_TAG ((segment_t)8)
#define SEGMENT_NPUB ((segment_t)13)
#define SEGMENT_NSEC ((segment_t)14)
#define SEGMENT_ENCRYPTED_NSEC ((segment_t)15)

struct bdi {
    block_t data;
    segment_t type;
    bit eot;
    bit eoi;
    bit partial;
    size_in_bytes_t size;
    byte_mask_t valid_bytes;
    byte_mask_t pad_loc;
};

struct bdo {
    block_t data;
    size_in_bytes_t size;
};

STREAM_IN(cipher_key_t, key)
STREAM_IN(struct bdi, bdi)
STREAM_OUT(struct bdo, bdo)
STREAM_OUT(bit, msg_auth)
WIRE_IN(bit, key_update)
WIRE_IN(bit, decrypt)
#ifdef TWO_PASS
STREAM_OUT(block_t, fdo)
STREAM_IN(block_t, fdi)
#endif

/* All ones in the bytes that `mask` selects; the mask's most significant bit is the block's first byte. */
static inline block_t byte_enable(byte_mask_t mask) {
    block_t enable = 0;
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) {
        if (mask >> i & 1) enable |= (block_t)0xff << 8 * i;
    }
    return enable;
}

#endif
