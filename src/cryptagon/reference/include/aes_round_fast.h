/* The round of AES written for speed, for software that units are compared with: by the processor's instruction where it has one, otherwise by
 * tables. crypto_core_aes128encrypt.h is the one to read; numbers in parentheses are sections of FIPS 197.
 */
#ifndef AES_ROUND_FAST_H
#define AES_ROUND_FAST_H

#include <stdint.h>

#include "crypto_core_aes128encrypt.h"

#define AES_FAST_WHOLE _Pragma("GCC unroll 16")
#define AES_FAST_PLACES(a, ...) __builtin_shufflevector(a, a, __VA_ARGS__)

/* A state: a column is an element, the byte of its row 0 the least significant one. */
typedef uint32_t aes_fast_state __attribute__((vector_size(16)));

static inline aes_fast_state aes_fast_loaded(const unsigned char *bytes) {
    aes_fast_state a;
    AES_FAST_WHOLE
    for (int i = 0; i < 4; i++) {
        a[i] = bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 | (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
    }
    return a;
}

static inline void aes_fast_store(unsigned char *bytes, aes_fast_state a) {
    for (int i = 0; i < 16; i++) bytes[i] = (unsigned char)(a[i / 4] >> 8 * (i % 4));
}

/* Each byte times x in GF(2^8) (4.2). */
static inline aes_fast_state aes_fast_twice(aes_fast_state a) {
    typedef signed char bytes __attribute__((vector_size(16)));
    const bytes b = (bytes)a;
    return (aes_fast_state)((b + b) ^ ((b < 0) & 0x1b));
}

#ifdef __AES__
#include <wmmintrin.h>

/* What the round needs is there. */
static inline void aes_fast_begin(void) {
}

/* SubBytes, ShiftRows, MixColumns and AddRoundKey. */
static inline aes_fast_state aes_fast_round(aes_fast_state a, aes_fast_state key) {
    return (aes_fast_state)_mm_aesenc_si128((__m128i)a, (__m128i)key);
}

/* SubBytes and ShiftRows. */
static inline aes_fast_state aes_fast_sub_bytes_and_shift_rows(aes_fast_state a) {
    return (aes_fast_state)_mm_aesenclast_si128((__m128i)a, (__m128i){0});
}
#else
static uint32_t aes_fast_table[4][256];

/* SubBytes and MixColumns of a byte in each row (5.1.1, 5.1.3), made at the first call. */
static inline void aes_fast_begin(void) {
    if (aes_fast_table[0][0]) return;
    for (int byte = 0; byte < 256; byte++) {
        const uint32_t once = aes_s_box[byte], twice = aes_xtime(aes_s_box[byte]);
        const uint32_t column = twice | once << 8 | once << 16 | (once ^ twice) << 24;
        for (int row = 0; row < 4; row++) aes_fast_table[row][byte] = row ? column << 8 * row | column >> (32 - 8 * row) : column;
    }
}

static inline aes_fast_state aes_fast_round(aes_fast_state a, aes_fast_state key) {
    uint32_t from[4], to[4];
    memcpy(from, &a, sizeof from);
    AES_FAST_WHOLE
    for (int i = 0; i < 4; i++) {
        to[i] = 0;
        AES_FAST_WHOLE
        for (int row = 0; row < 4; row++) to[i] ^= aes_fast_table[row][from[(i + row) % 4] >> 8 * row & 0xff];
    }
    memcpy(&a, to, sizeof a);
    return a ^ key;
}

static inline aes_fast_state aes_fast_sub_bytes_and_shift_rows(aes_fast_state a) {
    uint32_t from[4], to[4];
    memcpy(from, &a, sizeof from);
    AES_FAST_WHOLE
    for (int i = 0; i < 4; i++) {
        to[i] = 0;
        AES_FAST_WHOLE
        for (int row = 0; row < 4; row++) to[i] |= (uint32_t)aes_s_box[from[(i + row) % 4] >> 8 * row & 0xff] << 8 * row;
    }
    memcpy(&a, to, sizeof a);
    return a;
}
#endif

#endif
