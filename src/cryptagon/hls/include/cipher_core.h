/* The CipherCore ports of the CAESAR Hardware API in C (docs/cipher-core.md). Define KEY_BITS and BLOCK_BITS before including it, AD_BLOCK_BITS
 * where blocks of AD have a width of their own, and TWO_PASS for a core that goes over its data twice. */
#ifndef CIPHER_CORE_H
#define CIPHER_CORE_H

#include <cryptagon.h>

#ifndef AD_BLOCK_BITS
#define AD_BLOCK_BITS BLOCK_BITS
#endif

#define BLOCK_BYTES (BLOCK_BITS / 8)
#define BDI_BITS (AD_BLOCK_BITS > BLOCK_BITS ? AD_BLOCK_BITS : BLOCK_BITS)
#define BDI_BYTES (BDI_BITS / 8)
#define BITS_FOR(bytes) ((bytes) > 255 ? 9 : (bytes) > 127 ? 8 : (bytes) > 63 ? 7 : (bytes) > 31 ? 6 : (bytes) > 15 ? 5 : (bytes) > 7 ? 4 : (bytes) > 3 ? 3 : (bytes) > 1 ? 2 : 1)

typedef uint_t(KEY_BITS) cipher_key_t;
typedef uint_t(BLOCK_BITS) block_t;
typedef uint_t(BDI_BITS) input_t;
typedef uint_t(BDI_BYTES) byte_mask_t;
typedef uint_t(BITS_FOR(BDI_BYTES)) size_in_bytes_t;
typedef uint_t(BITS_FOR(BLOCK_BYTES)) output_size_t;
typedef uint_t(4) segment_t;

/* Segment types, as in the headers of the API. */
#define SEGMENT_AD ((segment_t)1)
#define SEGMENT_PLAINTEXT ((segment_t)4)
#define SEGMENT_CIPHERTEXT ((segment_t)5)
#define SEGMENT_HASH ((segment_t)7)
#define SEGMENT_TAG ((segment_t)8)
#define SEGMENT_NPUB ((segment_t)13)
#define SEGMENT_NSEC ((segment_t)14)
#define SEGMENT_ENCRYPTED_NSEC ((segment_t)15)

struct bdi {
    input_t data;
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
    output_size_t size;
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
static inline input_t byte_enable(byte_mask_t mask) {
    input_t enable = 0;
    UNROLL for (int i = 0; i < BDI_BYTES; i++) {
        if (mask >> i & 1) enable |= (input_t)0xff << 8 * i;
    }
    return enable;
}

#endif
