/* MORUS-1280-128 v2 (2016), section 2.4: one step, so one block of 256 bits, a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

#include "morus.h"

HARDWARE void morus1280(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* 2.4.1: initialisation. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    struct state s = {swap_bytes(block.data), twice(key), ~(element_t)0, 0, FIBONACCI};
    wait(); /* the first step has a cycle of its own */
    for (int i = 0; i < 16; i++) s = update(s, 0);
    s.s1 ^= twice(key);

    /* 2.4.2: associated data. */
    uint_t(32) ad_bytes = 0, data_bytes = 0;
    while (!block.eoi && stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        ad_bytes += block.size;
        s = update(s, swap_bytes(block.data));
    }

    /* 2.4.3: plaintext or ciphertext. */
    while (!block.eoi) {
        block = stream_read(bdi);
        data_bytes += block.size;
        block_t output = block.data ^ keystream(s);
        stream_write(bdo, (struct bdo){output, block.size});
        s = update(s, swap_bytes(decrypting ? output & byte_enable(block.valid_bytes) : block.data));
    }

    /* 2.4.4: finalisation; the tag leaves, or is compared with the one that came. */
    s.s4 ^= s.s0;
    for (int i = 0; i < 10; i++) s = update(s, (element_t)data_bytes << 67 | (element_t)ad_bytes << 3);
    wait();
    block_t tag = keystream(s) >> 128 << 128;
    if (decrypting) stream_write(msg_auth, stream_read(bdi).data == tag);
    else stream_write(bdo, (struct bdo){tag, 16});
}
