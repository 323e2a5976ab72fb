/* JAMBU-SIMON96/96 v2.1 (2016): one round of SIMON a cycle. */
#define KEY_BITS 96
#define BLOCK_BITS 48
#include <cipher_core.h>

#include "jambu.h"

/* The state (U, V), and R. */
struct state {
    struct pair uv;
    word_t r;
};

static inline struct state encrypt(struct state s, cipher_key_t key) {
    struct pair keys = first_keys(key);
    for (int i = 0; i < ROUNDS; i++) {
        s.uv = do_round(s.uv, keys.first);
        keys = next_keys(keys, i);
    }
    return s;
}

/* What follows each encryption: V takes R in and a constant, U a block, R the new U. */
static inline struct state mix(struct state s, word_t block, constant_t constant) {
    s.uv.first ^= block;
    s.uv.second ^= s.r ^ constant;
    s.r ^= s.uv.first;
    return s;
}

HARDWARE void jambusimon(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* 2.4: initialisation. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    struct state s = {{0, swap_bytes(block.data)}, 0};
    s = mix(encrypt(s, key), 0, AFTER_NONCE);

    /* 2.5, 2.6: associated data, then plaintext or ciphertext; the padding of a last block may be all of it. */
    do {
        s = encrypt(s, key);
        block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD;
        block_t pad = swap_bytes(s.uv.second ^ s.r);
        if (!is_ad && block.size != 0) stream_write(bdo, (struct bdo){block.data ^ pad, block.size});
        block_t replaced = !is_ad && decrypting ? byte_enable(block.valid_bytes) : (block_t)0;
        s = mix(s, swap_bytes(block.data ^ (pad & replaced)), is_ad ? AFTER_AD : AFTER_DATA);
    } while (!block.eoi);

    /* 2.7: finalisation; the tag leaves, or is compared with the one that came. */
    s = mix(encrypt(s, key), 0, AFTER_ALL);
    s = encrypt(s, key);
    wait(); /* the sum need not wait for a round */
    block_t tag = swap_bytes(s.uv.first ^ s.uv.second ^ s.r);
    if (decrypting) stream_write(msg_auth, stream_read(bdi).data == tag);
    else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
}
