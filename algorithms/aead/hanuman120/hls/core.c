/* PRIMATEs-HANUMAN-120 (PRIMATEs v1.02): one round a cycle, 12 cycles a block.
 *
 * Everything that is added to the state between two permutations is added in the cycle of the first round that follows, so the one round never waits.
 * Between messages the state rests at 0, which makes loading the key an addition too.
 */
#define KEY_BITS 120
#define BLOCK_BITS 40
#include <cipher_core.h>

#include "primate.h"

#define FIRST_OF_P4 FIRST_OF_P2
#define LAST_OF_P4 13

#define NONCE 0
#define BLOCK 1
#define PERMUTE 2
#define TAG 3

HARDWARE void hanuman120(void) {
    cipher_key_t key = any(cipher_key_t);
    struct state s = AT_REST;
    uint_t(2) phase = NONCE;
    uint_t(2) third = 0;                /* of nonce or tag */
    constant_t constant = FIRST_OF_P1; /* that of p1's first round between two permutations */
    bit ended = 0;                     /* the last block of data is in the state */
    bit decrypting = 0;
    bit equal = 1;

    for (;;) {
        expect_cycles(1);

        bit in_nonce = phase == NONCE, absorbs = phase == BLOCK, in_tag = phase == TAG, last_third = third == 2;
        if (in_nonce && third == 0 && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        struct bdi block = any(struct bdi);
        if (in_nonce || absorbs || (in_tag && decrypting)) block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD, is_last = absorbs && block.eot;

        byte_mask_t replaced = absorbs && block.type == SEGMENT_CIPHERTEXT ? block.valid_bytes : (byte_mask_t)0;
        struct state x = add_block(s, absorbs ? block.data : (block_t)0, byte_enable(replaced));
        x = add_key(x, in_nonce || in_tag ? key : (cipher_key_t)0);
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
        if (phase == PERMUTE || absorbs || (in_nonce && last_third)) {
            if (phase != PERMUTE) ended = is_last && !is_ad;
            if (absorbs && is_ad && !is_last) constant = FIRST_OF_P4;
            s = permute_once(x, constant);
            bit last_round = constant == LAST_OF_P1 || constant == LAST_OF_P4;
            phase = !last_round ? PERMUTE : ended ? TAG : BLOCK;
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
