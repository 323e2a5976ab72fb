/* POET v2 with AES-4 and one AES unit for cipher and hashes, which directives choose the architecture of (aes_both_directed.h).
 *
 *   step       what is encrypted, decrypted or hashed
 *   KEY ...    0, 1 and 2 by the user's key, the keys of the block cipher, of the header's masks and of the hashes; 0 by the first one: its last
 *              round key
 *   HEADER     the parameters, which are zero; then AD. A last block that is not full takes the beginning of the nonce, which is moved
 *   NONCE      the nonce
 *   PAD        its end with the padding
 *   TAU        the sum of the header
 *   LENGTH     the length of the message
 *   ENTER      (hash) the chain at the side where a block enters
 *   LEAVE      (hash) the other one
 *   CIPHER     a block of data, the last one, or tau
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_both_directed.h"
#include "poet.h"

enum step { KEY, KEY_MASK, KEY_HASH, KEY_LAST, HEADER, NONCE, PAD, TAU, LENGTH, ENTER, LEAVE, CIPHER };
enum part { MIDDLE, LAST, END }; /* of data */

#define HASH_ROUNDS 4

HARDWARE void poet(void) {
    REGISTER static block_t key, l, hash_key, last_key; /* the last round key of the block cipher; the user's key while others are made of it */
    enum step step = HEADER;
    enum part part = MIDDLE;
    bit decrypting = 0, backward = 0, partial = 0;
    struct bdi block = any(struct bdi);
    block_t state = 0, mask = l, tau = 0;
    block_t rest = 0; /* the nonce; then tau or the tag, moved to where the last block ends */
    block_t entering = 0, leaving = 0, input = 0;
    byte_mask_t behind = 0; /* the bytes of the nonce that are left for the padding's block */
    blocks_t blocks = 0;
    bit parameters = 1;
    if (wire_read(key_update)) {
        last_key = stream_read(key);
        step = KEY;
    } else {
        rest = stream_read(bdi).data;
        decrypting = wire_read(decrypt);
    }

    for (;;) {
        bit takes = step == ENTER && part == MIDDLE;
        if (step == HEADER && !parameters) takes = stream_peek(bdi).type == SEGMENT_AD;
        if (takes) block = stream_read(bdi);
        if (step == HEADER && takes && block.partial) {
            for (size_in_bytes_t moves = block.size; moves != 0; moves--) rest = rest >> 8 | rest << 120;
            behind = block.valid_bytes;
            partial = 1;
        }
        if (step == HEADER && !parameters && !takes) step = partial ? PAD : NONCE;
        if (step == ENTER && takes) {
            blocks += block.size >> 4;
            input = block.data;
            if (block.eot) step = LENGTH;
        }

        bit hashes = step == ENTER || step == LEAVE;
        byte_mask_t of_rest = step == NONCE ? (byte_mask_t)0xffff : step == PAD ? behind : step == HEADER && partial ? (byte_mask_t)~behind : (byte_mask_t)0;
        bit masked = step == HEADER || step == NONCE || step == PAD, padded = step == PAD;
        uint_t(2) constant = step == KEY_MASK ? 1 : step == KEY_HASH ? 2 : 0;
        state = constant ^ if_set(masked, mask) ^ (rest & byte_enable(of_rest)) ^ if_set(step == HEADER && takes, block.data)
                ^ if_set(padded, padding_behind(behind)) ^ if_set(step == TAU, tau) ^ if_set(step == LENGTH, length_block(blocks, block.size))
                ^ if_set(step == LEAVE, leaving) ^ if_set(step == ENTER || step == CIPHER, entering);
        bit by_last_key = step == KEY || step == KEY_MASK || step == KEY_HASH || (step == CIPHER && backward);

        struct aes_result made = aes_rounds(state, by_last_key ? last_key : hashes ? hash_key : key, step == CIPHER && backward, hashes ? HASH_ROUNDS : AES_ROUNDS);
        state = made.block;
        block.data = any(block_t); /* is not kept */
        if (step == KEY) {
            key = state;
            step = KEY_MASK;
        } else if (step == KEY_MASK) {
            l = state;
            step = KEY_HASH;
        } else if (step == KEY_HASH) {
            hash_key = state;
            step = KEY_LAST;
        } else if (step == KEY_LAST) {
            last_key = made.round_key;
            return;
        } else if (step == HEADER || step == NONCE || step == PAD) {
            tau ^= state;
            mask = times_2(mask);
            parameters = 0;
            step = step == NONCE ? PAD : step == PAD ? TAU : HEADER;
        } else if (step == TAU) {
            tau = state;
            entering = state ^ decrypting;
            leaving = state ^ !decrypting;
            backward = decrypting;
            step = ENTER;
        } else if (step == LENGTH) { /* an empty message has a block of nothing but padding, which is left out */
            rest = tau;
            if (decrypting) rest = stream_read(bdi).data;
            for (uint_t(4) moves = block.size; moves != 0; moves--) rest = rest >> 8 | rest << 120;
            mask = state;
            input = (input & ~((block_t)(block.pad_loc >> 15) << 127)) ^ (rest & byte_enable(~block.valid_bytes)) ^ mask;
            part = LAST;
            step = ENTER;
        } else if (step == ENTER) {
            entering = state ^ input;
            step = LEAVE;
        } else if (step == LEAVE) {
            leaving = state;
            step = CIPHER;
        } else {
            block_t output = leaving ^ state;
            if (part == END) {
                state = output;
                break;
            }
            if (part == LAST) output ^= mask;
            if (part == MIDDLE || block.size != 0) stream_write(bdo, (struct bdo){output, part == MIDDLE ? (size_in_bytes_t)BLOCK_BYTES : block.size});
            leaving = state;
            if (part == LAST) { /* tau is encrypted in any case */
                mask = output;
                input = tau;
                leaving = backward ? entering : state;
                entering = backward ? state : entering;
                backward = 0;
                part = END;
            }
            step = ENTER;
        }
    }

    /* The tag begins with what is left of the last block. */
    block_t valid = byte_enable(block.valid_bytes), joined = ((state ^ tau ^ (decrypting ? rest : (block_t)0)) & valid) | (mask & ~valid);
    for (uint_t(4) moves = block.size; moves != 0; moves--) joined = joined << 8 | joined >> 120;
    wait();
    if (decrypting) stream_write(msg_auth, (joined ^ (tau & byte_enable(mirrored(~block.valid_bytes)))) == 0);
    else stream_write(bdo, (struct bdo){joined, BLOCK_BYTES});
}
