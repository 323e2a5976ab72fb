/* A dummy with a key that is longer than a block; the unit joins segments of any length. Change first: the widths, then absorb(). */
#define KEY_BITS 256
#define BLOCK_BITS 64
#include <cipher_core.h>

static inline block_t rotate_left_by_1(block_t a) {
    return a << 1 | a >> (BLOCK_BITS - 1);
}

static inline block_t absorb(block_t state, block_t block, size_in_bytes_t size) {
    return rotate_left_by_1(state) ^ block ^ size;
}

static inline block_t folded(cipher_key_t key) {
    return (block_t)(key >> 192) ^ (block_t)(key >> 128) ^ (block_t)(key >> 64) ^ (block_t)key;
}

HARDWARE void cipher_core(void) {
    NO_RESET REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t state = folded(key) ^ block.data;
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
    wait();
    block_t tag = rotate_left_by_1(state) ^ folded(key);
    if (decrypting) stream_write(msg_auth, stream_read(bdi).data == tag);
    else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
}
