/* AES-OTR v3 with parallel associated data, as the specification reads; directives choose the architecture of its one AES unit (aes_directed.h). */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_directed.h"
#include "otr.h"

/* The sum of the multiples of a mask that the last block asks for: of AD 3 or 5, of data 5 or 7 behind one block, 15 or 9 behind two. */
static inline block_t times(block_t mask, bit two, bit four, bit eight) {
    block_t doubled = two_times(mask), quadrupled = two_times(doubled);
    return mask ^ (two ? doubled : (block_t)0) ^ (four ? quadrupled : (block_t)0) ^ (eight ? two_times(quadrupled) : (block_t)0);
}

HARDWARE void aesotr(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t mask = aes_encrypt(format(block.data), key), sum_of_ad = 0, sum = 0;

    /* AD: its last block is added, the others are encrypted. */
    if (stream_peek(bdi).type == SEGMENT_AD) {
        block_t mask_of_ad = aes_encrypt(0, key);
        for (block = stream_read(bdi); !block.eot; block = stream_read(bdi)) {
            sum_of_ad ^= aes_encrypt(block.data ^ mask_of_ad, key);
            mask_of_ad = two_times(mask_of_ad);
        }
        sum_of_ad = aes_encrypt(sum_of_ad ^ block.data ^ times(mask_of_ad, block.partial, !block.partial, 0), key);
    }

    /* Data in pairs. `input` is what the first encryption of a pair takes, and `other` what its result is added to. In the last pair the halves
     * change places: a decryption takes them so, an encryption gives them so. */
    bit paired = 0;
    for (;;) {
        block = stream_read(bdi);
        if (block.eot) break;
        block_t first = block.data;
        block = stream_read(bdi);
        bit takes_swapped = decrypting && block.eot, gives_swapped = !decrypting && block.eot;
        block_t input = takes_swapped ? block.data : first, other = takes_swapped ? first : block.data;
        block_t kept = decrypting ? ~(block_t)0 : byte_enable(block.valid_bytes);
        block_t three_masks = mask ^ two_times(mask);

        block_t encrypted = aes_encrypt(input ^ (decrypting ? three_masks : mask), key);
        block_t middle = other ^ (encrypted & kept);
        block_t last = aes_encrypt(middle ^ (decrypting ? mask : three_masks), key) ^ input;
        sum ^= decrypting ? last : block.data ^ (encrypted & ~kept);
        stream_write(bdo, (struct bdo){gives_swapped ? last : middle, BLOCK_BYTES});
        stream_write(bdo, (struct bdo){gives_swapped ? middle : last, block.size});
        paired = block.eot;
        if (block.eot) break;
        mask = two_times(mask);
    }
    if (!paired) { /* a last block alone, which may be empty */
        block_t pad = aes_encrypt(mask, key);
        if (block.size != 0) stream_write(bdo, (struct bdo){block.data ^ pad, block.size});
        sum ^= block.data ^ (decrypting ? pad & byte_enable(block.valid_bytes) : (block_t)0);
    }
    wait();

    bit full = !block.partial;
    block_t tag = aes_encrypt(sum ^ times(mask, paired != full, !paired | !full, paired), key) ^ sum_of_ad;
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
}
