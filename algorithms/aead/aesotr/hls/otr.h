/* The parts of AES-OTR (v3.1) that its cores share: multiples in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1. */
#ifndef OTR_H
#define OTR_H

static inline block_t two_times(block_t x) {
    return x << 1 ^ (x >> 127 ? (block_t)0x87 : (block_t)0);
}

static inline block_t half_of(block_t x) {
    block_t low = x & 1;
    return (x >> 1 | low << 127) ^ (low ? (block_t)0x43 : (block_t)0);
}

/* Format(tau, N): nonces of 96 bits, tags of 128 bits. */
static inline block_t format(block_t nonce) {
    return (block_t)1 << 96 | nonce >> 32;
}

#endif
