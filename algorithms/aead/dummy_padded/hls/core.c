/* A dummy with padding: the unit pads, and the core never counts bytes. Change first: the widths, then absorb(). */
#define KEY_BITS 96
#define BLOCK_BITS 64
#include <cipher_core.h>

static inline block_t rotate_left_by_1(block_t a) {
    return a << 1 | a >> (BLOCK_BITS - 1);
}

static inline block_t absorb(block_t state, block_t block, uint_t(2) domain) {
    return rotate_left_by_1(state) ^ block ^ domain;
}

static inline block_t folded(cipher_key_t key) {
    return (block_t)(key >> 32) ^ (block_t)key;
}

HARDWARE void cipher_core(void) {
    NO_RESET REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* The nonce has two blocks, the second one with `eot`. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t state = absorb(folded(key), block.data, 0);
    do {
        block = stream_read(bdi);
        bit is_data = block.type == SEGMENT_PLAINTEXT || block.type == SEGMENT_CIPHERTEXT;
        block_t keystream = is_data ? state & byte_enable(block.valid_bytes) : (block_t)0;
        if (is_data && block.size != 0) stream_write(bdo, (struct bdo){block.data ^ keystream, block.size});
        uint_t(2) domain = is_data ? (uint_t(2))2 : (uint_t(2))(block.type == SEGMENT_AD);
        state = absorb(state, decrypting ? block.data ^ keystream : block.data, domain); /* with its padding */
    } while (!block.eoi);

    /* Two halves of the tag leave, or are compared with those that came. */
    bit right = 1;
    for (int half = 0; half < 2; half++) {
        state = absorb(state, folded(key), 0);
        if (decrypting) right &= stream_read(bdi).data == state;
        else stream_write(bdo, (struct bdo){state, BLOCK_BYTES});
    }
    wait();
    if (decrypting) stream_write(msg_auth, right);
}
