/* Deoxys-BC-256 for tweakable_mode.h: one round with its tweakey step a cycle, in either direction, loaded in a cycle of its own.
 *
 * Forward tweakey steps end with the key of the last round, where a decryption begins, and backward ones with the first, so no key is stored but
 * that of this round and the one where the block under way began. After a new key one encryption of nothing makes the last one.
 */
#ifndef DEOXYS_CIPHER_H
#define DEOXYS_CIPHER_H

#include "deoxys.h"
#include "tweakable_load.h"

#define RUNS_NEW_KEY 1

struct cipher {
    uint_t(4) round;
    bit running, last;   /* rounds 1 to 14; round 14 */
    bit backward;        /* the direction of the block under way, or of the last one */
    block_t state, tk1, tk2;
    byte_t constant;
    block_t start_key;   /* where the block under way began */
};

static inline void take_key(struct cipher *c, cipher_key_t key) {
    c->start_key = key;
    c->backward = 0;
}

static inline block_t tweak_of(struct load load) {
    uint_t(4) stage = (uint_t(4))load.is_partial << 2 | (uint_t(4))load.is_ad << 1 | load.is_tag;
    return (block_t)stage << 124 | (block_t)(load.is_ad ? (uint_t(NONCE_BITS))0 : load.nonce) << 60 | load.index;
}

static inline void run_cipher(struct cipher *c, struct load load) {
    bit backward = c->running ? c->backward : load.backward, turns = backward != c->backward;
    block_t tweak = tweak_of(load);
    block_t tk1 = c->running ? c->tk1 : backward ? last_tweak(tweak) : tweak;
    block_t tk2 = c->running || turns ? c->tk2 : c->start_key;
    if (load.now) c->constant = backward ? LAST_CONSTANT : FIRST_CONSTANT;
    block_t subtweakey = subtweakey_of(tk1, tk2, c->constant);
    if (turns) c->start_key = c->tk2;
    if (load.now || !c->last) {
        c->tk1 = step_word(tk1, 1, backward);
        c->tk2 = step_word(tk2, 2, backward);
        c->constant = twice_or_half(c->constant, backward);
    }

    /* The round. A decryption mixes the columns when it is loaded, and not in its last round. */
    block_t substituted = substitute_and_shift_either(c->state, c->backward);
    block_t keyed = (c->running ? substituted : load.block) ^ subtweakey;
    block_t mixed = mix_columns_either(substituted, keyed, backward) ^ (backward ? (block_t)0 : subtweakey);
    bit leaves_mixing_out = c->running ? (bit)(c->backward && c->last) : (bit)!backward;
    c->state = leaves_mixing_out ? keyed : mixed;
    c->backward = backward;

    c->running = load.now || !c->last;
    c->last = !load.now && c->round == ROUNDS - 1;
    c->round = load.now ? (uint_t(4))1 : (uint_t(4))(c->round + 1);
}

#endif
