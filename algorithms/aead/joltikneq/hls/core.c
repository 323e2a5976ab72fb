/* Joltik≠-128-64 v1.3: one round of Joltik-BC-192 with its tweakey step a cycle, 33 cycles a block of AD or data. */
#define KEY_BITS 128
#define BLOCK_BITS 64
#define COUNTS_PARTIAL 0
#define RUNS_NEW_KEY 0
#include <cipher_core.h>

#include "joltik.h"
#include "tweakable_load.h"

/* Eight times h is the identity and 2^15 is 1, so after 32 rounds the first word of the key is itself, the second one 4 times itself and the tweak
 * 3 times itself. The last round of an encryption takes the 4 back; so the words end where they began, and the key is stored nowhere else. */
struct cipher {
    bit running, last;     /* rounds 1 to 32; round 32 */
    bit backward;          /* the direction of the block under way */
    constant_t constant;
    block_t state, tk1, tk2, tk3;
};

static inline void take_key(struct cipher *c, cipher_key_t key) {
    c->tk1 = key >> 64;
    c->tk2 = key;
}

static inline block_t tweak_of(struct load load) {
    nibble_t stage = (nibble_t)load.is_partial << 2 | (nibble_t)load.is_ad << 1 | load.is_tag;
    return (block_t)stage << 60 | (block_t)(load.is_ad ? (uint_t(NONCE_BITS))0 : load.nonce) << 28 | load.index;
}

static inline void run_cipher(struct cipher *c, struct load load) {
    bit backward = c->running ? c->backward : load.backward, last = c->running && c->last;
    block_t tweak = tweak_of(load);
    block_t tk2 = !c->running && backward ? times4(c->tk2) : c->tk2;
    block_t tk3 = c->running ? c->tk3 : backward ? times3(tweak) : tweak;
    constant_t constant = c->running ? c->constant : backward ? (constant_t)LAST_CONSTANT : (constant_t)FIRST_CONSTANT;
    block_t subtweakey = subtweakey_of(c->tk1, tk2, tk3, constant);
    if (!last) {
        c->tk1 = step_word(c->tk1, 1, backward);
        c->tk2 = step_word(tk2, 2, backward);
        c->tk3 = step_word(tk3, 3, backward);
        c->constant = next_constant(constant, backward);
    } else if (!backward) {
        c->tk2 = fourth(c->tk2);
    }

    /* The round. A decryption mixes the columns when it is loaded, and not in its last round. */
    block_t substituted = substitute_and_shift(c->state, c->backward);
    block_t keyed = (c->running ? substituted : load.block) ^ subtweakey;
    block_t mixed = mix_columns(backward ? keyed : substituted) ^ (backward ? (block_t)0 : subtweakey);
    bit leaves_mixing_out = c->running ? (bit)(c->backward && c->last) : (bit)!backward;
    c->state = leaves_mixing_out ? keyed : mixed;

    c->last = c->running && constant == (backward ? (constant_t)SECOND_CONSTANT : (constant_t)LAST_CONSTANT_BUT_ONE);
    c->running = !last;
    c->backward = backward;
}

#include "tweakable_mode.h"

HARDWARE void joltikneq(void) {
    struct mode mode = {IDLE};
    struct cipher cipher = any(struct cipher);
    cipher.running = cipher.last = cipher.backward = 0;
    for (;;) {
        expect_cycles(1);
        run_mode(&mode, &cipher);
    }
}
