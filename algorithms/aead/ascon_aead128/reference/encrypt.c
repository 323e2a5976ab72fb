/* Ascon-AEAD128 of NIST SP 800-232: key, nonce, tag and rate of 128 bits, 12 rounds to begin and to end and 8 in between. */
#include "api.h"
#include "crypto_aead.h"

#define ASCON_SP800_232
#define ASCON_RATE 16
#define ASCON_ROUNDS_B 8
#include "ascon_aead.h"
