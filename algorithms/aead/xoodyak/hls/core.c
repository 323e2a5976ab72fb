/* Xoodyak as an authenticated cipher: a round of Xoodoo a cycle, and a cycle in which a block is added. With WITH_HASH also as a hash function. */
#define KEY_BITS 128
#define BLOCK_BITS 192
#define AD_BLOCK_BITS 352
#include <cipher_core.h>

#include "xoodoo.h"

#ifndef WITH_HASH
#define WITH_HASH 0
#endif

#define HASH_BYTES 16 /* of a block to hash, and of half a digest */

#define PAD 0x01
#define PAD_OF_UNIT 0x80

/* Colours of Down and Up; they are added to the last byte of the state. */
#define COLOUR(c) ((state_t)(c) << 8 * (STATE_BYTES - 1))
#define KEY COLOUR(0x02)
#define ABSORB COLOUR(0x03)
#define CRYPT COLOUR(0x80)
#define SQUEEZE COLOUR(0x40)
#define ABSORB_HASH COLOUR(0x01)

static inline block_t from_top(input_t block) {
    return block >> (BDI_BITS - BLOCK_BITS);
}

/* Key, nonce and the number of its bytes, with the padding byte behind them. */
static inline state_t key_block(cipher_key_t key, input_t nonce) {
    return reversed(key, 16) | reversed(nonce, BDI_BYTES) << 128 | (state_t)16 << 256 | (state_t)PAD << 264;
}

/* A block as the state has it, with the padding byte behind it. */
static inline state_t padded(struct bdi block, bit is_data, bit hashing) {
    input_t data = block.data;
    UNROLL for (int i = 0; i < BDI_BYTES; i++) {
        if (block.pad_loc >> i & 1) data ^= (input_t)(PAD ^ PAD_OF_UNIT) << 8 * i;
    }
    state_t behind = hashing ? (state_t)PAD << 8 * HASH_BYTES : (state_t)PAD << (is_data ? BLOCK_BITS : AD_BLOCK_BITS);
    return reversed(data, BDI_BYTES) | (block.partial ? (state_t)0 : behind);
}

/* The first bytes of the state: a tag, or half a digest. */
static inline block_t squeezed(state_t s) {
    return (block_t)reversed(s, 16) << (BLOCK_BITS - 128);
}

HARDWARE void xoodyak(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* Cyclist. */
    struct bdi block = stream_peek(bdi);
    bit decrypting = wire_read(decrypt);
    bit hashing = WITH_HASH && block.type == SEGMENT_HASH;
    state_t s = ABSORB_HASH;
    if (!hashing) {
        block = stream_read(bdi);
        s = key_block(key, block.data) ^ KEY;
    }
    wait();

    /* A round a cycle; behind twelve of them a cycle that adds a block, of Absorb, then of Encrypt or Decrypt: a string without bytes is a block, too.
     * With the last block of each goes the colour of the Up behind it. In hash mode there are no colours, and behind the last block is an empty one. */
    bit adds = hashing, absorbs = 1, ends = 0, half = hashing, done;
    round_t round = 0;
    do {
        done = 0;
        if (adds && hashing && ends) {
            stream_write(bdo, (struct bdo){reversed(s, BLOCK_BYTES), HASH_BYTES}); /* the bytes past them are free */
            s ^= PAD;
            half = 0;
            adds = 0;
        } else if (adds) {
            block = stream_read(bdi);
            bit is_data = !hashing && block.type != SEGMENT_AD;
            block_t rate = reversed(s, BLOCK_BYTES);
            if (is_data && block.size != 0) stream_write(bdo, (struct bdo){from_top(block.data) ^ rate, block.size});
            if (is_data && decrypting) s &= ~reversed(from_top(byte_enable(block.valid_bytes)), BLOCK_BYTES);
            s ^= padded(block, is_data, hashing);
            if (absorbs && !hashing) s ^= ABSORB;
            if (block.eot && !hashing) s ^= is_data ? SQUEEZE : CRYPT;
            absorbs = 0;
            ends = block.eoi;
            adds = 0;
        } else {
            s = permute_once(s, round);
            adds = round == 11;
            done = adds && ends && !half;
            round = adds ? (round_t)0 : (round_t)(round + 1);
        }
    } while (!done);

    /* Squeeze: the tag leaves, or the second half of a digest, or the tag is compared with the one that came. */
    wait();
    block_t tag = squeezed(s);
    if (decrypting) stream_write(msg_auth, from_top(stream_read(bdi).data) == tag);
    else stream_write(bdo, (struct bdo){tag, 16});
}
