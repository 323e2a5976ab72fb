/* The parts of SILC (CLOC and SILC v3) that its cores share. */
#ifndef SILC_H
#define SILC_H

#define TAG_BYTES 8

typedef uint_t(32) length_t; /* in bytes */

/* The state: what gives keystream, and what gives the tag. */
struct pair {
    block_t feedback, tag;
};

/* zpp(param || N): nonces of 96 bits, tags of 64 bits. */
static inline block_t with_param(block_t nonce) {
    return (block_t)0xc0 << 96 | nonce >> 32;
}

/* A step of a register of bytes. */
static inline block_t g(block_t x) {
    byte_t last = byte_of(x, 0) ^ byte_of(x, 1);
    return x << 8 | last;
}

static inline block_t fix1(block_t x) {
    return x | (block_t)1 << 127;
}

#endif
