/* A dummy of two passes: blocks of data go to a FIFO outside by `fdo` and come back by `fdi`. Change first: the widths, then absorb(). */
#define KEY_BITS 128
#define BLOCK_BITS 128
#define TWO_PASS
#include <cipher_core.h>

static inline block_t rotate_left_by_1(block_t a) {
    return a << 1 | a >> (BLOCK_BITS - 1);
}

static inline block_t absorb(block_t state, block_t block, size_in_bytes_t size) {
    return rotate_left_by_1(state) ^ block ^ size;
}

/* A message has fewer than 2^32 bytes. */
typedef uint_t(28) count_t;

/* The bytes of a block that are message. */
static inline block_t first_bytes(size_in_bytes_t size) {
    block_t mask = 0;
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) mask |= (block_t)(size > i ? 0xff : 0) << (8 * (BLOCK_BYTES - 1 - i));
    return mask;
}

HARDWARE void cipher_core(void) {
    NO_RESET REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t state = key ^ block.data;
    count_t kept = 0;

    /* The first pass: AD, and data, which is kept. */
    while (!block.eoi) {
        block = stream_read(bdi);
        bit is_data = block.type != SEGMENT_AD;
        if (is_data) {
            stream_write(fdo, block.data);
            kept++;
        }
        if (!is_data || !decrypting) state = absorb(state, block.data, block.size);
    }

    /* The tag; on decryption the one that came. */
    wait();
    block_t tag = decrypting ? stream_read(bdi).data : rotate_left_by_1(state) ^ key;
    block_t stream = tag ^ key;

    /* The second pass. Only the last block may be partial. */
    for (; kept != 0; kept--) {
        size_in_bytes_t size = kept == 1 ? block.size : (size_in_bytes_t)BLOCK_BYTES;
        block_t output = (stream_read(fdi) ^ stream) & first_bytes(size);
        stream_write(bdo, (struct bdo){output, size});
        if (decrypting) state = absorb(state, output, size);
        stream = rotate_left_by_1(stream);
    }
    wait();
    if (decrypting) stream_write(msg_auth, (rotate_left_by_1(state) ^ key) == tag);
    else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
}
