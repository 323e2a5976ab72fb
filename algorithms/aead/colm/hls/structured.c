/* COLM_0 v1 with AES-128: two layers of AES, one round a cycle in each, 10 cycles a block of AD or data.
 *
 * The first layer works on a block while the second one works on the block before it, under the same round key. A block that goes alone takes the
 * first layer's units, whichever layer it is for.
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_both_round.h"
#include "colm.h"

/* What leaves the layers, and the round key at which they end: a change of direction begins there. */
struct slot {
    block_t first, second, end_key;
};

/* The units of a cycle: MixColumns of each layer, and the key step of both. */
SHARED_UNITS(2) static block_t mixed_columns(block_t to_encrypt, block_t to_decrypt, bit backward) {
    return mix_columns_either(to_encrypt, to_decrypt, backward);
}

SHARED static block_t next_key(block_t round_key, uint_t(4) steps, bit backward) {
    return next_round_key_either(round_key, steps, backward);
}

/* A round, the last one without MixColumns; a decryption adds its key before that. */
static inline block_t round_of(block_t state, block_t round_key, bit last, bit backward) {
    block_t substituted = substitute_and_shift_either(state, backward), keyed = substituted ^ round_key;
    block_t mixed = mixed_columns(substituted, keyed, backward);
    return last ? keyed : mixed ^ (backward ? (block_t)0 : round_key);
}

/* AES of two blocks, or its inverse (FIPS 197, 5.1 and 5.3), with round keys made on the way from `start_key`. */
static inline struct slot layers(block_t first, block_t second, block_t start_key, bit backward) {
    block_t round_key = start_key;
    first ^= start_key;
    second ^= start_key;
    for (int round = 0; round < AES_ROUNDS; round++) {
        round_key = next_key(round_key, round, backward);
        first = round_of(first, round_key, round == AES_ROUNDS - 1, backward);
        second = round_of(second, round_key, round == AES_ROUNDS - 1, backward);
    }
    return (struct slot){first, second, round_key};
}

/* The linear mixing between the layers gives 3 W + X, and 2 W + X, or in a decryption W + X, as the next W. */
static inline block_t mix(block_t *w, block_t x, bit backward) {
    block_t old = *w, w2 = times_2(old);
    *w = x ^ (backward ? old : w2);
    return x ^ old ^ w2;
}

HARDWARE void colm(void) {
    REGISTER static block_t start_key, l;
    if (wire_read(key_update)) {
        start_key = stream_read(key);
        wait();
        l = layers(0, any(block_t), start_key, 0).first;
        return;
    }

    /* Nonce and associated data, each under a mask of its own. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t mask = l ^ times_2(l), w = 0;
    struct slot s;
    for (;;) {
        s = layers(block.data ^ mask, any(block_t), start_key, 0);
        w ^= s.first;
        if (stream_peek(bdi).type != SEGMENT_AD) break;
        block = stream_read(bdi);
        mask = next_mask(mask, block.partial, 0);
    }

    /* The masks before and behind the layers: L and 3 * 3 L, or the other way round; a decryption begins at the last round key. */
    block_t mask_in = l, mask_out = l ^ times_2(times_2(l));
    if (decrypting) {
        mask_in = mask_out;
        mask_out = l;
        start_key = s.end_key;
    }

    /* All blocks but the last; what leaves is the block before. */
    block_t mixed = any(block_t), checksum = 0;
    bit follows = 0;
    block = stream_read(bdi);
    while (!block.eot) {
        if (!decrypting) checksum ^= block.data;
        mask_in = times_2(mask_in);
        s = layers(block.data ^ mask_in, mixed, start_key, decrypting);
        mixed = mix(&w, s.first, decrypting);
        block = stream_read(bdi);
        if (follows) {
            mask_out = times_2(mask_out);
            block_t output = s.second ^ mask_out;
            stream_write(bdo, (struct bdo){output, BLOCK_BYTES});
            if (decrypting) checksum ^= output;
        }
        follows = 1;
    }

    /* The last block of a ciphertext is filled by the first bytes of the tag. */
    block_t tag = any(block_t), input = checksum ^ block.data;
    if (decrypting) {
        if (follows) {
            s = layers(mixed, any(block_t), start_key, 1);
            mask_out = times_2(mask_out);
            block_t output = s.first ^ mask_out;
            stream_write(bdo, (struct bdo){output, BLOCK_BYTES});
            checksum ^= output;
        }
        tag = stream_read(bdi).data;
        for (uint_t(4) i = block.size; i != 0; i--) tag = tag >> 8 | tag << 120;
        wait();
        input = (block.data & byte_enable(block.valid_bytes)) | (tag & ~byte_enable(block.valid_bytes));
    }

    /* The last block is the sum of the plaintext, under masks of its own. */
    mask_in = next_mask(mask_in, !block.partial, block.partial);
    s = layers(input ^ mask_in, mixed, start_key, decrypting);
    mixed = mix(&w, s.first, decrypting);
    if (!decrypting && follows) {
        mask_out = times_2(mask_out);
        stream_write(bdo, (struct bdo){s.second ^ mask_out, BLOCK_BYTES});
    }
    mask_out = next_mask(mask_out, !block.partial, block.partial);
    block_t sum = input, last = any(block_t);
    if (decrypting) {
        s = layers(mixed, any(block_t), start_key, 1);
        sum = s.first ^ mask_out;
        last = sum ^ checksum;
        if (block.size != 0) stream_write(bdo, (struct bdo){last, block.size});
        start_key = s.end_key;
        block_t mask = mask_in;
        mask_in = mask_out;
        mask_out = mask;
    }

    /* It goes once more behind itself, where the tag has bytes beyond it. */
    if (block.size != 0) {
        mask_in = times_2(mask_in);
        s = layers(sum ^ mask_in, mixed, start_key, 0);
        mixed = mix(&w, s.first, 0);
        if (!decrypting) {
            tag = s.second ^ mask_out;
            stream_write(bdo, (struct bdo){tag, block.size});
        }
        mask_out = times_2(mask_out);
    }
    if (block.size != 0 || !decrypting) s = layers(mixed, any(block_t), start_key, 0);
    block_t behind = s.first ^ mask_out, valid = byte_enable(block.valid_bytes);

    /* The tag is the end of the one and the beginning of the other: it leaves, moved to where it begins, or is compared with the one that came. */
    if (decrypting) {
        block_t difference = ((behind ^ tag) & valid) | ((last ^ padding_behind(block.valid_bytes)) & ~valid);
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        tag = block.size == 0 ? behind : (behind & valid) | (tag & ~valid);
        for (uint_t(4) i = block.size; i != 0; i++) tag = tag >> 8 | tag << 120;
        wait();
        stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
}
