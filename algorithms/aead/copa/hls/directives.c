/* AES-COPA v2 with one AES unit, which directives choose the architecture of (aes_both_directed.h).
 *
 *   step      what is encrypted, or decrypted
 *   NEW_KEY   zero: L, and the last round key
 *   HEADER    a block of AD; a last one that is not full takes the beginning of the nonce, which is moved a byte a cycle
 *   MAC       the sum of AD with the nonce, or with the end of it
 *   FIRST     a block of data, or the checksum
 *   SECOND    what the chain makes of it
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_both_directed.h"
#include "copa.h"

enum step { NEW_KEY, HEADER, MAC, FIRST, SECOND };

HARDWARE void copa(void) {
    REGISTER static block_t key, last_key, l; /* the last round key, and zero, encrypted */
    enum step step = HEADER;
    bit decrypting = 0, backward = 0, partial = 0, sums = 0; /* sums: data has ended */
    struct bdi block = any(struct bdi);
    block_t nonce = 0, state = 0, checksum = 0;
    block_t up = 0, down = 0; /* the masks of plaintext and of ciphertext; the first one is that of AD before */
    block_t chain = 0;        /* the sum over AD before */
    if (wire_read(key_update)) {
        key = stream_read(key);
        step = NEW_KEY;
    } else {
        block_t l3 = l ^ times_2(l);
        nonce = stream_read(bdi).data;
        decrypting = wire_read(decrypt);
        up = l3 ^ times_2(times_2(l3)); /* 3 * 3 * 3 = 3 + 12 */
    }

    for (;;) {
        bit takes = step == FIRST && !sums;
        if (step == HEADER) takes = stream_peek(bdi).type == SEGMENT_AD;
        if (takes) block = stream_read(bdi);
        block_t up_2 = times_2(up), up_3 = up ^ up_2;
        if (step == HEADER && takes) {
            block_t filling = 0;
            if (block.partial) {
                for (size_in_bytes_t moves = block.size; moves != 0; moves--) nonce = nonce >> 8 | nonce << 120;
                filling = nonce & byte_enable(~block.valid_bytes);
                nonce = (nonce & byte_enable(block.valid_bytes)) | padding_behind(block.valid_bytes);
                partial = 1;
            }
            state = block.data ^ filling ^ up;
        } else if (step == HEADER) { /* 3 times the mask, or 3 * 3 = 5 */
            state = chain ^ nonce ^ (partial ? up ^ times_2(up_2) : up_3);
            step = MAC;
        } else if (step == FIRST) {
            if (takes && block.eot && block.partial) up = up_3 ^ times_2(up_2);
            if (takes && !backward) checksum ^= block.data;
            state = sums ? checksum ^ up_3 : block.data ^ (backward ? down : up);
        } else if (step == SECOND) {
            block_t sum = state ^ chain;
            chain = backward ? state : sum;
            state = sum;
        }

        struct aes_result made = aes_either(state, backward ? last_key : key, backward);
        state = made.block;
        block.data = any(block_t); /* is not kept */
        if (step == NEW_KEY) {
            l = state;
            last_key = made.round_key;
            return;
        }
        if (step == HEADER) {
            chain ^= state;
            up = times_2(up);
        } else if (step == MAC) {
            block_t l2 = times_2(l);
            chain = l ^ state;
            up = l ^ l2;
            down = l2;
            backward = decrypting;
            step = FIRST;
        } else if (step == FIRST) {
            step = SECOND;
        } else {
            block_t down_2 = times_2(down);
            if (sums) {
                state ^= down ^ down_2 ^ times_2(down_2); /* 7 times */
                break;
            }
            block_t output = state ^ (backward ? up : down);
            stream_write(bdo, (struct bdo){output, BLOCK_BYTES});
            if (backward) checksum ^= output;
            if (block.eot) {
                sums = 1;
                backward = 0;
            } else {
                up = times_2(up);
                down = down_2;
            }
            step = FIRST;
        }
    }

    if (decrypting) {
        block_t difference = state ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){state, BLOCK_BYTES});
    }
}
