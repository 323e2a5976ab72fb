/* Xoodyak as an authenticated cipher: a round of Xoodoo a cycle, and a cycle in which a block is added. */
#define KEY_BITS 128
#define BLOCK_BITS 192
#define AD_BLOCK_BITS 352
#include <cipher_core.h>

#include "xoodoo.h"

#define PAD 0x01
#define PAD_OF_UNIT 0x80
#define BEHIND_BLOCK ((state_t)PAD << BLOCK_BITS)
#define BEHIND_AD_BLOCK ((state_t)PAD << AD_BLOCK_BITS)

/* Colours of Down and Up; they are added to the last byte of the state. */
#define COLOUR(c) ((state_t)(c) << 8 * (STATE_BYTES - 1))
#define KEY COLOUR(0x02)
#define ABSORB COLOUR(0x03)
#define CRYPT COLOUR(0x80)
#define SQUEEZE COLOUR(0x40)

/* The bytes of a block as the state has them: the first one is least significant. It is wiring. */
static inline state_t bytes_of(input_t block) {
    state_t bytes = 0;
    UNROLL for (int i = 0; i < BDI_BYTES; i++) bytes |= (state_t)(uint_t(8))(block >> 8 * (BDI_BYTES - 1 - i)) << 8 * i;
    return bytes;
}

/* The first bytes of the state as a block has them. */
static inline block_t first_bytes(state_t s) {
    block_t block = 0;
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) block = block << 8 | (uint_t(8))(s >> 8 * i);
    return block;
}

static inline input_t to_top(block_t block) {
    return (input_t)block << (BDI_BITS - BLOCK_BITS);
}

static inline block_t from_top(input_t block) {
    return block >> (BDI_BITS - BLOCK_BITS);
}

/* A block with the padding byte behind it. */
static inline state_t padded(struct bdi block, bit is_data) {
    input_t other_pad = 0;
    UNROLL for (int i = 0; i < BDI_BYTES; i++) {
        if (block.pad_loc >> i & 1) other_pad |= (input_t)(PAD ^ PAD_OF_UNIT) << 8 * i;
    }
    state_t behind = is_data ? BEHIND_BLOCK : BEHIND_AD_BLOCK;
    return bytes_of(block.data ^ other_pad) | (block.partial ? (state_t)0 : behind);
}

HARDWARE void xoodyak(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* Cyclist: key, nonce and the number of its bytes are a block. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    state_t s = bytes_of((input_t)key << (BDI_BITS - 128)) | bytes_of(block.data) << 128 | (state_t)16 << 256 | (state_t)PAD << 264 | KEY;
    wait();
    s = xoodoo(s);

    /* Absorb, then Encrypt or Decrypt: an empty string is a block, too. */
    state_t colour = ABSORB;
    do {
        block = stream_read(bdi);
        bit is_data = block.type != SEGMENT_AD;
        block_t rate = first_bytes(s);
        if (is_data && block.size != 0) stream_write(bdo, (struct bdo){from_top(block.data) ^ rate, block.size});
        state_t replaced = is_data && decrypting ? bytes_of(to_top(rate) & byte_enable(block.valid_bytes)) : (state_t)0;
        s ^= padded(block, is_data) ^ replaced ^ colour;
        if (block.eot) s ^= is_data ? SQUEEZE : CRYPT;
        colour = 0;
        wait();
        s = xoodoo(s);
    } while (!block.eoi);

    /* Squeeze: the tag leaves, or is compared with the one that came. */
    wait();
    block_t tag = first_bytes(s) >> 64 << 64;
    if (decrypting) stream_write(msg_auth, from_top(stream_read(bdi).data) == tag);
    else stream_write(bdo, (struct bdo){tag, 16});
}
