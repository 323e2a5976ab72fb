/* Ascon-AEAD128 (NIST SP 800-232, section 4.1): one round a cycle. With WITH_HASH also Ascon-Hash256 (section 5.1), on the same permutation. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "ascon.h"
#include "byte_order.h"

#ifndef WITH_HASH
#define WITH_HASH 0
#endif

#define IV ((word_t)0x00001000808c0001)
#define HASH_IV ((word_t)0x0000080100cc0002)
#define HASH_BYTES 8 /* of a block, and of a word of the digest */
#define HASH_WORDS 4
#define LAST_BIT ((word_t)1 << 63)                             /* separates the domains */
#define PAD_TO_FIRST_BIT ((block_t)0x8181818181818181 << 64 | 0x8181818181818181) /* 0x80 to 0x01 */

/* A word of the standard has its first byte least significant; it is wiring. */
static inline word_t swap(word_t word) {
    return (word_t)bytes_reversed(word) << 32 | bytes_reversed(word >> 32);
}

static inline word_t first(block_t block) {
    return swap(block >> 64);
}

static inline word_t second(block_t block) {
    return swap(block);
}

static inline block_t joined(word_t a, word_t b) {
    return (block_t)swap(a) << 64 | swap(b);
}

/* A block with the padding bit where the standard has it. */
static inline block_t padded(struct bdi block) {
    return block.data ^ (byte_enable(block.pad_loc) & PAD_TO_FIRST_BIT);
}

/* p^rounds: the last `rounds` of the twelve. */
static inline struct state permute(struct state s, int rounds) {
    for (int i = 12 - rounds; i < 12; i++) s = permute_once(s, i);
    return s;
}

static inline struct state add_to_rate(struct state s, block_t block) {
    s.x0 ^= first(block);
    s.x1 ^= second(block);
    return s;
}

/* Absorbing and squeezing, behind the initial permutation. */
static inline void hash(struct state s) {
    struct bdi block;
    do {
        block = stream_read(bdi);
        s.x0 ^= first(padded(block));
        s = permute(s, 12);
    } while (!block.eot);
    for (int i = 0; i < HASH_WORDS; i++) {
        stream_write(bdo, (struct bdo){joined(s.x0, s.x1), HASH_BYTES});
        if (i < HASH_WORDS - 1) s = permute(s, 12);
    }
}

HARDWARE void ascon_aead128(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* Initialisation. A message to hash has its own, and its first block waits. */
    struct bdi block = stream_peek(bdi);
    bit hashing = WITH_HASH && block.type == SEGMENT_HASH;
    bit decrypting = wire_read(decrypt);
    struct state s = {HASH_IV, 0, 0, 0, 0};
    if (!hashing) {
        block = stream_read(bdi);
        s = (struct state){IV, first(key), second(key), first(block.data), second(block.data)};
    }
    s = permute(s, 12);
    if (hashing) {
        hash(s);
        return;
    }
    s.x3 ^= first(key);
    s.x4 ^= second(key);

    /* Associated data. */
    while (stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        s = add_to_rate(s, padded(block));
        s = permute(s, 8);
    }
    s.x4 ^= LAST_BIT;

    /* Plaintext or ciphertext. The padding of the last block may be all of it. */
    for (;;) {
        block = stream_read(bdi);
        block_t rate = joined(s.x0, s.x1);
        if (block.size != 0) stream_write(bdo, (struct bdo){block.data ^ rate, block.size});
        block_t kept = decrypting ? rate & byte_enable(block.valid_bytes) : (block_t)0;
        s = add_to_rate(s, padded(block) ^ kept);
        if (block.eot) break;
        s = permute(s, 8);
    }

    /* Finalisation; the tag leaves, or is compared with the one that came. */
    s.x2 ^= first(key);
    s.x3 ^= second(key);
    s = permute(s, 12);
    wait(); /* what is compared with the tag need not wait for a round */
    block_t tag = joined(s.x3, s.x4) ^ key;
    if (decrypting) stream_write(msg_auth, stream_read(bdi).data == tag);
    else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
}
