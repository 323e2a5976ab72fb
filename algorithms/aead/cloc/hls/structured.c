/* CLOC with AES-128 (CLOC and SILC v3): two AES rounds with one key-schedule step a cycle, 10 cycles a block. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_round.h"
#include "cloc.h"

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

HARDWARE void cloc(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* HASH: associated data, then the nonce. */
    block_t nonce = with_param(stream_read(bdi).data);
    bit decrypting = wire_read(decrypt);
    struct bdi block = stream_read(bdi);
    struct pair s = encrypt((struct pair){fix0(block.data, 1), any(block_t)}, key);
    wait();
    s.feedback = h(s.feedback, block.data >> 127);
    while (!block.eot) {
        block = stream_read(bdi);
        s = encrypt((struct pair){s.feedback ^ block.data, any(block_t)}, key);
    }
    wait();
    s.feedback = f(s.feedback ^ nonce, !block.partial);

    if (block.eoi) {
        /* PRF without data: g1. */
        wait();
        s.feedback = step(step(s.feedback));
    } else {
        /* ENC, or DEC, with PRF beside it; the last block of ciphertext is not encrypted again. */
        s.tag = step(s.feedback);
        block.eoi = 0;
        while (!block.eoi) {
            s = encrypt(s, key);
            block = stream_read(bdi);
            block_t output = block.data ^ s.feedback;
            stream_write(bdo, (struct bdo){output, block.size});
            block_t mask = decrypting ? (block_t)0 : byte_enable(block.valid_bytes);
            block_t ciphertext = block.data ^ (s.feedback & mask);
            s = (struct pair){fix1(ciphertext), s.tag ^ ciphertext};
        }
        wait();
        s.feedback = f(s.tag, !block.partial);
    }
    s = encrypt((struct pair){s.feedback, any(block_t)}, key);

    /* The tag leaves, or is compared with the one that came. */
    block_t tag = s.feedback >> 64 << 64;
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, TAG_BYTES});
    }
}
