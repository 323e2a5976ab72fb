/* JAMBU-SIMON96/96 v2.1 (2016) as a state machine: one loop, one iteration a cycle, one round of SIMON in each; 52 cycles a block.
 *
 * What JAMBU adds to the state between two encryptions is added in the cycle of the last round, but for R, which takes U in with the next round.
 * Between messages the state is zero: the first round under the nonce is then one of a zero block to which the nonce is added behind it.
 */
#define KEY_BITS 96
#define BLOCK_BITS 48
#include <cipher_core.h>

#include "jambu.h"

#define LAST_ROUND ((round_t)(ROUNDS - 1))

/* What the encryption in progress is for; START waits for the nonce, or for a new key, with which the key schedule then begins. */
enum phase { START, NEW_KEY, NONCE, BLOCKS, TAG_1, TAG_2, TAG };

static inline constant_t constant(enum phase phase, bit is_ad) {
    switch (phase) {
    case NONCE:
        return AFTER_NONCE;
    case BLOCKS:
        return is_ad ? AFTER_AD : AFTER_DATA;
    default:
        return AFTER_ALL;
    }
}

HARDWARE void jambusimon(void) {
    cipher_key_t key = 0;
    struct pair s = {0, 0}; /* U and V */
    word_t r = 0;
    struct pair keys = {0, 0};
    enum phase phase = START;
    round_t round = 0;
    bit decrypting = 0;

    for (;;) {
        expect_cycles(1);

        if (phase == START && wire_read(key_update)) {
            key = stream_read(key);
            phase = NEW_KEY;
            continue;
        }
        if (phase == NEW_KEY) {
            keys = first_keys(key);
            phase = START;
            continue;
        }
        bit last_round = round == LAST_ROUND;
        bit takes_block = phase == BLOCKS && last_round;
        struct bdi block = any(struct bdi);
        if (phase == START || takes_block || (phase == TAG && decrypting)) block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD;

        word_t mixed = s.first ^ r; /* V behind the last round, but for the constant, which is 0 where text is added */
        block_t output = swap_bytes(mixed ^ (phase == TAG ? s.second : (word_t)0)) ^ (phase == TAG && !decrypting ? (block_t)0 : block.data);
        if (phase == TAG && decrypting) stream_write(msg_auth, output == 0);
        else if (phase == TAG || (takes_block && !is_ad && block.size != 0))
            stream_write(bdo, (struct bdo){output, phase == TAG ? (size_in_bytes_t)BLOCK_BYTES : block.size});

        if (phase == TAG) {
            s = (struct pair){0, 0};
            r = 0;
            phase = START;
            continue;
        }

        /* Of a decryption the plaintext enters U, in the bytes that the message fills. */
        block_t replaced = block.type == SEGMENT_CIPHERTEXT ? byte_enable(block.valid_bytes) : (block_t)0;
        word_t input = swap_bytes(block.data ^ (swap_bytes(mixed) & replaced));
        word_t old_r = r;
        if (round == 0) r = mixed;
        s = do_round(s, keys.first);
        if (phase == START || takes_block) s.first ^= input;
        if (last_round && phase != TAG_2) s.second ^= old_r ^ constant(phase, is_ad);

        keys = last_round ? first_keys(key) : next_keys(keys, round);
        round = last_round ? (round_t)0 : (round_t)(round + 1);

        if (phase == START) {
            decrypting = wire_read(decrypt);
            phase = NONCE;
        } else if (last_round) {
            phase = phase == BLOCKS && !block.eoi ? BLOCKS : (enum phase)(uint_t(3))(phase + 1);
        }
    }
}
