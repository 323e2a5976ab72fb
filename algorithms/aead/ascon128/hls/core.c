/* Ascon-128 (Ascon v1.2), section 2.4: one round a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 64
#include <cipher_core.h>

#include "ascon.h"

#define IV ((word_t)0x80400c0600000000) /* key, rate, 12 and 6 rounds */

static inline word_t high(cipher_key_t key) {
    return key >> 64;
}

static inline word_t low(cipher_key_t key) {
    return key;
}

/* p^rounds: the last `rounds` of the twelve. */
static inline struct state permute(struct state s, int rounds) {
    for (int i = 12 - rounds; i < 12; i++) s = permute_once(s, i);
    return s;
}

HARDWARE void ascon128(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* 2.4.1: initialisation. */
    word_t nonce = stream_read(bdi).data;
    bit decrypting = wire_read(decrypt);
    struct bdi block = stream_read(bdi);
    struct state s = {IV, high(key), low(key), nonce, block.data};
    s = permute(s, 12);
    s.x3 ^= high(key);
    s.x4 ^= low(key);

    /* 2.4.2: associated data. */
    while (stream_peek(bdi).type == SEGMENT_AD) {
        s.x0 ^= stream_read(bdi).data;
        s = permute(s, 6);
    }
    s.x4 ^= 1;

    /* 2.4.3: plaintext or ciphertext. The padding of the last block may be all of it. */
    for (;;) {
        block = stream_read(bdi);
        block_t output = block.data ^ s.x0;
        if (block.size != 0) stream_write(bdo, (struct bdo){output, block.size});
        s.x0 = decrypting ? block.data ^ (s.x0 & ~byte_enable(block.valid_bytes)) : output;
        if (block.eot) break;
        s = permute(s, 6);
    }

    /* 2.4.4: finalisation; the tag leaves, or is compared with the one that came. */
    s.x1 ^= high(key);
    s.x2 ^= low(key);
    s = permute(s, 12);
    bit equal = 1;
    for (int i = 0; i < 2; i++) {
        block_t tag = i == 0 ? s.x3 ^ high(key) : s.x4 ^ low(key);
        if (decrypting) equal &= stream_read(bdi).data == tag;
        else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
    }
    if (decrypting) stream_write(msg_auth, equal);
}
