/* The ports of an iterative block cipher core in C (docs/block-ciphers.md). Define KEY_BITS and BLOCK_BITS before including it. */
#ifndef BLOCK_CIPHER_H
#define BLOCK_CIPHER_H

#include <cryptagon.h>

typedef uint_t(KEY_BITS) cipher_key_t;
typedef uint_t(BLOCK_BITS) block_t;

/* A block to be encrypted or decrypted; with new_key, under the next item of `key`. The first byte is the most significant one. */
struct task {
    bit new_key;
    bit decrypt;
    block_t data;
};

STREAM_IN(cipher_key_t, key)
STREAM_IN(struct task, block)
STREAM_OUT(block_t, result)

#endif
