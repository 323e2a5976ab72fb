/* PRIMATEs-GIBBON-120: p1 of 12 rounds begins and ends a message; p2 of AD and p3 of data have 6. The key is added behind the first p1 and before the last. */
#include "api.h"
#include "crypto_aead.h"

#define ROUNDS_OF_BLOCK 6
#define FIRST_OF_DATA FIRST_OF_P3
#define ROUNDS_OF_DATA ROUNDS_OF_BLOCK
#include "primates_aead.h"

static void start(primate_state *s, const unsigned char *ad, unsigned long long adlen, const unsigned char *k) {
    add_key(s, k);
    if (adlen > 0) {
        permute(s, FIRST_OF_P2, ROUNDS_OF_BLOCK);
        absorb(s, ad, adlen, FIRST_OF_P2, ROUNDS_OF_BLOCK);
    }
    permute(s, FIRST_OF_P3, ROUNDS_OF_BLOCK);
}

static void finish(primate_state *s, const unsigned char *k) {
    permute(s, FIRST_OF_P3, ROUNDS_OF_BLOCK);
    add_key(s, k);
    permute(s, FIRST_OF_P1, ROUNDS_OF_P1);
}
