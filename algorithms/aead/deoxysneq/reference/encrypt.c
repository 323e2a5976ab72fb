/* Deoxys≠-128-128 v1.3: the mode for nonces that do not repeat. */
#include "api.h"
#include "crypto_aead.h"

#include "crypto_core_aes128encrypt.h"

/* Twice x in the field of AES. */
static unsigned char next_key_byte(unsigned char x) {
    return aes_xtime(x);
}

enum { COUNTS_PARTIAL = 0 };
#include "deoxys_aead.h"
