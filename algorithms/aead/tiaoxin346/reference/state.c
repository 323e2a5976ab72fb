/* The state of Tiaoxin-346: how it starts, moves on and ends. */
#include "state.h"

#include "crypto_core_aes128encrypt.h"

enum { START_UPDATES = 15, FINAL_UPDATES = 20 };

/* The first constants of SHA-512. */
static const unsigned char z0[WORD] = {0x42, 0x8a, 0x2f, 0x98, 0xd7, 0x28, 0xae, 0x22, 0x71, 0x37, 0x44, 0x91, 0x23, 0xef, 0x65, 0xcd};
static const unsigned char z1[WORD] = {0xb5, 0xc0, 0xfb, 0xcf, 0xec, 0x4d, 0x3b, 0x2f, 0xe9, 0xb5, 0xdb, 0xa5, 0x81, 0x89, 0xdb, 0xbc};

static void add(unsigned char sum[WORD], const unsigned char term[WORD]) {
    for (int i = 0; i < WORD; i++) sum[i] ^= term[i];
}

/* A(word): an AES round whose round key is zero. */
static void aes_round(unsigned char word[WORD]) {
    aes_sub_bytes_and_shift_rows(word);
    aes_mix_columns(word);
}

/* R(T, M) of a component of `words` words. */
static void update_component(unsigned char (*t)[WORD], int words, const unsigned char message[WORD]) {
    unsigned char first[WORD], second[WORD];
    memcpy(first, t[words - 1], WORD);
    aes_round(first);
    add(first, t[0]);
    add(first, message);
    memcpy(second, t[0], WORD);
    aes_round(second);
    add(second, z0);
    memmove(t[2], t[1], (size_t)(words - 2) * WORD);
    memcpy(t[0], first, WORD);
    memcpy(t[1], second, WORD);
}

static void update(tiaoxin_state *t, const unsigned char m0[WORD], const unsigned char m1[WORD], const unsigned char m2[WORD]) {
    update_component(t->t3, 3, m0);
    update_component(t->t4, 4, m1);
    update_component(t->t6, 6, m2);
}

/* The first three words of a component, and those behind them zero. */
static void load(unsigned char (*t)[WORD], int words, const unsigned char *key, const unsigned char *nonce) {
    memset(t, 0, (size_t)words * WORD);
    memcpy(t[0], key, WORD);
    memcpy(t[1], key, WORD);
    memcpy(t[2], nonce, WORD);
}

tiaoxin_state tiaoxin_start(const unsigned char key[WORD], const unsigned char nonce[WORD]) {
    tiaoxin_state t;
    load(t.t3, 3, key, nonce);
    load(t.t4, 4, key, nonce);
    load(t.t6, 6, key, nonce);
    memcpy(t.t4[3], z0, WORD);
    memcpy(t.t6[3], z1, WORD);
    for (int i = 0; i < START_UPDATES; i++) update(&t, z0, z1, z0);
    return t;
}

void tiaoxin_absorb(tiaoxin_state *t, const unsigned char block[BLOCK]) {
    unsigned char sum[WORD];
    memcpy(sum, block, WORD);
    add(sum, block + WORD);
    update(t, block, block + WORD, sum);
}

void tiaoxin_output(const tiaoxin_state *t, unsigned char block[BLOCK]) {
    for (int i = 0; i < WORD; i++) {
        block[i] = t->t3[0][i] ^ t->t3[2][i] ^ t->t4[1][i] ^ (t->t6[3][i] & t->t4[3][i]);
        block[WORD + i] = t->t6[0][i] ^ t->t4[2][i] ^ t->t3[1][i] ^ (t->t6[5][i] & t->t3[2][i]);
    }
}

/* A length is a number of 128 bits, the most significant byte first. */
static void store_length(unsigned char out[WORD], unsigned long long bytes) {
    memset(out, 0, WORD);
    for (int i = 0; i < 8; i++) out[WORD - 1 - i] = (unsigned char)(bytes >> 8 * i);
}

void tiaoxin_finish(tiaoxin_state *t, unsigned long long ad_bytes, unsigned long long message_bytes, unsigned char tag[WORD]) {
    unsigned char lengths[BLOCK];
    store_length(lengths, ad_bytes);
    store_length(lengths + WORD, message_bytes);
    tiaoxin_absorb(t, lengths);
    for (int i = 0; i < FINAL_UPDATES; i++) update(t, z1, z0, z1);
    memset(tag, 0, WORD);
    for (int i = 0; i < 3; i++) add(tag, t->t3[i]);
    for (int i = 0; i < 4; i++) add(tag, t->t4[i]);
    for (int i = 0; i < 6; i++) add(tag, t->t6[i]);
}
