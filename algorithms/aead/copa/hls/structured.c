/* AES-COPA v2 as its designers' software reads; directives choose the architecture of its one AES unit (aes_both_directed.h). */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_both_directed.h"
#include "copa.h"

static inline block_t times_7(block_t a) {
    block_t doubled = times_2(a);
    return a ^ doubled ^ times_2(doubled);
}

HARDWARE void copa(void) {
    REGISTER static block_t key, last_key, l; /* the last round key, and zero, encrypted */
    if (wire_read(key_update)) {
        key = stream_read(key);
        struct aes_result zero = aes_either(0, key, 0);
        l = zero.block;
        last_key = zero.round_key;
        return;
    }

    /* AD with the nonce behind it. A last block of AD that is not full takes the beginning of the nonce, which is moved a byte a
     * cycle; the rest is the last block. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt), partial = 0;
    block_t nonce = block.data, l3 = l ^ times_2(l), mask = l3 ^ times_2(times_2(l3)), sum = 0;
    while (stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        partial = block.partial;
        byte_mask_t valid_bytes = block.valid_bytes;
        block_t input = block.data;
        if (partial) {
            for (size_in_bytes_t moved = block.size; moved != 0; moved--) nonce = nonce >> 8 | nonce << 120;
            input |= nonce & byte_enable(~valid_bytes);
            nonce = (nonce & byte_enable(valid_bytes)) | padding_behind(valid_bytes);
        }
        sum ^= aes_either(input ^ mask, key, 0).block;
        mask = times_2(mask);
    }
    block_t tripled = mask ^ times_2(mask), by_9 = tripled ^ times_2(tripled);
    block_t chain = l ^ aes_either(sum ^ nonce ^ (partial ? by_9 : tripled), key, 0).block;

    /* Data: two encryptions or decryptions a block, with the chain between them. */
    block_t up = l3, down = times_2(l), checksum = 0;
    for (bit last = 0; !last;) {
        block = stream_read(bdi);
        last = block.eot;
        if (last && block.partial) up = times_7(up);
        block_t start = decrypting ? last_key : key;
        block_t first = aes_either(block.data ^ (decrypting ? down : up), start, decrypting).block;
        block_t second = aes_either(first ^ chain, start, decrypting).block;
        chain = decrypting ? first : first ^ chain;
        block_t output = second ^ (decrypting ? up : down);
        checksum ^= decrypting ? output : block.data;
        stream_write(bdo, (struct bdo){output, BLOCK_BYTES});
        if (!last) {
            up = times_2(up);
            down = times_2(down);
        }
    }
    wait();

    /* The checksum goes the same way. */
    block_t first = aes_either(checksum ^ up ^ times_2(up), key, 0).block;
    block_t tag = aes_either(first ^ chain, key, 0).block ^ times_7(down);
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
}
