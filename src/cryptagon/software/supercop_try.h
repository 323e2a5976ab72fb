/* SUPERCOP's own checksums, by supercop-20260330: try-anything.c, crypto_aead/try.c and crypto_hash/try.c. Inputs are a stream of Salsa20 (D. J.
 * Bernstein, "Salsa20 specification", 2005) under a fixed key, a nonce for each input; the checksum is 64 bytes that the core of Salsa20 hashes each
 * output into, of which SUPERCOP writes the first 32. */
#ifndef CRYPTAGON_SUPERCOP_TRY_H
#define CRYPTAGON_SUPERCOP_TRY_H

#include "cryptagon_driver.h"

enum { STATE = 64, DIGEST = 32, WORDS = 16, BLOCK = 16 };

static unsigned char checksum_state[STATE];
static uint64_t inputs_made; /* the nonce of the next one */

static uint32_t word_at(const unsigned char *from) { return from[0] | from[1] << 8 | from[2] << 16 | (uint32_t)from[3] << 24; }

static uint32_t rotated(uint32_t word, int by) { return word << by | word >> (32 - by); }

static void quarter_round(uint32_t x[WORDS], int a, int b, int c, int d) {
    x[b] ^= rotated(x[a] + x[d], 7);
    x[c] ^= rotated(x[b] + x[a], 9);
    x[d] ^= rotated(x[c] + x[b], 13);
    x[a] ^= rotated(x[d] + x[c], 18);
}

/* `out` may be `key`. */
static void salsa20_core(unsigned char out[STATE], const unsigned char in[BLOCK], const unsigned char key[32]) {
    static const unsigned char constant[] = "expand 32-byte k";
    uint32_t first[WORDS], x[WORDS];
    for (int i = 0; i < 4; i++) {
        first[5 * i] = word_at(constant + 4 * i);
        first[1 + i] = word_at(key + 4 * i);
        first[6 + i] = word_at(in + 4 * i);
        first[11 + i] = word_at(key + 16 + 4 * i);
    }
    memcpy(x, first, sizeof x);
    for (int round = 0; round < 20; round += 2) {
        for (int i = 0; i < 4; i++) quarter_round(x, 5 * i, (5 * i + 4) % 16, (5 * i + 8) % 16, (5 * i + 12) % 16);
        for (int i = 0; i < 4; i++) quarter_round(x, 5 * i, 4 * i + (i + 1) % 4, 4 * i + (i + 2) % 4, 4 * i + (i + 3) % 4);
    }
    for (int i = 0; i < STATE; i++) out[i] = (unsigned char)((x[i / 4] + first[i / 4]) >> 8 * (i % 4));
}

/* The next input, of any length, none among them. */
static void make_input(unsigned char *to, uint64_t length) {
    static const unsigned char key[] = "generate inputs for test vectors";
    unsigned char block[BLOCK], stream[STATE];
    for (uint64_t at = 0; at < length; at++) {
        if (at % STATE == 0) {
            for (int i = 0; i < 8; i++) block[i] = (unsigned char)(inputs_made >> 8 * i), block[8 + i] = (unsigned char)(at / STATE >> 8 * i);
            salsa20_core(stream, block, key);
        }
        to[at] = stream[at % STATE];
    }
    inputs_made++;
}

static uint64_t random_number(void) {
    unsigned char bytes[8];
    uint64_t number = 0;
    make_input(bytes, 8);
    for (int i = 7; i >= 0; i--) number = number << 8 | bytes[i];
    return number;
}

static void add_to_checksum(const unsigned char *bytes, uint64_t length) {
    unsigned char last[BLOCK] = {0};
    for (; length >= BLOCK; bytes += BLOCK, length -= BLOCK) salsa20_core(checksum_state, bytes, checksum_state);
    memcpy(last, bytes, length);
    last[length] = 1;
    checksum_state[0] ^= 1;
    salsa20_core(checksum_state, last, checksum_state);
}

static buffer made_input(uint64_t length) {
    buffer made = make_buffer(length);
    make_input(made.bytes, length);
    return made;
}

/* A request has the number of loops and the greatest length of a message; no loops begin anew. The answer is the first half of the state, and as value
 * which call went wrong, 0 where none did. */
static void answer_checksum(buffer request, int (*loop)(uint64_t)) {
    uint64_t numbers[2] = {0, 0};
    int wrong = 0;
    for (int i = 0; i < 16; i++) numbers[i / 8] |= (uint64_t)request.bytes[i] << 8 * (i % 8);
    if (!numbers[0]) memset(checksum_state, 0, STATE), inputs_made = 0;
    for (uint64_t i = 0; i < numbers[0] && !wrong; i++) wrong = loop(numbers[1]);
    answer(STATUS_DONE, (uint64_t)wrong, checksum_state, DIGEST);
}

#endif
