/* CLOC with AES-128 (CLOC and SILC v3): two AES rounds with one key-schedule step a cycle, 10 cycles a block.
 *
 * The last round of an encryption and the key addition that begins the next one share a cycle, in which a block enters. Where a tweak function
 * comes between, the last round leaves its result in the state, and the function is applied a cycle later, with the key addition.
 *
 *   phase    what is encrypted
 *   NONCE    nothing: the core waits for the nonce or a new key
 *   HASH     associated data; the nonce waits in the tag's state
 *   EMPTY    nothing: the first half of g1, where there is no data
 *   DATA     V or ciphertext, and the tag's state beside it
 *   TAG      the tag; its difference to the one that came is left in the state
 *   VERDICT  nothing: tells whether the difference is zero
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_round.h"
#include "cloc.h"

/* A gate: all ones, or none. */
static inline block_t all_if(bit on) {
    return on ? ~(block_t)0 : (block_t)0;
}

enum phase { NONCE, HASH, EMPTY, DATA, TAG, VERDICT };

typedef uint_t(11) round_t; /* one-hot */

HARDWARE void cloc(void) {
    enum phase phase = NONCE;
    round_t round = 1; /* bit 0 applies a tweak function, or waits; bits 1 to 10 are the rounds */
    bit decrypting = 0;
    bit first_block = 0;  /* of AD */
    bit first_bit = 0;    /* its first bit, until h is applied */
    bit full = 0;         /* the last block taken */
    bit eot = 0, eoi = 0; /* no more AD, no more input */
    cipher_key_t key = any(cipher_key_t);
    struct pair state = {0, 0};
    aes_block_t round_key = 0; /* of this round */

    for (;;) {
        expect_cycles(1);

        if (phase == VERDICT) {
            stream_write(msg_auth, state.feedback >> 64 == 0);
            phase = NONCE;
            continue;
        }
        if (phase == NONCE && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit tweaks = round & 1, last_round = round >> 10 & 1;
        bit takes_ad = phase == HASH && !eot && (tweaks || (last_round && !first_block));
        bit takes_data = phase == DATA && last_round;
        bit ends = phase == TAG && last_round;
        bit makes_v = phase == HASH && tweaks && eot;

        /* What the last round gives, and the block that it takes. */
        struct pair shifted = {substitute_and_shift(state.feedback), substitute_and_shift(state.tag)};
        struct pair encrypted = {shifted.feedback ^ round_key, shifted.tag ^ round_key};
        struct bdi block = any(struct bdi);
        block.data = 0;
        if (phase == NONCE || takes_ad || takes_data || (ends && decrypting)) block = stream_read(bdi);
        block_t output = encrypted.feedback ^ block.data;
        if (takes_data || (ends && !decrypting)) stream_write(bdo, (struct bdo){output, ends ? (size_in_bytes_t)TAG_BYTES : block.size});

        /* No encryption begins: the result of this cycle stays in the state. */
        bit leaves = phase == NONCE || (phase == HASH && (last_round ? first_block || eot : makes_v && eoi)) || phase == EMPTY
                     || (takes_data && block.eoi) || ends;

        /* Data is absorbed as ciphertext, all else with what is encrypted already. */
        block_t added = phase != DATA ? ~(block_t)0 : decrypting ? (block_t)0 : byte_enable(block.valid_bytes);
        block_t absorbed = block.data ^ (encrypted.feedback & added);

        struct pair input;
        if (tweaks) {
            block_t hashed = h(state.feedback, first_bit), v = f(hashed ^ state.tag, full);
            input.feedback = takes_ad ? fix0(hashed ^ block.data, first_block) : v;
            input.tag = phase == NONCE ? with_param(block.data) : step(v);
        } else {
            input.feedback = phase == DATA ? fix1(absorbed) : absorbed;
            input.tag = encrypted.tag ^ absorbed;
        }
        bit loads = tweaks || last_round;
        block_t added_key = key & all_if(!leaves);
        struct pair next = {loads ? input.feedback ^ added_key : mix_columns(shifted.feedback) ^ round_key,
                            loads ? input.tag ^ added_key : mix_columns(shifted.tag) ^ round_key};

        /* The first block of AD, and the tag's state behind the last block of data, come to nothing else. */
        state.feedback = phase == NONCE || (takes_data && block.eoi) ? (block_t)0 : next.feedback;
        /* The nonce waits until V is made; where there is no data, nothing is added after that. */
        bit keeps_nonce = phase == HASH && !makes_v, clears = phase == EMPTY || (makes_v && eoi);
        state.tag = clears ? (block_t)0 : keeps_nonce ? state.tag : next.tag;
        round_key = next_round_key(loads ? key : round_key, constant_of_step((uint_t(10))(round & 0x3fe) | loads));
        round = leaves ? (round_t)1 : loads ? (round_t)2 : (round_t)(round << 1);

        if (tweaks) first_bit = first_block && takes_ad && block.data >> 127;
        if (takes_ad || takes_data) {
            full = !block.partial;
            eot = block.eot;
            eoi = block.eoi;
        } else if (tweaks) {
            full = 0;
        }
        if (last_round) first_block = 0;

        if (phase == NONCE) {
            decrypting = wire_read(decrypt);
            first_block = 1;
            eot = 0;
        }
        if (phase == NONCE) phase = HASH;
        else if (makes_v) phase = eoi ? EMPTY : DATA;
        else if (phase == EMPTY || (takes_data && leaves)) phase = TAG;
        else if (ends) phase = decrypting ? VERDICT : NONCE;
    }
}
