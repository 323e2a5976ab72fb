/* ICEPOLE-128 v2 (2015): one round a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 1024
#include <cipher_core.h>

#include "icepole.h"

static inline struct state permute(struct state s, round_t rounds) {
    for (round_t i = 0; i < rounds; i++) s = permute_once(s, i);
    return s;
}

HARDWARE void icepole(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* Initialisation. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    struct state s = add_words(add_words(CONSTANTS, 0, key), 2, block.data >> (BLOCK_BITS - 128));
    s = permute(s, 12);

    /* The secret message number, associated data, and plaintext or ciphertext; the frame bit tells them apart. The unit makes a block of AD and of
     * data where there is none, so the last block of data is the last of the input. */
    do {
        block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD;
        bit is_data = block.type == SEGMENT_PLAINTEXT || block.type == SEGMENT_CIPHERTEXT;
        if (!is_ad && block.size != 0) stream_write(bdo, (struct bdo){block.data ^ rate(s), block.size});
        s = add_block(s, block, is_ad ? block.eot : (bit)(is_data && !block.eot), !is_ad && decrypting);
        s = permute(s, block.eoi ? 12 : 6);
    } while (!block.eoi);

    /* The tag leaves, or is compared with the one that came. */
    words_t tag = rate(s) >> (BLOCK_BITS - 128);
    if (decrypting) stream_write(msg_auth, (words_t)(stream_read(bdi).data >> (BLOCK_BITS - 128)) == tag);
    else stream_write(bdo, (struct bdo){(block_t)tag << (BLOCK_BITS - 128), 16});
}
