/* Ascon-128a (Ascon v1.2): one round a cycle, 8 cycles a block.
 *
 * Everything that is added to the state between two permutations (nonce, key, block, domain separation) is added in the cycle of the first
 * round that follows, so the one round unit never waits. Between messages the state rests at IV || 0, which makes loading an addition too.
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "ascon.h"

#define IV ((word_t)0x80800c0800000000) /* key, rate, 12 and 8 rounds */
#define AT_REST ((struct state){IV, 0, 0, 0, 0})
#define FIRST_OF_12 ((round_t)0)
#define FIRST_OF_8 ((round_t)4)
#define LAST_ROUND ((round_t)11)

static inline word_t high(block_t block) {
    return block >> 64;
}

static inline word_t low(block_t block) {
    return block;
}

static inline block_t rate(struct state s) {
    return (block_t)s.x0 << 64 | s.x1;
}

HARDWARE void ascon128a(void) {
    cipher_key_t key = any(cipher_key_t);
    struct state s = AT_REST;
    bit idle = 1, absorbing = 0, closing = 0; /* one of them, or none while a permutation runs */
    round_t round = FIRST_OF_12;
    bit twelve = 0;  /* the permutation in progress is p^12 */
    bit key_due = 0; /* a p^12 has just ended: the key is added behind it */
    bit data_begun = 0;
    bit decrypting = 0;

    for (;;) {
        expect_cycles(1);

        if (idle && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        struct bdi block = any(struct bdi);
        if (idle || absorbing || (closing && decrypting)) block = stream_read(bdi);
        bit is_data = absorbing && block.type != SEGMENT_AD;
        bit is_last = is_data && block.eot;

        /* Before the round. Decryption replaces the rate by the ciphertext, in the bytes that the message fills. */
        block_t replaced = absorbing && block.type == SEGMENT_CIPHERTEXT ? byte_enable(block.valid_bytes) : (block_t)0;
        block_t add_01 = absorbing ? block.data : (block_t)0;
        block_t add_12 = idle ? key : (block_t)0;
        block_t add_23 = is_last ? key : (block_t)0;
        block_t add_34 = (idle ? block.data : (block_t)0) ^ (key_due ? key : (block_t)0) ^ (is_data && !data_begun);
        struct state x = {
            (s.x0 & ~high(replaced)) ^ high(add_01),
            (s.x1 & ~low(replaced)) ^ low(add_01) ^ high(add_12),
            s.x2 ^ low(add_12) ^ high(add_23),
            s.x3 ^ low(add_23) ^ high(add_34),
            s.x4 ^ low(add_34),
        };

        block_t tag = (block_t)x.x3 << 64 | x.x4;
        block_t output = closing ? tag : ((block_t)s.x0 << 64 | s.x1) ^ block.data;
        size_in_bytes_t output_size = closing ? (size_in_bytes_t)BLOCK_BYTES : block.size;
        if (closing && decrypting) stream_write(msg_auth, tag == block.data);
        else if (closing || (is_data && block.size != 0)) stream_write(bdo, (struct bdo){output, output_size});

        if (closing) {
            s = AT_REST;
            key_due = 0;
            closing = 0;
            idle = 1;
            continue;
        }

        if (idle || absorbing) {
            twelve = idle || is_last;
            data_begun = is_data;
            decrypting = wire_read(decrypt);
            round = twelve ? FIRST_OF_12 : FIRST_OF_8;
        }
        bit last_round = round == LAST_ROUND;
        s = permute_once(x, round);
        round = last_round ? FIRST_OF_12 : (round_t)(round + 1);
        idle = 0;
        closing = last_round && twelve && data_begun;
        absorbing = last_round && !(twelve && data_begun);
        key_due = last_round && twelve;
    }
}
