/* AEZ v4.1: how a tweak and keys make a call of the cipher. */
#include "api.h"
#include "crypto_aead.h"

#include "aez_aead.h"

enum { OF_PAIRS = 1, OF_S = 2, OF_HASH = 3 };

/* The i-th multiple of a key, i not 0: the powers of two are 8 for the first eight, then 16, and so on. */
static void add_counted(block sum, const block key, unsigned long long i) {
    block power;
    memcpy(power, key, BLOCK);
    for (unsigned long long n = 3 + (i - 1) / 8; n; n--) twice(power);
    add(sum, power);
    add_multiple(sum, key, (unsigned)((i - 1) % 8));
}

/* What is added to the text of four rounds. */
static void make_offset(block offset, const keys *k, int j, unsigned long long i) {
    memset(offset, 0, BLOCK);
    if (j == OF_PAIRS || j == OF_S) {
        add_counted(offset, k->i, i);
    } else if (j < OF_PAIRS) {
        add_multiple(offset, k->i, (unsigned)i);
    } else {
        add_multiple(offset, k->l, 1u << (j - OF_HASH));
        if (i) add_counted(offset, k->j, i);
    }
}

/* E with the tweak (j, i): ten rounds of AES where j is LONG, else four. */
static void cipher(const keys *k, int j, unsigned long long i, unsigned char *y, const unsigned char *input) {
    const block zero = {0};
    block x;
    memcpy(x, input, BLOCK);
    if (j == LONG) {
        const unsigned char *const order[3] = {k->i, k->j, k->l};
        add_multiple(x, k->j, (unsigned)i);
        for (int round = 0; round < 10; round++) aes_round(x, order[round % 3]);
    } else {
        const unsigned char *const usual[4] = {k->j, k->i, k->l, zero}, *const of_s[4] = {k->l, k->i, k->j, k->l};
        block offset;
        make_offset(offset, k, j, i);
        add(x, offset);
        for (int round = 0; round < 4; round++) aes_round(x, j == OF_S ? of_s[round] : usual[round]);
        if (j >= OF_HASH) add(x, offset);
    }
    memcpy(y, x, BLOCK);
}
