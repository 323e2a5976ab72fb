/* The mode for nonces that do not repeat of Deoxys and Joltik as its specifications read: a loop for each kind of block. The file that includes
 * this includes cipher_core.h before, and defines NONCE_BITS, INDEX_BITS and COUNTS_PARTIAL as for tweakable_mode.h, take_key(key), which may take
 * cycles, and crypt(block, tweak, backward), a block in either direction. */
#ifndef TWEAKABLE_MODE_STRUCTURED_H
#define TWEAKABLE_MODE_STRUCTURED_H

typedef uint_t(INDEX_BITS) index_t;
typedef uint_t(NONCE_BITS) nonce_t;

enum stage { OF_DATA = 0, OF_PARTIAL = 4, OF_AD = 2, OF_TAG = 1 };

static inline block_t tweak_of(uint_t(4) stage, nonce_t nonce, index_t index) {
    return (block_t)stage << (BLOCK_BITS - 4) | (block_t)nonce << (BLOCK_BITS - 4 - NONCE_BITS) | index;
}

static inline block_t encrypt(block_t input, block_t tweak) {
    return crypt(input, tweak, 0);
}

/* One new key, or one message. */
static inline void key_or_message(void) {
    if (wire_read(key_update)) {
        take_key(stream_read(key));
        return;
    }
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt), ends = block.eoi;
    nonce_t nonce = block.data >> (BLOCK_BITS - NONCE_BITS);
    wait();

    /* Associated data. */
    block_t auth = 0;
    index_t index = 0;
    for (bit more = !ends && stream_peek(bdi).type == SEGMENT_AD; more; more = !block.eot) {
        block = stream_read(bdi);
        ends = block.eoi;
        auth ^= encrypt(block.data, tweak_of((uint_t(4))block.partial << 2 | OF_AD, 0, index++));
    }

    /* Full blocks of data; the next one is taken in the cycle in which the one before it leaves. */
    block_t checksum = 0;
    index = 0;
    struct bdi next = any(struct bdi);
    if (!ends) next = stream_peek(bdi);
    bit full = !ends && !next.partial;
    if (full) stream_read(bdi);
    while (full) {
        checksum ^= decrypting ? (block_t)0 : next.data;
        ends = next.eoi;
        block_t output = crypt(next.data, tweak_of(OF_DATA, nonce, index++), decrypting);
        checksum ^= decrypting ? output : (block_t)0;
        next = any(struct bdi);
        if (!ends) next = stream_peek(bdi);
        full = !ends && !next.partial;
        if (full) stream_read(bdi);
        stream_write(bdo, (struct bdo){output, BLOCK_BYTES});
    }

    /* A last block that is not full, and the tag. */
    uint_t(4) stage = OF_TAG;
    if (!ends) {
        block_t pad = encrypt(0, tweak_of(OF_PARTIAL, nonce, index));
        index += COUNTS_PARTIAL;
        struct bdi last = stream_read(bdi);
        stream_write(bdo, (struct bdo){last.data ^ pad, last.size});
        checksum ^= last.data ^ (decrypting ? pad & byte_enable(last.valid_bytes) : (block_t)0);
        stage = OF_TAG | OF_PARTIAL;
    }
    wait();
    block_t tag = auth ^ encrypt(checksum, tweak_of(stage, nonce, index));
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
}

#endif
