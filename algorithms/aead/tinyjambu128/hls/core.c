/* TinyJAMBU-128 (version 2, 2021), section 3.3: 32 steps a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 32
#include <cipher_core.h>

typedef uint_t(128) state_t; /* bit i is s_i */
typedef uint_t(32) word_t;

#define FRAME(bits) ((state_t)(bits) << 36)
#define NONCE FRAME(1)
#define AD FRAME(3)
#define DATA FRAME(5)
#define FINAL FRAME(7)

/* The first byte of a word is the least significant one. */
static inline word_t swap_bytes(word_t word) {
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

static inline word_t key_word(cipher_key_t key, uint_t(2) number) {
    word_t words[4] = {key >> 96, key >> 64, key >> 32, key};
    return swap_bytes(words[number]);
}

/* 3.2: the permutation. No bit is used within 32 steps of being made, so bit i of a word here is what its tap shows at step i. */
static inline state_t permute(state_t s, cipher_key_t key, int steps) {
    for (int i = 0; i < steps / 32; i++) {
        word_t feedback = (word_t)s ^ (word_t)(s >> 47) ^ ~((word_t)(s >> 70) & (word_t)(s >> 85)) ^ (word_t)(s >> 91) ^ key_word(key, i);
        s = (state_t)feedback << 96 | s >> 32;
    }
    return s;
}

/* Of a block that is not full the number of bytes goes to s32 and s33. */
static inline state_t absorb(state_t s, block_t data, size_in_bytes_t size) {
    return s ^ (state_t)swap_bytes(data) << 96 ^ (state_t)(size % BLOCK_BYTES) << 32;
}

static inline block_t keystream(state_t s) {
    return swap_bytes(s >> 64);
}

/* A half of the tag leaves, or is compared with the one that came. */
static inline bit tag_half(block_t half, bit decrypting) {
    if (decrypting) return stream_read(bdi).data == half;
    stream_write(bdo, (struct bdo){half, BLOCK_BYTES});
    return 1;
}

HARDWARE void tinyjambu128(void) {
    NO_RESET REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* 3.3.1: initialisation, when a message is there. */
    stream_peek(bdi);
    bit decrypting = wire_read(decrypt);
    state_t s = permute(0, key, 1024);
    struct bdi block;
    for (int i = 0; i < 3; i++) {
        s = permute(s ^ NONCE, key, 640);
        block = stream_read(bdi);
        s = absorb(s, block.data, BLOCK_BYTES);
    }

    /* 3.3.2: associated data. */
    while (!block.eoi && stream_peek(bdi).type == SEGMENT_AD) {
        s = permute(s ^ AD, key, 640);
        block = stream_read(bdi);
        s = absorb(s, block.data, block.size);
    }

    /* 3.3.3: encryption; decryption differs in what is absorbed. */
    while (!block.eoi) {
        s = permute(s ^ DATA, key, 1024);
        block = stream_read(bdi);
        block_t pad = keystream(s);
        stream_write(bdo, (struct bdo){block.data ^ pad, block.size});
        s = absorb(s, decrypting ? block.data ^ (pad & byte_enable(block.valid_bytes)) : block.data, block.size);
    }

    /* 3.3.4: finalisation. */
    s = permute(s ^ FINAL, key, 1024);
    bit right = tag_half(keystream(s), decrypting);
    s = permute(s ^ FINAL, key, 640);
    right &= tag_half(keystream(s), decrypting);
    if (decrypting) stream_write(msg_auth, right);
}
