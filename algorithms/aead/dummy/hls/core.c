/* The CipherCore of the dummy cipher: the smallest core that does all that docs/cipher-core.md asks for.
 * Change first: KEY_BITS and BLOCK_BITS, then absorb(); a loop in it that stays rolled takes a cycle an iteration.
 *
 * Cycles: one for a new key, one for the NPUB block, one for each block of AD and data, one for the tag.
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

static inline block_t rotate_left_by_1(block_t a) {
    return a << 1 | a >> (BLOCK_BITS - 1);
}

static inline block_t absorb(block_t state, block_t block, size_in_bytes_t size) {
    return rotate_left_by_1(state) ^ block ^ size;
}

HARDWARE void cipher_core(void) {
    cipher_key_t key = any(cipher_key_t);
    for (;;) {
        /* Idle: a new key comes in a cycle of its own, since no block need be on offer yet; else the message begins with its NPUB block. */
        if (wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        struct bdi block = stream_read(bdi);
        block_t state = key ^ block.data;

        /* `decrypt` may be read only beside a block, and the tag still needs it after the last one. */
        bit decrypting = wire_read(decrypt);

        /* AD, then data: one block a cycle, in and out. */
        while (!block.eoi) {
            block = stream_read(bdi);
            block_t plain = block.data;
            if (block.type != SEGMENT_AD) {
                block_t output = (block.data ^ state) & byte_enable(block.valid_bytes);
                stream_write(bdo, (struct bdo){output, block.size});
                if (decrypting) plain = output;
            }
            state = absorb(state, plain, block.size);
        }

        /* The tag leaves, or is compared here with the one that came. */
        block_t tag = rotate_left_by_1(state) ^ key;
        if (decrypting) {
            block = stream_read(bdi);
            stream_write(msg_auth, block.data == tag);
        } else {
            stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
        }
    }
}
