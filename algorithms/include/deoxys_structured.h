/* Deoxys-BC-256 for tweakable_mode_structured.h: a loop of a round with its tweakey step, in either direction. */
#ifndef DEOXYS_STRUCTURED_H
#define DEOXYS_STRUCTURED_H

#include "deoxys.h"

static cipher_key_t first_key, last_key; /* where an encryption begins, and where a decryption does */

struct result {
    block_t block;
    cipher_key_t key; /* of the last round */
};

/* Deoxys-BC-256 (3.1) or its inverse. Step 0 adds the first subtweakey; a decryption mixes the columns there, and not in its last round. */
static inline struct result crypt_with_key(block_t state, block_t tweak, bit backward) {
    block_t tk1 = backward ? last_tweak(tweak) : tweak, tk2 = backward ? last_key : first_key, used = any(block_t);
    byte_t constant = backward ? LAST_CONSTANT : FIRST_CONSTANT;
    for (int round = 0; round <= ROUNDS; round++) {
        block_t subtweakey = subtweakey_of(tk1, tk2, constant);
        block_t substituted = substitute_and_shift_either(state, backward);
        block_t keyed = (round == 0 ? state : substituted) ^ subtweakey;
        block_t mixed = mix_columns_either(substituted, keyed, backward) ^ (backward ? (block_t)0 : subtweakey);
        state = (backward ? round == ROUNDS : round == 0) ? keyed : mixed;
        used = tk2;
        tk1 = step_word(tk1, 1, backward);
        tk2 = step_word(tk2, 2, backward);
        constant = twice_or_half(constant, backward);
    }
    return (struct result){state, used};
}

static inline block_t crypt(block_t block, block_t tweak, bit backward) {
    return crypt_with_key(block, tweak, backward).block;
}

/* One encryption of nothing makes the last key. */
static inline void take_key(cipher_key_t key) {
    first_key = key;
    wait();
    last_key = crypt_with_key(0, 0, 0).key;
}

#endif
