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
    bit decrypting = wire_read(decrypt), full = 1, paired = 0;
    enum step step = NONCE;
    block_t state = format(block.data), sum_of_ad = 0, sum = 0;
    block_t mask = 0, input = 0; /* input: what a pair is encrypted from; before data their first mask */
    block_t other = 0;           /* what is added to the result */
    for (;;) {
        state = aes_encrypt(state, key);
        if (step == TAG) break;
        block.data = any(block_t); /* is not kept */

        block_t mask_2 = two_times(mask), mask_4 = two_times(mask_2), mask_3 = mask ^ mask_2;
        bit to_ad = step == ZERO || step == AD, to_data = step == AD_SUM || (step == SECOND && !block.eot);
        if (step == NONCE) {
            mask = state;
            input = state;
            to_data = stream_peek(bdi).type != SEGMENT_AD;
            state = 0;
            if (!to_data) step = ZERO;
        } else if (to_ad) { /* the last block is added, the others are encrypted */
            block_t next_mask = step == ZERO ? state : mask_2;
            if (step == AD) sum_of_ad ^= state;
            block = stream_read(bdi);
            mask = next_mask;
            block_t next_2 = two_times(next_mask);
            state = block.data ^ next_mask ^ if_set(block.eot, sum_of_ad ^ (block.partial ? next_2 : two_times(next_2)));
            step = block.eot ? AD_SUM : AD;
        } else if (step == AD_SUM) {
            sum_of_ad = state;
            mask = input;
        } else if (step == FIRST) { /* where ciphertext is made of the last block, what is behind its end must not enter the other half */
            block_t kept = decrypting ? ~(block_t)0 : byte_enable(block.valid_bytes);
            if (!decrypting) sum ^= other ^ (state & ~kept);
            other ^= state & kept;
            state = other ^ (decrypting ? mask : mask_3);
            step = SECOND;
        } else if (step == SECOND) { /* in the last pair the halves change places */
            block_t last = state ^ input;
            bit swapped = !decrypting && block.eot;
            if (decrypting) sum ^= last;
            stream_write(bdo, (struct bdo){swapped ? last : other, BLOCK_BYTES});
            stream_write(bdo, (struct bdo){swapped ? other : last, block.size});
            if (!block.eot) mask = mask_2;
            paired = block.eot;
        } else if (step == ALONE) {
            if (block.size != 0) stream_write(bdo, (struct bdo){other ^ state, block.size});
            sum ^= other ^ (decrypting ? state & byte_enable(block.valid_bytes) : (block_t)0);
        }
        if (step == ALONE || (step == SECOND && paired)) { /* 5 or 7 masks behind one block, 15 or 9 behind two */
            full = !block.partial;
            state = sum ^ mask ^ if_set(paired != full, mask_2) ^ if_set(!paired | !full, mask_4) ^ if_set(paired, two_times(mask_4));
            step = TAG;
        }
        if (to_data) {
            wait();
            block = stream_read(bdi);
            state = mask;
            other = block.data;
            step = ALONE;
            if (!block.eot) {
                block_t first = block.data;
                block = stream_read(bdi);
                bit swapped = decrypting && block.eot;
                input = swapped ? block.data : first;
                other = swapped ? first : block.data;
                state = input ^ mask ^ if_set(decrypting, two_times(mask));
                step = FIRST;
            }
        }
    }

    block_t tag = state ^ sum_of_ad;
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
}
