/* SILC with AES-128 (CLOC and SILC v3): two AES rounds with one key-schedule step a cycle, 10 cycles a block.
 *
 * The last round of an encryption and the key addition that begins the next one share a cycle, in which a block enters. Where a length is added,
 * the last round leaves its result in the state, and g is applied a cycle later, with the key addition.
 *
 *   phase    what is encrypted
 *   NONCE    nothing: the core waits for the nonce or a new key
 *   HASH     nonce and associated data
 *   DATA     V or ciphertext, and the tag's state beside it
 *   TAG      the tag; its difference to the one that came is left in the state
 *   VERDICT  nothing: tells whether the difference is zero
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_round.h"
#include "silc.h"

enum phase { NONCE, HASH, DATA, TAG, VERDICT };

typedef uint_t(11) round_t; /* one-hot */

HARDWARE void silc(void) {
    enum phase phase = NONCE;
    round_t round = 1; /* bit 0 adds the key without a last round before it; bits 1 to 10 are the rounds */
    bit decrypting = 0, eoi = 0;
    cipher_key_t key = any(cipher_key_t);
    struct pair state = {0, 0};
    aes_block_t round_key = 0; /* of this round */
    uint_t(28) blocks = 0;     /* full blocks of AD, then of data */
    uint_t(4) rest = 0;        /* bytes after them */

    for (;;) {
        expect_cycles(1);

        if (phase == VERDICT) {
            stream_write(msg_auth, state.tag >> 64 == 0);
            phase = NONCE;
            continue;
        }
        if (phase == NONCE && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit first = round & 1, last_round = round >> 10 & 1;

        /* What the last round gives, and the block that it takes. */
        struct pair shifted = {substitute_and_shift(state.feedback), substitute_and_shift(state.tag)};
        struct pair encrypted = {shifted.feedback ^ round_key, shifted.tag ^ round_key};
        bit absorbs = 0;
        struct bdi block = any(struct bdi);
        block.data = 0;
        if (phase == NONCE) block = stream_read(bdi);
        if (last_round && !eoi && (phase == HASH || phase == DATA)) {
            absorbs = phase == DATA || stream_peek(bdi).type == SEGMENT_AD;
            if (absorbs) block = stream_read(bdi);
            if (phase == DATA) stream_write(bdo, (struct bdo){encrypted.feedback ^ block.data, block.size});
        }
        if (last_round && phase == TAG) {
            if (decrypting) block = stream_read(bdi);
            else stream_write(bdo, (struct bdo){encrypted.tag, TAG_BYTES});
        }

        /* AD is absorbed with what is encrypted already, data as ciphertext. */
        block_t added = phase == HASH ? ~(block_t)0 : phase == DATA && absorbs && !decrypting ? byte_enable(block.valid_bytes) : (block_t)0;
        block_t absorbed = block.data ^ (encrypted.feedback & added);

        struct pair input;
        if (first) {
            length_t length = (length_t)blocks << 4 | rest;
            block_t hash = g(state.feedback ^ length);
            input.feedback = phase == NONCE ? with_param(block.data) : hash;
            input.tag = phase == HASH ? g(hash) : g(state.tag ^ length);
        } else {
            input.feedback = phase == DATA ? fix1(absorbed) : absorbed;
            input.tag = encrypted.tag ^ absorbed;
        }

        bit loads = first || last_round, leaves = last_round && !absorbs;
        round_key = leaves ? (aes_block_t)0 : loads ? key : round_key;
        state.feedback = (loads ? input.feedback : mix_columns(shifted.feedback)) ^ round_key;
        state.tag = (loads ? input.tag : mix_columns(shifted.tag)) ^ round_key;
        round_key = next_round_key(round_key, constant_of_step((uint_t(10))(round & 0x3fe) | loads));
        round = leaves ? (round_t)1 : last_round ? (round_t)2 : (round_t)(round << 1);

        if (phase == NONCE) decrypting = wire_read(decrypt);
        if (phase == NONCE || absorbs) eoi = block.eoi;
        if (first) {
            blocks = 0;
            rest = 0;
        } else if (absorbs) {
            blocks += block.size == BLOCK_BYTES;
            rest = block.size;
        }
        if (first) phase = phase == NONCE ? HASH : phase == HASH ? DATA : TAG;
        else if (last_round && phase == TAG) phase = decrypting ? VERDICT : NONCE;
    }
}
