/* A dummy whose ciphertext expands: blocks of data are whole, padding included. Change first: the widths, then absorb(). */
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
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t state = key ^ block.data;
    while (!block.eoi) {
        block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD;
        block_t output = block.data ^ state;
        if (!is_ad) stream_write(bdo, (struct bdo){output, BLOCK_BYTES}); /* a wholly padding block, too */
        size_in_bytes_t size = is_ad ? block.size : (size_in_bytes_t)BLOCK_BYTES;
        state = absorb(state, decrypting && !is_ad ? output : block.data, size);
    }
    wait();
    block_t tag = rotate_left_by_1(state) ^ key;
    if (decrypting) stream_write(msg_auth, stream_read(bdi).data == tag);
    else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
}
