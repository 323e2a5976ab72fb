/* Deoxys-I-128-128 v1.41: the mode for nonces that do not repeat. */
#include "api.h"
#include "crypto_aead.h"

/* LFSR2. */
static unsigned char next_key_byte(unsigned char x) {
    return (unsigned char)(x << 1 | ((x >> 7 ^ x >> 5) & 1));
}

enum { COUNTS_PARTIAL = 1 };
#include "deoxys_aead.h"
