/* What a cipher gets from tweakable_mode.h. The file that includes this includes cipher_core.h before, and defines NONCE_BITS and INDEX_BITS, of the
 * nonce and of a block's number. */
#ifndef TWEAKABLE_LOAD_H
#define TWEAKABLE_LOAD_H

struct load {
    bit now, backward;
    bit is_ad, is_tag;      /* one of AD, else of data, or the checksum */
    bit is_partial;         /* a partial one, which is zero where it is data; the checksum behind one that was */
    uint_t(NONCE_BITS) nonce;
    uint_t(INDEX_BITS) index;
    struct bdi offered;     /* the block on bdi, where there is one */
    block_t block;          /* what is loaded */
};

#endif
