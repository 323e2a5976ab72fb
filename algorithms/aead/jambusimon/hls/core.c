/* JAMBU-SIMON96/96 v2.1 (2016) as a state machine: one loop, one iteration a cycle, one round of SIMON in each; 52 cycles a block.
 *
 * What JAMBU adds to the state between two encryptions is added in the cycle of the last round, but for R, which takes U in with the next round.
 * Between messages the state is zero: the first round under the nonce is then one of a zero block to which the nonce is added behind it.
 */
#define KEY_BITS 96
#define BLOCK_BITS 48
#include <cipher_core.h>

#include "jambu.h"

#define BEFORE_LAST_ROUND ((round_t)(ROUNDS - 2))

/* What the encryption in progress is for. */
enum purpose { NONCE, BLOCKS, TAG_1, TAG_2 };

static inline constant_t constant(enum purpose purpose, bit is_ad) {
    switch (purpose) {
    case NONCE:
        return AFTER_NONCE;
    case BLOCKS:
        return is_ad ? AFTER_AD : AFTER_DATA;
    default:
        return AFTER_ALL;
    }
}

HARDWARE void jambusimon(void) {
    cipher_key_t key = any(cipher_key_t);
    struct pair s = {0, 0}; /* U and V */
    word_t r = 0;
    struct pair keys = any(struct pair);
    bit idle = 1, rekeying = 0, absorbing = 0, closing = 0; /* one of them, or none while an encryption runs */
    enum purpose purpose = NONCE;
    round_t round = 0;
    bit last_round = 0;
    bit decrypting = 0;

    for (;;) {
        expect_cycles(1);

        if (idle && wire_read(key_update)) {
            key = stream_read(key);
            idle = 0;
            rekeying = 1;
            continue;
        }
        if (rekeying) {
            keys = first_keys(key);
            rekeying = 0;
            idle = 1;
            continue;
        }
        struct bdi block = any(struct bdi);
        if (idle || absorbing || (closing && decrypting)) block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD;
        bit has_output = !is_ad && block.size != 0;

        word_t mixed = s.first ^ r; /* V behind the last round, but for the constant, which is 0 where text is added */
        block_t output = swap_bytes(mixed ^ (closing ? s.second : (word_t)0)) ^ (closing && !decrypting ? (block_t)0 : block.data);
        if (closing && decrypting) stream_write(msg_auth, output == 0);
        else if (closing || (absorbing && has_output)) stream_write(bdo, (struct bdo){output, closing ? (size_in_bytes_t)BLOCK_BYTES : block.size});

        if (closing) {
            s = (struct pair){0, 0};
            r = 0;
            closing = 0;
            idle = 1;
            continue;
        }

        /* Of a decryption the plaintext enters U, in the bytes that the message fills. */
        block_t replaced = block.type == SEGMENT_CIPHERTEXT ? byte_enable(block.valid_bytes) : (block_t)0;
        word_t input = swap_bytes(block.data ^ (swap_bytes(mixed) & replaced));
        word_t old_r = r;
        if (round == 0) r = mixed;
        s = do_round(s, keys.first);
        if (idle || absorbing) s.first ^= input;
        if (last_round && purpose != TAG_2) s.second ^= old_r ^ constant(purpose, is_ad);

        if (idle) decrypting = wire_read(decrypt);
        if (idle) purpose = NONCE;
        else if (last_round && !(purpose == BLOCKS && !block.eoi)) purpose = (enum purpose)(uint_t(2))(purpose + 1);
        closing = last_round && purpose == NONCE; /* behind TAG_2 it begins anew */
        bit done = last_round;
        last_round = round == BEFORE_LAST_ROUND;
        absorbing = last_round && purpose == BLOCKS;
        keys = done ? first_keys(key) : next_keys(keys, round);
        round = done ? (round_t)0 : (round_t)(round + 1);
        idle = 0;
    }
}
