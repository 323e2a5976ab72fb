/* Ascon-128 of Ascon v1.2: key, nonce and tag of 128 bits, a rate of 64, 12 rounds to begin and to end and 6 in between. */
#include "api.h"
#include "crypto_aead.h"

#define ASCON_RATE 8
#define ASCON_ROUNDS_B 6
#include "ascon_aead.h"
