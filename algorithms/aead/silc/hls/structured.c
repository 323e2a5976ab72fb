/* SILC with AES-128 (CLOC and SILC v3): two AES rounds with one key-schedule step a cycle, 10 cycles a block. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_round.h"
#include "silc.h"

/* Encrypts two blocks (FIPS 197, 5.1), with round keys made on the way. */
static inline struct pair encrypt(struct pair s, cipher_key_t key) {
    cipher_key_t round_key = key;
    s.feedback ^= key;
    s.tag ^= key;
    for (int round = 0; round < AES_ROUNDS; round++) {
        round_key = next_round_key(round_key, round_constant(round));
        block_t feedback = substitute_and_shift(s.feedback), tag = substitute_and_shift(s.tag);
        s.feedback = (round < AES_ROUNDS - 1 ? mix_columns(feedback) : feedback) ^ round_key;
        s.tag = (round < AES_ROUNDS - 1 ? mix_columns(tag) : tag) ^ round_key;
    }
    return s;
}

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
    struct pair s = encrypt((struct pair){with_param(block.data), any(block_t)}, key);
    while (!eoi && stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        eoi = block.eoi;
        length += block.size;
        s.feedback ^= block.data;
        s = encrypt(s, key);
    }
    wait();
    s.feedback = g(s.feedback ^ length);
    s.tag = g(s.feedback);

    /* ENC, or DEC, with PRF beside it. */
    length = 0;
    s = encrypt(s, key);
    while (!eoi) {
        block = stream_read(bdi);
        eoi = block.eoi;
        length += block.size;
        block_t output = block.data ^ s.feedback;
        stream_write(bdo, (struct bdo){output, block.size});
        block_t ciphertext = decrypting ? block.data : output & byte_enable(block.valid_bytes);
        s = encrypt((struct pair){fix1(ciphertext), s.tag ^ ciphertext}, key);
    }
    wait();
    s = encrypt((struct pair){any(block_t), g(s.tag ^ length)}, key);

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
