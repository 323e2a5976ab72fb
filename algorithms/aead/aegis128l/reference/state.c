/* The state of AEGIS-128L: how it starts, moves on and ends. */
#include "state.h"

#include "crypto_core_aes128encrypt.h"

enum { START_UPDATES = 10, FINAL_UPDATES = 7, TAG_WORDS = 7 };

/* The Fibonacci numbers modulo 256. */
static const unsigned char const0[WORD] = {0x00, 0x01, 0x01, 0x02, 0x03, 0x05, 0x08, 0x0d, 0x15, 0x22, 0x37, 0x59, 0x90, 0xe9, 0x79, 0x62};
static const unsigned char const1[WORD] = {0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1, 0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28, 0xdd};

static void add(unsigned char sum[WORD], const unsigned char a[WORD], const unsigned char b[WORD]) {
    for (int i = 0; i < WORD; i++) sum[i] = a[i] ^ b[i];
}

/* AESRound(a, 0). */
static void aes_round(unsigned char out[WORD], const unsigned char a[WORD]) {
    memcpy(out, a, WORD);
    aes_sub_bytes_and_shift_rows(out);
    aes_mix_columns(out);
}

aegis_state aegis_start(const unsigned char key[WORD], const unsigned char nonce[WORD]) {
    aegis_state s;
    unsigned char message[BLOCK];
    add(s.word[0], key, nonce);
    memcpy(s.word[1], const1, WORD);
    memcpy(s.word[2], const0, WORD);
    memcpy(s.word[3], const1, WORD);
    add(s.word[4], key, nonce);
    add(s.word[5], key, const0);
    add(s.word[6], key, const1);
    add(s.word[7], key, const0);
    memcpy(message, nonce, WORD);
    memcpy(message + WORD, key, WORD);
    for (int i = 0; i < START_UPDATES; i++) aegis_update(&s, message);
    return s;
}

void aegis_update(aegis_state *s, const unsigned char message[BLOCK]) {
    const aegis_state old = *s;
    for (int i = 0; i < WORDS; i++) {
        unsigned char mixed[WORD];
        aes_round(mixed, old.word[(i + WORDS - 1) % WORDS]);
        add(s->word[i], old.word[i], mixed);
    }
    add(s->word[0], s->word[0], message);
    add(s->word[4], s->word[4], message + WORD);
}

void aegis_keystream(const aegis_state *s, unsigned char keystream[BLOCK]) {
    for (int i = 0; i < WORD; i++) {
        keystream[i] = s->word[1][i] ^ s->word[6][i] ^ (s->word[2][i] & s->word[3][i]);
        keystream[WORD + i] = s->word[2][i] ^ s->word[5][i] ^ (s->word[6][i] & s->word[7][i]);
    }
}

/* Lengths are in bits, 64 bits each, the least significant byte first. */
static void store_bits(unsigned char out[8], unsigned long long bytes) {
    for (int i = 0; i < 8; i++) out[i] = (unsigned char)(8 * bytes >> 8 * i);
}

void aegis_finish(aegis_state *s, unsigned long long ad_bytes, unsigned long long message_bytes, unsigned char tag[WORD]) {
    unsigned char message[BLOCK];
    store_bits(message, ad_bytes);
    store_bits(message + 8, message_bytes);
    add(message, message, s->word[2]);
    memcpy(message + WORD, message, WORD);
    for (int i = 0; i < FINAL_UPDATES; i++) aegis_update(s, message);
    memset(tag, 0, WORD);
    for (int i = 0; i < TAG_WORDS; i++) add(tag, tag, s->word[i]);
}
