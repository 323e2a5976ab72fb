/* Deoxys-I-128-128 v1.41: one round of Deoxys-BC-256 with its tweakey step a cycle, in either direction, 15 cycles a block of AD or data. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "deoxys.h"

enum stage { OF_DATA = 0, OF_PARTIAL = 4, OF_AD = 2, OF_TAG = 1 };

/* Zero as the result of a unit. A constant would be worked into the loop that it is given to, and loops that differ do not become one. */
SHARED static inline bit forward(bit zero) {
    return zero;
}

static cipher_key_t key, last_key; /* where an encryption begins, and where a decryption does */

struct result {
    block_t block;
    cipher_key_t key; /* of the last round */
};

static inline block_t tweak_of(uint_t(4) stage, nonce_t nonce, index_t index) {
    return (block_t)stage << 124 | (block_t)nonce << 60 | index;
}

/* Deoxys-BC-256 (3.1) or its inverse. Step 0 adds the first subtweakey; a decryption mixes the columns there, and not in its last round.
 * Eight times h is the identity; so the tweak after fourteen steps is that two steps back. */
static inline struct result crypt(block_t state, block_t tweak, bit backward) {
    block_t tk1 = backward ? permute(permute(tweak, 1), 1) : tweak, tk2 = backward ? last_key : key, used = any(block_t);
    byte_t constant = backward ? LAST_CONSTANT : FIRST_CONSTANT;
    for (int round = 0; round <= ROUNDS; round++) {
        block_t subtweakey = subtweakey_of(tk1, tk2, constant);
        block_t substituted = substitute_and_shift_either(state, backward);
        block_t keyed = (round == 0 ? state : substituted) ^ subtweakey;
        block_t mixed = mix_columns_either(substituted, keyed, backward) ^ (backward ? (block_t)0 : subtweakey);
        state = (backward ? round == ROUNDS : round == 0) ? keyed : mixed;
        used = tk2;
        tk1 = permute(tk1, backward);
        tk2 = shift_registers(permute(tk2, backward), backward);
        constant = next_constant(constant, backward);
    }
    return (struct result){state, used};
}

static inline block_t encrypt(block_t input, block_t tweak) {
    return crypt(input, tweak, forward(0)).block;
}

HARDWARE void deoxysi(void) {
    if (wire_read(key_update)) {
        key = stream_read(key);
        wait();
        last_key = crypt(0, 0, forward(0)).key;
        return;
    }
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt), ends = block.eoi;
    nonce_t nonce = block.data >> 64;
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
        block_t output = crypt(next.data, tweak_of(OF_DATA, nonce, index++), decrypting).block;
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
        block_t pad = encrypt(0, tweak_of(OF_PARTIAL, nonce, index++));
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
