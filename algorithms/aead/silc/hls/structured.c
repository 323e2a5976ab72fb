/* SILC with AES-128 (CLOC and SILC v3), as the specification reads; directives choose the architecture (aes_directed.h).
 *
 *   -D UNITS=2   two AES units with one key schedule: the keystream's state and the tag's side by side
 *   -D UNITS=1   one AES unit, for one after the other
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_directed.h"
#include "silc.h"

#ifndef UNITS
#define UNITS 2
#endif

/* Encrypts two blocks (FIPS 197, 5.1), with round keys made on the way; `feedback` and `tag` tell which of them matter. */
#if UNITS == 2
#if COLUMNS != 4
#error "UNITS is 1 where COLUMNS is"
#endif
static inline struct pair encrypt(struct pair s, cipher_key_t key, bit feedback, bit tag) {
    cipher_key_t round_key = key;
    s.feedback ^= key;
    s.tag ^= key;
    ROUNDS_A_CYCLE for (int round = 0; round < AES_ROUNDS; round++) {
        ROUND_STAGES;
        round_key = next_round_key(round_key, round_constant(round));
        struct pair shifted = {substitute_and_shift(s.feedback), substitute_and_shift(s.tag)};
        s.feedback = (round < AES_ROUNDS - 1 ? mix_columns(shifted.feedback) : shifted.feedback) ^ round_key;
        s.tag = (round < AES_ROUNDS - 1 ? mix_columns(shifted.tag) : shifted.tag) ^ round_key;
    }
    return s;
}
#else
static inline struct pair encrypt(struct pair s, cipher_key_t key, bit feedback, bit tag) {
    if (feedback) s.feedback = aes_encrypt(s.feedback, key);
    if (tag) s.tag = aes_encrypt(s.tag, key);
    return s;
}
#endif

HARDWARE void silc(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* HASH: nonce, then associated data. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt), eoi = block.eoi;
    length_t length = 0;
    struct pair s = encrypt((struct pair){with_param(block.data), any(block_t)}, key, 1, 0);
    while (!eoi && stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        eoi = block.eoi;
        length += block.size;
        s.feedback ^= block.data;
        s = encrypt(s, key, 1, 0);
    }
    wait();
    s.feedback = g(s.feedback ^ length);
    s.tag = g(s.feedback);

    /* ENC, or DEC, with PRF beside it. */
    length = 0;
    s = encrypt(s, key, 1, 1);
    while (!eoi) {
        block = stream_read(bdi);
        eoi = block.eoi;
        length += block.size;
        block_t output = block.data ^ s.feedback;
        stream_write(bdo, (struct bdo){output, block.size});
        block_t ciphertext = decrypting ? block.data : output & byte_enable(block.valid_bytes);
        s = encrypt((struct pair){fix1(ciphertext), s.tag ^ ciphertext}, key, !eoi, 1);
    }
    wait();
    s = encrypt((struct pair){any(block_t), g(s.tag ^ length)}, key, 0, 1);

    /* The tag leaves, or is compared with the one that came. */
    block_t tag = s.tag >> 64 << 64;
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, TAG_BYTES});
    }
}
