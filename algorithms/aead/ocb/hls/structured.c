/* OCB (RFC 7253) with AES-128, 96-bit nonces and 128-bit tags: one AES round a cycle in either direction, 10 cycles a block of AD or data. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "ocb.h"

/* One unit for the doublings. */
SHARED static inline block_t step_unit(block_t l, bit by_eight) {
    return step_l(l, by_eight, 0);
}

static inline block_t doubled(block_t l) {
    return step_l(l, 0, 0);
}

static cipher_key_t key, last_key; /* where an encryption begins, and where a decryption does */
static block_t l_star, l;          /* L_*, and the L of the next offset: L_0 between two messages, if no new key came */
static bit fresh;                  /* a new key came */

struct result {
    block_t block;
    cipher_key_t round_key; /* the last one */
};

/* ENCIPHER or DECIPHER (FIPS 197, 5), with round keys made on the way. Beside it `l` goes from L_$ to the L of block `index`, by x or by x^8 a
 * cycle, or stays L_$ where no other block comes. */
static inline struct result crypt(block_t input, bit backward, index_t index, bit ends) {
    cipher_key_t round_key = backward ? last_key : key;
    block_t state = input ^ round_key, output = any(block_t);
    doublings_t doublings = (doublings_t)index << 1 | ends;
    l = doubled(l_star);
    for (int round = 0; round < AES_ROUNDS; round++) {
        round_key = next_round_key_either(round_key, round, backward);
        block_t substituted = substitute_and_shift_either(state, backward);
        output = substituted ^ round_key;
        state = mix_columns_either(substituted, output, backward) ^ (backward ? (block_t)0 : round_key);
        bit by_eight = (byte_t)doublings == 0;
        if (!(bit)doublings) {
            l = step_unit(l, by_eight);
            doublings = by_eight ? doublings >> 8 : doublings >> 1;
        }
    }
    return (struct result){output, round_key};
}

static inline block_t encipher(block_t input, index_t index, bit ends) {
    return crypt(input, 0, index, ends).block;
}

HARDWARE void ocb(void) {
    if (wire_read(key_update)) {
        key = stream_read(key);
        wait();
        struct result zero = crypt(0, 0, 1, 0);
        l_star = zero.block;
        last_key = zero.round_key;
        fresh = 1;
        return;
    }

    /* The nonce, which waits until the associated data is over. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    block_t nonce = block.data;
    if (fresh) {
        l = doubled(l_star);
        wait();
        l = step_unit(l, 0);
        fresh = 0;
    }
    wait();

    /* HASH. */
    block_t sum = 0, offset = 0;
    index_t index = 1; /* of the next block */
    for (bit more = !block.eoi && stream_peek(bdi).type == SEGMENT_AD; more; more = !block.eot) {
        block = stream_read(bdi);
        offset ^= block.partial ? l_star : l;
        sum ^= encipher(block.data ^ offset, ++index, 0);
    }

    /* Offset_0, by way of Ktop and Stretch. */
    bottom_t bottom = nonce >> 32;
    bit ends = block.eoi;
    index = 1;
    offset = encipher((block_t)1 << 96 | nonce >> 38 << 6, index, ends);
    for (int i = 0; i < 16; i++) {
        uint_t(3) shifts = i < 8 ? (uint_t(3))(bottom >> 3) : (uint_t(3))bottom;
        if (i % 8 < shifts) offset = step_l(offset, i < 8, 1);
    }

    /* Full blocks of data; the next one is taken in the cycle in which the one before it leaves. */
    block_t checksum = 0;
    wait();
    struct bdi next = any(struct bdi);
    if (!ends) next = stream_peek(bdi);
    bit full = !ends && !next.partial;
    if (full) stream_read(bdi);
    while (full) {
        offset ^= l;
        checksum = checksum ^ (decrypting ? (block_t)0 : next.data);
        ends = next.eoi;
        block_t output = offset ^ crypt(next.data ^ offset, decrypting, ++index, ends).block;
        checksum ^= decrypting ? output : (block_t)0;
        next = any(struct bdi);
        if (!ends) next = stream_peek(bdi);
        full = !ends && !next.partial;
        if (full) stream_read(bdi);
        stream_write(bdo, (struct bdo){output, BLOCK_BYTES});
    }

    /* A last block that is not full, and the tag. */
    if (!ends) {
        offset ^= l_star;
        block_t pad = encipher(offset, index, next.eoi);
        struct bdi last = stream_read(bdi);
        stream_write(bdo, (struct bdo){last.data ^ pad, last.size});
        checksum ^= last.data ^ (decrypting ? pad & byte_enable(last.valid_bytes) : (block_t)0);
    }
    wait();
    block_t result = encipher(checksum ^ offset ^ l, 1, 0);
    if (decrypting) {
        block_t difference = result ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == sum);
    } else {
        stream_write(bdo, (struct bdo){result ^ sum, BLOCK_BYTES});
    }
}
