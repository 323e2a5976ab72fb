/* PRIMATEs-GIBBON-120 (PRIMATEs v1.02): one round a cycle, 6 cycles a block.
 *
 * Everything that is added to the state between two permutations is added in the cycle of the first round that follows, so the one round never waits.
 * Between messages the state rests at 0, which makes loading the key an addition too.
 * The permutation behind p1 is p2 or p3, for AD or for data: BEGIN looks which block is offered, and leaves it there.
 */
#define KEY_BITS 120
#define BLOCK_BITS 40
#include <cipher_core.h>

#include "primate.h"

#define LAST_OF_P2 31
#define LAST_OF_P3 13

#define NONCE 0
#define BEGIN 1
#define BLOCK 2
#define PERMUTE 3
#define TAG 4

HARDWARE void gibbon120(void) {
    cipher_key_t key = any(cipher_key_t);
    struct state s = AT_REST;
    uint_t(3) phase = NONCE;
    uint_t(2) third = 0;                /* of nonce or tag */
    constant_t constant = FIRST_OF_P1; /* that of p1's first round between two permutations */
    bit adds_key = 1;                  /* in the nonce's phase, in the first round behind it and before the last p1, to the tag */
    bit ended = 0;                     /* the last block of data is in the state */
    bit decrypting = 0;
    bit equal = 1;

    for (;;) {
        expect_cycles(1);

        bit in_nonce = phase == NONCE, begins = phase == BEGIN, absorbs = phase == BLOCK, in_tag = phase == TAG, last_third = third == 2;
        if (in_nonce && third == 0 && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        struct bdi block = any(struct bdi);
        if (in_nonce || absorbs || (in_tag && decrypting)) block = stream_read(bdi);
        else if (begins) block = stream_peek(bdi);
        bit is_ad = block.type == SEGMENT_AD, is_last = absorbs && block.eot;

        byte_mask_t replaced = absorbs && block.type == SEGMENT_CIPHERTEXT ? block.valid_bytes : (byte_mask_t)0;
        struct state x = add_block(s, absorbs ? block.data : (block_t)0, byte_enable(replaced));
        x = add_key(x, adds_key ? key : (cipher_key_t)0);
        if (in_nonce) x.row[6] ^= block.data;
        if (is_last && !block.partial) x.row[1] ^= SPILL;

        /* Output: the text, or a third of the tag; of a decryption the verdict. */
        block_t tag = third == 0 ? x.row[1] : third == 1 ? x.row[2] : x.row[3];
        block_t output = in_tag ? tag : s.row[0] ^ block.data;
        size_in_bytes_t output_size = in_tag ? (size_in_bytes_t)BLOCK_BYTES : block.size;
        if (in_tag ? !decrypting : absorbs && !is_ad && block.size != 0) stream_write(bdo, (struct bdo){output, output_size});
        equal = !in_tag || (equal && tag == block.data);
        if (in_tag && decrypting && last_third) stream_write(msg_auth, equal);

        if (in_nonce) decrypting = wire_read(decrypt);
        if (phase == PERMUTE || begins || absorbs || (in_nonce && last_third)) {
            if (absorbs || in_nonce) ended = is_last && !is_ad;
            if (absorbs || begins) constant = is_ad && !is_last ? FIRST_OF_P2 : FIRST_OF_P3;
            s = permute_once(x, constant);
            bit ends_p1 = constant == LAST_OF_P1, last_round = ends_p1 || constant == LAST_OF_P2 || constant == LAST_OF_P3;
            if (ends_p1) phase = ended ? TAG : BEGIN;
            else phase = last_round && !ended ? BLOCK : PERMUTE;
            adds_key = ends_p1 || (last_round && ended);
            constant = last_round ? (constant_t)FIRST_OF_P1 : next_constant(constant);
        } else if (in_nonce) {
            if (third == 0) s.row[4] = block.data;
            else s.row[5] = block.data;
        } else if (last_third) {
            s = AT_REST;
            phase = NONCE;
        }
        if (in_nonce || in_tag) third = last_third ? (uint_t(2))0 : (uint_t(2))(third + 1);
    }
}
