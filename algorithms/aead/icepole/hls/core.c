/* ICEPOLE-128 v2 (2015): one round a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 1024
#include <cipher_core.h>

#include "icepole.h"

static inline struct state permute(struct state s, round_t rounds) {
    for (round_t i = 0; i < rounds; i++) s = permute_once(s, i);
    return s;
}

/* Types of text have bit 2, AD has not; encrypted ones have bit 0, and secret message numbers bit 3. */
static inline bit is_text(segment_t type) {
    return type >> 2;
}

static inline bit is_encrypted(segment_t type) {
    return type;
}

static inline bit is_secret_number(segment_t type) {
    return type >> 3;
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
        if (is_text(block.type) && block.size != 0) stream_write(bdo, (struct bdo){block.data ^ rate(s), block.size});
        bit frame = is_text(block.type) ? (bit)(!is_secret_number(block.type) && !block.eot) : block.eot;
        s = add_block(s, block, frame, is_text(block.type) && is_encrypted(block.type));
        s = permute(s, block.eoi ? 12 : 6);
    } while (!block.eoi);

    /* The tag leaves, or is compared with the one that came. */
    words_t tag = rate(s) >> (BLOCK_BITS - 128);
    if (decrypting) stream_write(msg_auth, (words_t)(stream_read(bdi).data >> (BLOCK_BITS - 128)) == tag);
    else stream_write(bdo, (struct bdo){(block_t)tag << (BLOCK_BITS - 128), 16});
}
