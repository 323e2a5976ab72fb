/* MORUS-1280-128 v2 (2016), section 2.4: one step, so one block of 256 bits, a cycle. */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

typedef block_t element_t; /* the first byte of an element is its least significant one */

#define FIBONACCI ((element_t)0xdd28b57342311120 << 192 | (element_t)0xf12fc26d55183ddb << 128 | (element_t)0x6279e99059372215 << 64 | 0x0d08050302010100)

struct state {
    element_t s0, s1, s2, s3, s4;
};

static inline element_t swap_bytes(block_t block) {
    element_t element = 0;
    UNROLL for (int i = 0; i < BLOCK_BYTES; i++) element = element << 8 | (block >> 8 * i & 0xff);
    return element;
}

static inline element_t twice(cipher_key_t key) {
    element_t half = swap_bytes((block_t)key << 128);
    return half << 128 | half;
}

/* Every word of 64 bits turned by itself. */
static inline element_t turn_words(element_t x, int distance) {
    element_t turned = 0;
    UNROLL for (int i = 0; i < 4; i++) {
        uint_t(64) word = x >> 64 * i;
        turned |= (element_t)(uint_t(64))(word << distance | word >> (64 - distance)) << 64 * i;
    }
    return turned;
}

/* The element turned as a whole. */
static inline element_t turn(element_t x, int distance) {
    return x << distance | x >> (256 - distance);
}

/* 2.3: StateUpdate, five rounds. */
SHARED static struct state update(struct state s, element_t message) {
    s.s0 = turn_words(s.s0 ^ (s.s1 & s.s2) ^ s.s3, 13);
    s.s3 = turn(s.s3, 64);
    s.s1 = turn_words(s.s1 ^ (s.s2 & s.s3) ^ s.s4 ^ message, 46);
    s.s4 = turn(s.s4, 128);
    s.s2 = turn_words(s.s2 ^ (s.s3 & s.s4) ^ s.s0 ^ message, 38);
    s.s0 = turn(s.s0, 192);
    s.s3 = turn_words(s.s3 ^ (s.s4 & s.s0) ^ s.s1 ^ message, 7);
    s.s1 = turn(s.s1, 128);
    s.s4 = turn_words(s.s4 ^ (s.s0 & s.s1) ^ s.s2 ^ message, 4);
    s.s2 = turn(s.s2, 64);
    return s;
}

static inline block_t keystream(struct state s) {
    return swap_bytes(s.s0 ^ turn(s.s1, 192) ^ (s.s2 & s.s3));
}

HARDWARE void morus1280(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* 2.4.1: initialisation. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    struct state s = {swap_bytes(block.data), twice(key), ~(element_t)0, 0, FIBONACCI};
    wait(); /* the first step has a cycle of its own */
    for (int i = 0; i < 16; i++) s = update(s, 0);
    s.s1 ^= twice(key);

    /* 2.4.2: associated data. */
    uint_t(32) ad_bytes = 0, data_bytes = 0;
    while (!block.eoi && stream_peek(bdi).type == SEGMENT_AD) {
        block = stream_read(bdi);
        ad_bytes += block.size;
        s = update(s, swap_bytes(block.data));
    }

    /* 2.4.3: plaintext or ciphertext. */
    while (!block.eoi) {
        block = stream_read(bdi);
        data_bytes += block.size;
        block_t output = block.data ^ keystream(s);
        stream_write(bdo, (struct bdo){output, block.size});
        s = update(s, swap_bytes(decrypting ? output & byte_enable(block.valid_bytes) : block.data));
    }

    /* 2.4.4: finalisation; the tag leaves, or is compared with the one that came. */
    s.s4 ^= s.s0;
    for (int i = 0; i < 10; i++) s = update(s, (element_t)data_bytes << 67 | (element_t)ad_bytes << 3);
    wait();
    block_t tag = keystream(s) >> 128 << 128;
    if (decrypting) stream_write(msg_auth, stream_read(bdi).data == tag);
    else stream_write(bdo, (struct bdo){tag, 16});
}
