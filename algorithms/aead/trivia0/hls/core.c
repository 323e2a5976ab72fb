/* TriviA-0 v2 (2015): 64 bits a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 64
#include <cipher_core.h>

#include "trivia.h"

static const struct hash ZERO = {{0, 0, 0, 0}, {0, 0, 0}};

HARDWARE void trivia0(void) {
    NO_RESET REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    struct state s = {(uint_t(132))key << 4, 7, (uint_t(147))block.data << 19};
    struct hash h = ZERO;

    /* Associated data, then plaintext or ciphertext: each has at least one block, since it is padded. */
    for (int text = 0; text < 2; text++) {
        bit is_data = text == 1;
        for (int i = 0; i < 18; i++) s = update(s);

        h = ZERO;
        do {
            block = stream_read(bdi);
            word_t z = key_stream(s);
            if (is_data && block.size != 0) stream_write(bdo, (struct bdo){block.data ^ z, block.size});
            word_t plaintext = block.data ^ (is_data && decrypting ? z & byte_enable(block.valid_bytes) : (word_t)0);
            h = add_to_checksum(add_to_tag(h, dot_product(s, plaintext)), plaintext);
            s = update(s);
        } while (!block.eot);

        /* The checksum, and key stream of its first and its last block on the two halves of the tag. */
        for (int i = 0; i < 3; i++) {
            h = add_to_tag(h, dot_product(s, h.checksum[0]));
            h.checksum[0] = h.checksum[1];
            h.checksum[1] = h.checksum[2];
            word_t z = key_stream(s);
            h.tag[0] ^= i == 0 ? z >> 32 : 0;
            h.tag[1] ^= i == 0 ? z : 0;
            h.tag[2] ^= i == 2 ? z >> 32 : 0;
            h.tag[3] ^= i == 2 ? z : 0;
            s = update(s);
        }
        if (!is_data) s.a ^= (uint_t(132))tag_block(h, 0) << 68 | (uint_t(132))tag_block(h, 2) << 4;
    }

    /* The tag leaves, or is compared with the one that came. */
    bit equal = 1;
    for (int i = 0; i < 2; i++) {
        word_t tag = i == 0 ? tag_block(h, 0) : tag_block(h, 2);
        if (decrypting) equal &= stream_read(bdi).data == tag;
        else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
    if (decrypting) stream_write(msg_auth, equal);
}
