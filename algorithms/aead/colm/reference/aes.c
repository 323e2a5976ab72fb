/* AES-128: encryption is SUPERCOP's, and decryption undoes its steps. */
#include "aes.h"
#include "crypto_core_aes128encrypt.h"

enum { ROUNDS = 10 };

void aes_encrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16]) {
    crypto_core_aes128encrypt(output, input, key, NULL);
}

static void expand(unsigned char keys[ROUNDS + 1][16], const unsigned char key[16]) {
    unsigned char constant = 1;
    memcpy(keys[0], key, 16);
    for (int round = 1; round <= ROUNDS; round++) {
        memcpy(keys[round], keys[round - 1], 16);
        aes_next_round_key(keys[round], constant);
        constant = aes_xtime(constant);
    }
}

/* The inverse of the S-box, of which there is no table: found by searching. */
static unsigned char substituted_back(unsigned char y) {
    unsigned char x = 0;
    while (aes_s_box[x] != y) x++;
    return x;
}

static void undo_shift_and_substitution(unsigned char state[16]) {
    unsigned char shifted[16];
    memcpy(shifted, state, 16);
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) state[4 * ((column + row) % 4) + row] = substituted_back(shifted[4 * column + row]);
    }
}

/* MixColumns four times is the identity. */
static void undo_mix_columns(unsigned char state[16]) {
    for (int i = 0; i < 3; i++) aes_mix_columns(state);
}

void aes_decrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16]) {
    unsigned char keys[ROUNDS + 1][16], state[16];
    expand(keys, key);
    memcpy(state, input, 16);
    for (int round = ROUNDS; round > 0; round--) {
        aes_add_round_key(state, keys[round]);
        if (round < ROUNDS) undo_mix_columns(state);
        undo_shift_and_substitution(state);
    }
    aes_add_round_key(state, keys[0]);
    memcpy(output, state, 16);
}
