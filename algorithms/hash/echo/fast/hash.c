/* ECHO-256 of round 2 written for speed: software that units are compared with. ../reference is the one to read.
 *
 * A word of the state is a vector: BIG.SubWords is two rounds of AES, BIG.ShiftRows is names, and BIG.MixColumns works on whole words.
 */
#include <stdint.h>
#include <string.h>

#include "aes_round_fast.h"
#include "api.h"

enum { WORD = 16, WORDS = 16, CHAIN_WORDS = 4, BLOCK = WORD * (WORDS - CHAIN_WORDS), ROUNDS = 8, LENGTH = 16 }; /* WORD, BLOCK, LENGTH in bytes */

/* MixColumns of AES on the bytes at each place of the four words of a column. */
static inline void mix_column(aes_fast_state w[4]) {
    const aes_fast_state first = w[0], all = w[0] ^ w[1] ^ w[2] ^ w[3];
    AES_FAST_WHOLE
    for (int i = 0; i < 3; i++) w[i] ^= all ^ aes_fast_twice(w[i] ^ w[i + 1]);
    w[3] ^= all ^ aes_fast_twice(w[3] ^ first);
}

/* A round; the first AES round of a word has a counter as its key, the second one the salt, which is 0. */
static inline void big_round(aes_fast_state s[WORDS], uint64_t counter) {
    aes_fast_state from[WORDS];
    const aes_fast_state salt = {0};
    AES_FAST_WHOLE
    for (int i = 0; i < WORDS; i++) {
        const uint64_t key = counter + (uint64_t)i;
        from[i] = aes_fast_round(aes_fast_round(s[i], (aes_fast_state){(uint32_t)key, (uint32_t)(key >> 32)}), salt);
    }
    AES_FAST_WHOLE
    for (int i = 0; i < WORDS; i++) s[i] = from[(i + 4 * (i % 4)) % WORDS];
    AES_FAST_WHOLE
    for (int i = 0; i < WORDS; i += 4) mix_column(s + i);
}

static void compress(aes_fast_state chain[CHAIN_WORDS], const unsigned char *block, uint64_t counter) {
    aes_fast_state s[WORDS];
    for (int i = 0; i < CHAIN_WORDS; i++) s[i] = chain[i];
    for (int i = CHAIN_WORDS; i < WORDS; i++) {
        s[i] = aes_fast_loaded(block + WORD * (i - CHAIN_WORDS));
        chain[i % CHAIN_WORDS] ^= s[i]; /* BIG.Final: the sum of the columns, of the block and of the state */
    }
    for (int round = 0; round < ROUNDS; round++) big_round(s, counter + (uint64_t)(WORDS * round));
    for (int i = 0; i < WORDS; i++) chain[i % CHAIN_WORDS] ^= s[i];
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    aes_fast_state chain[CHAIN_WORDS];
    unsigned long long left = inlen;
    aes_fast_begin();
    for (int i = 0; i < CHAIN_WORDS; i++) chain[i] = (aes_fast_state){8 * CRYPTO_BYTES};
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(chain, in, (uint64_t)(inlen - left + BLOCK) << 3);

    /* The rest, the bit 1, zeros, the digest's length in bits and the message's: one block, or two where these find no room behind the rest. */
    unsigned char rest[2 * BLOCK] = {0};
    uint64_t bits = (uint64_t)inlen << 3;
    int size = left + 1 + 2 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    rest[size - LENGTH - 1] = 0x01;
    for (int i = 0; i < 8; i++) rest[size - LENGTH + i] = (unsigned char)(bits >> 8 * i);
    compress(chain, rest, left == 0 ? 0 : bits);
    if (size > BLOCK) compress(chain, rest + BLOCK, 0);

    for (int i = 0; i < CRYPTO_BYTES; i += WORD) aes_fast_store(out + i, chain[i / WORD]);
    return 0;
}
