/* Ascon-Hash256, written from NIST SP 800-232, section 5.1. */
#include "api.h"

#define ASCON_SP800_232
#include "ascon_state.h"

enum { RATE = 8 };

/* The version 2, both numbers of rounds, the bits of the digest, the bytes of the rate. */
static const uint64_t initial_value = (uint64_t)2 | (uint64_t)(ROUNDS_A << 4 | ROUNDS_A) << 16 | (uint64_t)8 * CRYPTO_BYTES << 24 | (uint64_t)RATE << 40;

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    ascon_state s = {{initial_value}};
    ascon_permute(&s, ROUNDS_A);
    for (unsigned long long i = 0; i < inlen; i++) {
        add_to_state_byte(&s, (unsigned)(i % RATE), in[i]);
        if (i % RATE == RATE - 1) ascon_permute(&s, ROUNDS_A);
    }
    pad(&s, (unsigned)(inlen % RATE));
    for (int i = 0; i < CRYPTO_BYTES; i += RATE) {
        ascon_permute(&s, ROUNDS_A);
        store(out + i, s.x[0]);
    }
    return 0;
}
