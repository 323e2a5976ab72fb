/* ECHO-256 as submitted for round 2 of the SHA-3 competition, with a digest of 256 bits and no salt.
 *
 * Written from R. Benadjila, O. Billet, H. Gilbert, G. Macario-Rat, T. Peyrin, M. Robshaw, Y. Seurin: "SHA-3 Proposal: ECHO" (version 1.5).
 */
#include <stdint.h>
#include <string.h>

#include "api.h"
#include "crypto_core_aes128encrypt.h"

enum { WORD = 16, WORDS = 16, CHAIN = 4 * WORD, STATE = WORDS * WORD, BLOCK = STATE - CHAIN, ROUNDS = 8, LENGTH = 16 }; /* sizes in bytes */

/* A round of AES; the key has a counter in its first bytes, the least significant one first. */
static void aes_round(unsigned char word[WORD], uint64_t key) {
    aes_sub_bytes_and_shift_rows(word);
    aes_mix_columns(word);
    for (int i = 0; i < 8; i++) word[i] ^= (unsigned char)(key >> 8 * i);
}

/* BIG.SubWords: two rounds of AES on each word, the first one with a counter as its key, the second one with the salt, which is 0. */
static void big_sub_words(unsigned char state[WORDS][WORD], uint64_t *counter) {
    for (int i = 0; i < WORDS; i++) {
        aes_round(state[i], (*counter)++);
        aes_round(state[i], 0);
    }
}

/* BIG.ShiftRows: words as AES has bytes, word 4c + r in row r of column c. */
static void big_shift_rows(unsigned char state[WORDS][WORD]) {
    unsigned char from[WORDS][WORD];
    memcpy(from, state, STATE);
    for (int i = 0; i < WORDS; i++) memcpy(state[i], from[(i + 4 * (i % 4)) % WORDS], WORD);
}

/* BIG.MixColumns: MixColumns of AES on the bytes at one place of the four words of a column. */
static void big_mix_columns(unsigned char state[WORDS][WORD]) {
    for (int place = 0; place < WORD; place++) {
        unsigned char bytes[WORDS];
        for (int i = 0; i < WORDS; i++) bytes[i] = state[i][place];
        aes_mix_columns(bytes);
        for (int i = 0; i < WORDS; i++) state[i][place] = bytes[i];
    }
}

/* BIG.Final: the sum of the columns of a state into the chain value. */
static void add_columns(unsigned char chain[CHAIN], const unsigned char *words, int size) {
    for (int i = 0; i < size; i++) chain[i % CHAIN] ^= words[i];
}

static void compress(unsigned char chain[CHAIN], const unsigned char *block, uint64_t counter) {
    unsigned char state[WORDS][WORD];
    memcpy(state, chain, CHAIN);
    memcpy(state[4], block, BLOCK);
    for (int round = 0; round < ROUNDS; round++) {
        big_sub_words(state, &counter);
        big_shift_rows(state);
        big_mix_columns(state);
    }
    add_columns(chain, block, BLOCK);
    add_columns(chain, state[0], STATE);
}

/* `out` takes CRYPTO_BYTES; `inlen` is in bytes. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char chain[CHAIN] = {0};
    for (int i = 0; i < 4; i++) chain[WORD * i + 1] = 0x01; /* in each word the digest's length in bits */
    unsigned long long left = inlen;
    for (; left >= BLOCK; left -= BLOCK, in += BLOCK) compress(chain, in, (uint64_t)(inlen - left + BLOCK) << 3);

    /* The rest, the bit 1, zeros, the digest's length in bits and the message's: one block, or two where these find no room behind the rest.
     * The counter has the bits of the message up to the end of a block, and 0 for a block without any. */
    unsigned char rest[2 * BLOCK] = {0};
    uint64_t bits = (uint64_t)inlen << 3;
    int size = left + 1 + 2 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left) memcpy(rest, in, left);
    rest[left] = 0x80;
    rest[size - LENGTH - 1] = 0x01;
    for (int i = 0; i < 8; i++) rest[size - LENGTH + i] = (unsigned char)(bits >> 8 * i);
    compress(chain, rest, left == 0 ? 0 : bits);
    if (size > BLOCK) compress(chain, rest + BLOCK, 0);

    memcpy(out, chain, CRYPTO_BYTES);
    return 0;
}
