/* NORX32-4-1 v3 (2016), section 2.4: one round a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 384
#include <cipher_core.h>

#include "norx.h"

/* F^4, before which the constant of what follows is added. */
static inline struct state permute(struct state s, word_t domain) {
    s.s[15] ^= domain;
    for (int i = 0; i < 4; i++) s = permute_once(s);
    return s;
}

HARDWARE void norx32(void) {
    NO_RESET REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* 2.4.2: initialisation. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    struct state s = add_words(add_words(CONSTANTS, 0, block.data >> (BLOCK_BITS - 128)), 4, key);
    s = permute(s, 0);
    s = add_words(s, 12, key);
    s = permute(s, block.eoi ? DOMAIN_TAG : stream_peek(bdi).type == SEGMENT_AD ? DOMAIN_AD : DOMAIN_DATA);

    /* 2.4.3 to 2.4.5: associated data, then plaintext or ciphertext. The constant is that of the next block. */
    while (!block.eoi) {
        block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD;
        block_t output = block.data ^ rate(s);
        if (!is_ad && block.size != 0) stream_write(bdo, (struct bdo){output, block.size});
        block_t replaced = !is_ad && decrypting ? byte_enable(block.valid_bytes) : (block_t)0;
        s = add_block(s, (rate(s) & replaced) ^ pad(block));
        s = permute(s, block.eoi ? DOMAIN_TAG : is_ad && !block.eot ? DOMAIN_AD : DOMAIN_DATA);
    }

    /* 2.4.6: finalisation; the tag leaves, or is compared with the one that came. */
    s = add_words(s, 12, key);
    s = add_words(permute(s, 0), 12, key);
    wait(); /* what is compared with the tag need not wait for a round */
    uint_t(128) tag = last_words(s);
    if (decrypting) stream_write(msg_auth, (uint_t(128))(stream_read(bdi).data >> (BLOCK_BITS - 128)) == tag);
    else stream_write(bdo, (struct bdo){(block_t)tag << (BLOCK_BITS - 128), 16});
}
