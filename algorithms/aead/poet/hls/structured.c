/* POET v2 with AES-4 as its designers' software reads; directives choose the architecture of its one AES unit (aes_both_directed.h). */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_both_directed.h"
#include "poet.h"

#define HASH_ROUNDS 4

/* The chains over and under the block cipher, by the side of it at which a block enters and leaves; and what leaves. */
struct chains {
    block_t entering, leaving, output;
};

/* AES-4: four rounds, each with MixColumns. */
static inline block_t hash(block_t chain, block_t hash_key) {
    return aes_rounds(chain, hash_key, 0, HASH_ROUNDS).block;
}

static inline struct chains process(struct chains c, block_t input, block_t hash_key, block_t start, bit decrypting) {
    c.entering = hash(c.entering, hash_key) ^ input;
    c.leaving = hash(c.leaving, hash_key);
    block_t between = aes_either(c.entering, start, decrypting).block;
    c.output = c.leaving ^ between;
    c.leaving = between;
    return c;
}

HARDWARE void poet(void) {
    REGISTER static block_t key, last_key, l, hash_key; /* of the block cipher, its last round key, of the header's masks and of the hashes */
    if (wire_read(key_update)) {
        block_t given = stream_read(key);
        key = aes_either(0, given, 0).block;
        l = aes_either(1, given, 0).block;
        hash_key = aes_either(2, given, 0).block;
        last_key = aes_either(0, key, 0).round_key;
        return;
    }

    /* The header: parameters, which are zero, AD with the nonce behind it, and padding. A last block of AD that is not full takes the beginning of
     * the nonce, which is moved a byte a cycle. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t nonce = block.data, mask = times_2(l), tau = aes_either(l, key, 0).block;
    byte_mask_t behind = 0; /* the bytes of the nonce that are left for the last block */
    bit partial = 0;
    while (stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        block_t input = block.data;
        partial = block.partial;
        if (partial) {
            behind = block.valid_bytes;
            for (size_in_bytes_t moves = block.size; moves != 0; moves--) nonce = nonce >> 8 | nonce << 120;
            input |= nonce & byte_enable(~behind);
        }
        tau ^= aes_either(input ^ mask, key, 0).block;
        mask = times_2(mask);
    }
    if (!partial) {
        tau ^= aes_either(nonce ^ mask, key, 0).block;
        mask = times_2(mask);
    }
    tau ^= aes_either((nonce & byte_enable(behind)) ^ padding_behind(behind) ^ mask, key, 0).block;
    tau = aes_either(tau, key, 0).block;

    block_t start = decrypting ? last_key : key, changed = tau ^ 1;
    struct chains chains = {decrypting ? changed : tau, decrypting ? tau : changed, any(block_t)};
    blocks_t blocks = 0;
    for (;;) {
        block = stream_read(bdi);
        blocks += block.size >> 4;
        if (block.eot) break;
        chains = process(chains, block.data, hash_key, start, decrypting);
        stream_write(bdo, (struct bdo){chains.output, BLOCK_BYTES});
    }

    /* The last block, filled with the beginning of tau or of the tag; of an empty message there is none but padding, which is left out. */
    size_in_bytes_t size = block.size;
    byte_mask_t valid_bytes = block.valid_bytes;
    block_t last = block.data & ~((block_t)(block.pad_loc >> 15) << 127), rest = tau;
    if (decrypting) rest = stream_read(bdi).data;
    for (uint_t(4) moves = size; moves != 0; moves--) rest = rest >> 8 | rest << 120;
    block_t of_length = aes_either(length_block(blocks, size), key, 0).block;
    chains = process(chains, last ^ (rest & byte_enable(~valid_bytes)) ^ of_length, hash_key, start, decrypting);
    block_t output = chains.output ^ of_length;
    if (size != 0) stream_write(bdo, (struct bdo){output, size});

    /* The tag: what is left of that block, and what tau becomes as a block. */
    struct chains x_first = {decrypting ? chains.leaving : chains.entering, decrypting ? chains.entering : chains.leaving, any(block_t)};
    block_t tag = process(x_first, tau, hash_key, key, 0).output ^ tau;
    block_t valid = byte_enable(valid_bytes), joined = ((tag ^ (decrypting ? rest : (block_t)0)) & valid) | (output & ~valid);
    for (uint_t(4) moves = size; moves != 0; moves--) joined = joined << 8 | joined >> 120;
    wait();
    if (decrypting) stream_write(msg_auth, (joined ^ (tau & byte_enable(mirrored(~valid_bytes)))) == 0);
    else stream_write(bdo, (struct bdo){joined, BLOCK_BYTES});
}
