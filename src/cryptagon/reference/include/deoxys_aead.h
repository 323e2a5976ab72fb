/* Deoxys-BC-256: rounds of AES, all of them with MixColumns, under subtweakeys; and Deoxys for nonces that do not repeat on it.
 *
 * The file that includes this includes api.h and crypto_aead.h before, and defines what differs between the versions of Deoxys:
 * COUNTS_PARTIAL of the mode, and next_key_byte(x), which makes a byte of the key word that of the next round.
 */
#ifndef DEOXYS_AEAD_H
#define DEOXYS_AEAD_H

#include "crypto_core_aes128decrypt.h"

enum { ROUNDS = 14 };

/* The permutation h of a tweakey word, in the direction of the designers' software: byte i goes to place h[i]. */
static void permute(unsigned char word[16]) {
    static const unsigned char h[16] = {1, 6, 11, 12, 5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8};
    unsigned char permuted[16];
    for (int i = 0; i < 16; i++) permuted[h[i]] = word[i];
    memcpy(word, permuted, 16);
}

/* All subtweakeys: the sum of both words of the tweakey and of a constant. */
static void expand(unsigned char subtweakeys[ROUNDS + 1][16], const unsigned char key[16], const unsigned char tweak[16]) {
    unsigned char tk1[16], tk2[16], constant = 0x2f;
    memcpy(tk1, tweak, 16);
    memcpy(tk2, key, 16);
    for (int round = 0; round <= ROUNDS; round++, constant = aes_xtime(constant)) {
        for (int i = 0; i < 16; i++) subtweakeys[round][i] = tk1[i] ^ tk2[i];
        for (int i = 0; i < 4; i++) {
            subtweakeys[round][i] ^= (unsigned char)(1 << i);
            subtweakeys[round][4 + i] ^= constant;
        }
        permute(tk1);
        permute(tk2);
        for (int i = 0; i < 16; i++) tk2[i] = next_key_byte(tk2[i]);
    }
}

static void encrypt_block(unsigned char output[16], const unsigned char input[16], const unsigned char key[16], const unsigned char tweak[16]) {
    unsigned char subtweakeys[ROUNDS + 1][16], state[16];
    expand(subtweakeys, key, tweak);
    memcpy(state, input, 16);
    for (int round = 0; round < ROUNDS; round++) {
        aes_add_round_key(state, subtweakeys[round]);
        aes_sub_bytes_and_shift_rows(state);
        aes_mix_columns(state);
    }
    aes_add_round_key(state, subtweakeys[ROUNDS]);
    memcpy(output, state, 16);
}

static void decrypt_block(unsigned char output[16], const unsigned char input[16], const unsigned char key[16], const unsigned char tweak[16]) {
    unsigned char subtweakeys[ROUNDS + 1][16], state[16];
    expand(subtweakeys, key, tweak);
    memcpy(state, input, 16);
    for (int round = ROUNDS; round > 0; round--) {
        aes_add_round_key(state, subtweakeys[round]);
        aes_undo_mix_columns(state);
        aes_undo_sub_bytes_and_shift_rows(state);
    }
    aes_add_round_key(state, subtweakeys[0]);
    memcpy(output, state, 16);
}

#include "tweakable_aead.h"

#endif
