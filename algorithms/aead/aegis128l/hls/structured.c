/* AEGIS-128L (AEGIS v1.1): one update of the state a cycle, so one block of 256 bits a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

#include "aegis.h"

static const aes_block_t const0 = (aes_block_t)0x000101020305080d << 64 | 0x1522375990e97962;
static const aes_block_t const1 = (aes_block_t)0xdb3d18556dc22ff1 << 64 | 0x2011314273b528dd;

HARDWARE void aegis128l(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* Initialization. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    aes_block_t nonce = high(block.data);
    struct state s = {key ^ nonce, const1, const0, const1, key ^ nonce, key ^ const0, key ^ const1, key ^ const0};
    for (int i = 0; i < START_UPDATES; i++) s = update(s, nonce, key);

    /* Associated data, then encryption or decryption. */
    length_t ad_bytes = 0, data_bytes = 0;
    while (!block.eoi) {
        block = stream_read(bdi);
        block_t message = block.data;
        if (block.type == SEGMENT_AD) {
            ad_bytes += block.size;
        } else {
            block_t output = block.data ^ keystream(s);
            stream_write(bdo, (struct bdo){output, block.size});
            if (decrypting) message = output & byte_enable(block.valid_bytes);
            data_bytes += block.size;
        }
        s = update(s, high(message), low(message));
    }

    /* Finalization; the tag leaves, or is compared with the one that came. */
    wait();
    aes_block_t lengths = s.s2 ^ ((aes_block_t)length_word(ad_bytes) << 64 | length_word(data_bytes));
    for (int i = 0; i < FINAL_UPDATES; i++) s = update(s, lengths, lengths);
    wait();
    aes_block_t tag = s.s0 ^ s.s1 ^ s.s2 ^ s.s3 ^ s.s4 ^ s.s5 ^ s.s6;
    if (decrypting) stream_write(msg_auth, high(stream_read(bdi).data) == tag);
    else stream_write(bdo, (struct bdo){(block_t)tag << 128, TAG_BYTES});
}
