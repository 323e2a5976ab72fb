/* AES-OTR v3 with parallel associated data and one AES unit, which directives choose the architecture of (aes_directed.h).
 *
 *   step       what is encrypted
 *   NONCE      the nonce: the first mask of data
 *   ZERO       zero: the first mask of AD
 *   AD         a block of AD but the last one
 *   AD_SUM     the sum of AD with the last one
 *   FIRST      the first half of a pair
 *   SECOND     the second one
 *   ALONE      the mask of a last block without another one
 *   TAG        the sum of data
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_directed.h"
#include "otr.h"

enum step { NONCE, ZERO, AD, AD_SUM, FIRST, SECOND, ALONE, TAG };

static inline block_t if_set(bit condition, block_t block) {
    return condition ? block : (block_t)0;
}

HARDWARE void aesotr(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt), encrypting = !decrypting, swapped = 0, paired = 0;
    enum step step = NONCE;
    block_t sum_of_ad = 0, sum = 0;        /* sum: of AD, then of data */
    block_t mask = 0, input = 0;           /* input: what a pair is encrypted from; before data their first mask */
    block_t other = format(block.data);    /* what is encrypted, or added to the result */
    block_t state;
    for (;;) {
        REST;
        /* A multiple of the mask is added: 3 or 5 for the last block of AD; at the end 5 or 7 behind one block, 15 or 9 behind two. */
        bit first = step == FIRST, second = step == SECOND, alone = step == ALONE, of_ad = step == AD_SUM, ends = step == TAG;
        bit full = !block.partial;
        block_t mask_2 = two_times(mask), mask_4 = two_times(mask_2);
        state = if_set(step == NONCE || step == AD || of_ad || second, other) ^ if_set(first, input) ^ if_set(of_ad || ends, sum)
                ^ if_set(step != NONCE && step != ZERO, mask)
                ^ if_set((of_ad && !full) || (first && decrypting) || (second && encrypting) || (ends && paired != full), mask_2)
                ^ if_set((of_ad && full) || (ends && !(paired && full)), mask_4) ^ if_set(ends && paired, two_times(mask_4));
        state = aes_encrypt(state, key);
        if (ends) break;
        block.data = any(block_t); /* is not kept */

        /* Of a pair the first block leaves first, but in encryption the halves of the last pair change places. */
        if (first) swapped = encrypting && block.eot;
        if ((first && !swapped) || second || (alone && block.size != 0)) {
            size_in_bytes_t size = first || swapped ? (size_in_bytes_t)BLOCK_BYTES : block.size;
            stream_write(bdo, (struct bdo){state ^ (second ? input : other), size});
        }

        /* Of data the plaintext of second blocks, and of a last one alone, is summed up. Where ciphertext is made of the last block, what is behind
         * its end must not enter the other half. */
        block_t enabled = byte_enable(block.valid_bytes), kept = decrypting ? ~(block_t)0 : enabled;
        sum ^= if_set(step == AD || (second && decrypting), state) ^ if_set(first, state & ~kept) ^ if_set(alone && decrypting, state & enabled)
               ^ if_set((first && encrypting) || alone, other) ^ if_set(second && decrypting, input);
        if (first) other ^= state & kept;

        bit to_ad = step == ZERO || step == AD, to_data = of_ad || (second && !block.eot);
        if (step == NONCE) {
            to_data = stream_peek(bdi).type != SEGMENT_AD;
            input = state;
        }
        if (step == NONCE || step == ZERO) mask = state;
        else if (of_ad) mask = input;
        else if (step == AD || to_data) mask = two_times(mask);
        if (of_ad) {
            sum_of_ad = state;
            sum = 0;
        }

        if (to_ad) {
            block = stream_read(bdi);
            other = block.data;
            step = block.eot ? AD_SUM : AD;
        } else if (to_data) {
            wait();
            block = stream_read(bdi);
            other = block.data;
            step = ALONE;
            if (!block.eot) {
                block = stream_read(bdi);
                bit exchanged = decrypting && block.eot;
                input = exchanged ? block.data : other;
                if (!exchanged) other = block.data;
                step = FIRST;
            }
        } else {
            paired = second;
            step = step == NONCE ? ZERO : first ? SECOND : TAG;
        }
    }

    if (swapped) stream_write(bdo, (struct bdo){other, block.size});
    block_t tag = state ^ sum_of_ad;
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
}
