/* JAMBU-AES v2: one AES round with its key-schedule step a cycle, 10 cycles a block. */
#define KEY_BITS 128
#define BLOCK_BITS 64
#include <cipher_core.h>

#include "aes_round.h"

enum domain { OF_NONCE = 5, OF_AD = 1, OF_DATA = 0, OF_TAG = 3 };

/* The halves of what AES encrypts. */
struct halves {
    block_t u, v;
};

static inline aes_block_t joined(struct halves s) {
    return (aes_block_t)s.u << 64 | s.v;
}

/* AES-128 (FIPS 197, 5.1), with round keys made on the way. */
static inline struct halves encrypt(struct halves plain, cipher_key_t key) {
    aes_block_t state = joined(plain) ^ key, round_key = key;
    for (int round = 0; round < AES_ROUNDS; round++) {
        round_key = next_round_key(round_key, round_constant(round));
        aes_block_t shifted = substitute_and_shift(state);
        state = (round < AES_ROUNDS - 1 ? mix_columns(shifted) : shifted) ^ round_key;
    }
    return (struct halves){state >> 64, state};
}

static inline block_t with_domain(block_t u, enum domain domain) {
    return u ^ (block_t)domain << 56;
}

HARDWARE void jambuaes(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* Initialization. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    struct halves s = encrypt((struct halves){block.data, 0}, key);
    s.u = with_domain(s.u, OF_NONCE);
    block_t r = s.v;

    /* Associated data, then encryption or decryption; a block enters behind an encryption. */
    while (!block.eoi) {
        s = encrypt(s, key);
        block = stream_read(bdi);
        s.u ^= r;
        if (block.type == SEGMENT_AD) {
            s.u = with_domain(s.u, OF_AD);
        } else {
            if (block.size != 0) stream_write(bdo, (struct bdo){block.data ^ s.u, block.size});
            if (decrypting) block.data ^= s.u & byte_enable(block.valid_bytes);
        }
        s.v ^= block.data;
        r ^= s.v;
    }

    /* Finalization; the tag leaves, or is compared with the one that came. */
    s = encrypt(s, key);
    s.u = with_domain(s.u ^ r, OF_TAG);
    r ^= s.v;
    s = encrypt(s, key);
    block_t tag = s.u ^ s.v ^ r;
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
}
