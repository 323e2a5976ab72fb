/* SCREAM v3: a step of two rounds of Scream a cycle, 11 cycles a block of AD or data. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#define NONCE_BITS 88
#define INDEX_BITS 29 /* of the 32 for the number of a block */
#define COUNTS_PARTIAL 0
#define RUNS_NEW_KEY 0
#include <cipher_core.h>

#include "scream.h"
#include "tweakable_load.h"

/* An encryption adds key and tweak when it is loaded and behind each step. A decryption adds them and undoes the last L-box when it is loaded, so
 * that each of its cycles, too, begins with S-boxes; then they are added before the second L-box, and in the last cycle there is no such L-box. */
struct cipher {
    bit running, last;     /* the last cycle of a block */
    bit backward;          /* the direction of the block under way */
    uint_t(4) number;      /* of the step under way, from 0 */
    uint_t(3) third;       /* one-hot: which tweak of three is added in this cycle */
    uint_t(INDEX_BITS) index;
    uint_t(8) control;
    cipher_key_t key;
    block_t state;
};

static inline void take_key(struct cipher *c, cipher_key_t key) {
    c->key = key;
}

/* The last byte of the tweak. */
static inline uint_t(8) control_of(struct load load) {
    uint_t(8) of_ad = load.is_partial ? 6 : load.offered.eot ? 4 : 2;
    uint_t(8) of_tag = (load.is_partial ? (uint_t(8))load.offered.size << 4 : (uint_t(8))0) | 1;
    return load.is_ad ? of_ad : load.is_tag ? of_tag : (uint_t(8))0;
}

/* The key and one of three tweaks: with the halves t0 and t1 (t0, t1), (t0 + t1, t0) and (t1, t0 + t1). A unit of its own: the sum would be worked
 * into each of the two places that add it. */
SHARED static inline block_t tweakey_of(cipher_key_t key, block_t tweak, uint_t(3) third) {
    typedef uint_t(64) half_t;
    half_t t0 = tweak >> 64, t1 = tweak;
    bit first = third, second = third >> 1, last = third >> 2;
    half_t high = (last ? (half_t)0 : t0) ^ (first ? (half_t)0 : t1), low = (first ? (half_t)0 : t0) ^ (second ? (half_t)0 : t1);
    return key ^ ((block_t)high << 64 | low);
}

/* A unit of its own, too, for the same reason. */
SHARED static inline block_t add_tweakey(block_t block, block_t tweakey) {
    return block ^ tweakey;
}

static inline void run_cipher(struct cipher *c, struct load load) {
    bit backward = c->running ? c->backward : load.backward;
    uint_t(4) number = c->running ? c->number : (uint_t(4))STEPS;
    uint_t(3) third = c->running ? c->third : backward ? (uint_t(3))2 : (uint_t(3))1;
    if (load.now) {
        c->index = load.index;
        c->control = control_of(load);
    }
    block_t tweakey = tweakey_of(c->key, (block_t)load.nonce << 40 | (block_t)c->index << 8 | c->control, third);

    row_t even = round_constant(c->number, 0), odd = round_constant(backward ? (uint_t(4))(number - 1) : number, 1);
    struct rows s = substitute(rows_of(c->state), c->backward);
    s = mix_rows(add_to_first(s, c->backward ? (row_t)0 : even), c->backward);
    s = substitute(add_to_first(s, c->backward ? even : (row_t)0), c->backward);

    /* The key stream of a partial block comes from the number of its bits. */
    bit pads = load.is_partial && !load.is_ad && !load.is_tag;
    block_t input = load.block | (pads ? (uint_t(7))load.offered.size << 3 : (uint_t(7))0);
    block_t keyed = add_tweakey(c->running ? block_of(s) : input, tweakey);
    struct rows mixed = mix_rows(backward ? rows_of(keyed) : add_to_first(s, odd), backward);
    bit leaves_mixing_out = c->running ? (bit)(c->backward && c->last) : (bit)!backward;
    c->state = leaves_mixing_out ? keyed : backward ? block_of(add_to_first(mixed, odd)) : block_of(mixed) ^ tweakey;

    c->running = load.now || !c->last;
    c->last = !load.now && c->number == (backward ? (uint_t(4))1 : (uint_t(4))(STEPS - 2));
    c->number = backward ? (uint_t(4))(number - 1) : load.now ? (uint_t(4))0 : (uint_t(4))(number + 1);
    c->third = backward ? (uint_t(3))(third >> 1 | third << 2) : (uint_t(3))(third << 1 | third >> 2);
    c->backward = backward;
}

#include "tweakable_mode.h"

HARDWARE void scream(void) {
    struct mode mode = {IDLE};
    struct cipher cipher = any(struct cipher);
    cipher.running = cipher.last = cipher.backward = 0;
    for (;;) {
        expect_cycles(1);
        run_mode(&mode, &cipher);
    }
}
