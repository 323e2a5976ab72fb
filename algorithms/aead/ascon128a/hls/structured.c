/* Ascon-128a (Ascon v1.2), section 2.4: one round a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "ascon.h"

#define IV ((word_t)0x80800c0800000000) /* key, rate, 12 and 8 rounds */

static inline word_t high(block_t block) {
    return block >> 64;
}

static inline word_t low(block_t block) {
    return block;
}

/* p^rounds: the last `rounds` of the twelve. */
static inline struct state permute(struct state s, int rounds) {
    for (int i = 12 - rounds; i < 12; i++) s = permute_once(s, i);
    return s;
}

static inline block_t rate(struct state s) {
    return (block_t)s.x0 << 64 | s.x1;
}

static inline struct state add_to_rate(struct state s, block_t block) {
    s.x0 ^= high(block);
    s.x1 ^= low(block);
    return s;
}

HARDWARE void ascon128a(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* 2.4.1: initialisation. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    struct state s = {IV, high(key), low(key), high(block.data), low(block.data)};
    s = permute(s, 12);
    s.x3 ^= high(key);
    s.x4 ^= low(key);

    /* 2.4.2: associated data. */
    while (stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        s = add_to_rate(s, block.data);
        s = permute(s, 8);
    }
    s.x4 ^= 1;

    /* 2.4.3: plaintext or ciphertext. The padding of the last block may be all of it. */
    for (;;) {
        block = stream_read(bdi);
        block_t output = block.data ^ rate(s);
        if (block.size != 0) stream_write(bdo, (struct bdo){output, block.size});
        s = add_to_rate(s, decrypting ? block.data ^ (rate(s) & byte_enable(block.valid_bytes)) : block.data);
        if (block.eot) break;
        s = permute(s, 8);
    }

    /* 2.4.4: finalisation; the tag leaves, or is compared with the one that came. */
    s.x2 ^= high(key);
    s.x3 ^= low(key);
    s = permute(s, 12);
    wait(); /* what is compared with the tag need not wait for a round */
    block_t tag = ((block_t)s.x3 << 64 | s.x4) ^ key;
    if (decrypting) stream_write(msg_auth, stream_read(bdi).data == tag);
    else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
}
