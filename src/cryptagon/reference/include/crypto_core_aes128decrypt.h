/* SUPERCOP's AES-128, decryption of one block: the steps of the encryption undone one by one (FIPS 197, 5.3). */
#ifndef CRYPTO_CORE_AES128DECRYPT_H
#define CRYPTO_CORE_AES128DECRYPT_H

#include "crypto_core_aes128encrypt.h"

#define crypto_core_aes128decrypt_OUTPUTBYTES 16
#define crypto_core_aes128decrypt_INPUTBYTES 16
#define crypto_core_aes128decrypt_KEYBYTES 16
#define crypto_core_aes128decrypt_CONSTBYTES 0

/* The inverse of the S-box, of which there is no table: found by searching. */
static inline unsigned char aes_substituted_back(unsigned char y) {
    unsigned char x = 0;
    while (aes_s_box[x] != y) x++;
    return x;
}

static inline void aes_undo_sub_bytes_and_shift_rows(unsigned char state[16]) {
    unsigned char shifted[16];
    memcpy(shifted, state, 16);
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) state[4 * ((column + row) % 4) + row] = aes_substituted_back(shifted[4 * column + row]);
    }
}

/* MixColumns four times is the identity. */
static inline void aes_undo_mix_columns(unsigned char state[16]) {
    for (int i = 0; i < 3; i++) aes_mix_columns(state);
}

/* `output` may be `input`; `constant` is not used, since AES has none. */
static inline int crypto_core_aes128decrypt(unsigned char *output, const unsigned char *input, const unsigned char *key,
                                            const unsigned char *constant) {
    enum { ROUNDS = 10 };
    unsigned char round_keys[ROUNDS + 1][16], state[16], round_constant = 1;
    (void)constant;
    memcpy(round_keys[0], key, 16);
    for (int round = 1; round <= ROUNDS; round++) {
        memcpy(round_keys[round], round_keys[round - 1], 16);
        aes_next_round_key(round_keys[round], round_constant);
        round_constant = aes_xtime(round_constant);
    }
    memcpy(state, input, 16);
    for (int round = ROUNDS; round > 0; round--) {
        aes_add_round_key(state, round_keys[round]);
        if (round < ROUNDS) aes_undo_mix_columns(state);
        aes_undo_sub_bytes_and_shift_rows(state);
    }
    aes_add_round_key(state, round_keys[0]);
    memcpy(output, state, 16);
    return 0;
}

#endif
