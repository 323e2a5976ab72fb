/* GIFT-COFB (version 1.1), section 2: a round of GIFT-128 a cycle, 41 cycles a block.
 *
 * A block is added in a cycle of its own, so that a round is one S-box and one key addition long. The mask takes a step in that cycle; a last block
 * waits for the further ones.
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "gift128.h"

typedef uint_t(64) mask_t;

/* Times 2 and times 3 in GF(2^64). */
static inline mask_t twice(mask_t l) {
    return l << 1 ^ ((bit)(l >> 63) ? (mask_t)0x1b : (mask_t)0);
}

static inline mask_t thrice(mask_t l) {
    return twice(l) ^ l;
}

/* G: the halves change places, and the one that comes last is turned by a bit. */
static inline block_t feedback(block_t y) {
    mask_t first = y >> 64, second = y;
    return (block_t)second << 64 | (mask_t)(first << 1 | first >> 63);
}

/* The steps of the mask before a block beyond the first: one where it is padded, two where it is AD and no data follows. */
static inline uint_t(2) further_steps(struct bdi block) {
    return (uint_t(2))(block.type == SEGMENT_AD && block.eoi) << 1 | block.partial;
}

HARDWARE void giftcofb(void) {
    NO_RESET REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t y = encrypt(block.data, key);
    mask_t l = y >> 64;

    /* Associated data, then the message: an empty one has no block, empty AD one of padding. */
    do {
        bit added = 0;
        for (uint_t(2) step = 0; !added; step++) {
            block = stream_peek(bdi);
            l = block.eot ? thrice(l) : twice(l);
            added = step == further_steps(block);
            if (added) {
                stream_read(bdi);
                bit is_data = block.type != SEGMENT_AD;
                if (is_data) stream_write(bdo, (struct bdo){block.data ^ y, block.size});
                block_t plain = block.data ^ (is_data && decrypting ? y & byte_enable(block.valid_bytes) : (block_t)0);
                y = plain ^ feedback(y) ^ (block_t)l << 64;
            }
        }
        y = encrypt(y, key);
    } while (!block.eoi);

    /* The tag leaves, or is compared with the one that came. */
    wait();
    if (decrypting) stream_write(msg_auth, stream_read(bdi).data == y);
    else stream_write(bdo, (struct bdo){y, BLOCK_BYTES});
}
