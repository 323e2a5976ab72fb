/* AES-128-GCM (NIST SP 800-38D, FIPS 197) with 96-bit nonces and 128-bit tags: one AES round a cycle, and 13 bits of a GHASH product. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes.h"

#define DIGIT_BITS 13
#define SIZE_OF_LENGTH 36 /* bits: bytes of AD, or of data, at 2^32 - 2 blocks */

typedef uint_t(SIZE_OF_LENGTH) length_t;
typedef uint_t(96) nonce_t;
typedef uint_t(AES_ROUNDS * DIGIT_BITS) operand_t;
typedef uint_t(128 + DIGIT_BITS) unreduced_t;

/* Byte i of a block; byte 0 is the most significant one, and byte 4c + r is that of row r in column c. */
static inline byte_t byte_of(block_t block, int i) {
    return block >> (120 - 8 * i);
}

static inline block_t substitute_bytes(block_t state) {
    block_t substituted = 0;
    UNROLL for (int i = 0; i < 16; i++) substituted |= (block_t)substitute(byte_of(state, i)) << (120 - 8 * i);
    return substituted;
}

/* Row r moves r columns to the left. */
static inline block_t shift_rows(block_t state) {
    block_t shifted = 0;
    UNROLL for (int i = 0; i < 16; i++) shifted |= (block_t)byte_of(state, (i + 4 * (i % 4)) % 16) << (120 - 8 * i);
    return shifted;
}

static inline block_t mix_columns(block_t state) {
    return (block_t)mix_column(state >> 96) << 96 | (block_t)mix_column(state >> 64) << 64 | (block_t)mix_column(state >> 32) << 32
           | mix_column(state);
}

/* The next round key from the one before it (FIPS 197, 5.2). */
static inline block_t expand_key(block_t round_key, int round) {
    word_t w0 = round_key >> 96, w1 = round_key >> 64, w2 = round_key >> 32, w3 = round_key;
    word_t t = substitute_word(rotate_word(w3)) ^ round_constant(round);
    return (block_t)(w0 ^ t) << 96 | (block_t)(w0 ^ w1 ^ t) << 64 | (block_t)(w0 ^ w1 ^ w2 ^ t) << 32 | (w0 ^ w1 ^ w2 ^ w3 ^ t);
}

/* product * x^13 + digit * factor, in the field of SP 800-38D, 6.3: the most significant bit is the coefficient of x^0,
 * and x^128 = 1 + x + x^2 + x^7. */
static inline block_t multiply_digit(block_t product, operand_t digit, block_t factor) {
    unreduced_t sum = product;
    UNROLL for (int i = 0; i < DIGIT_BITS; i++) sum ^= digit >> i & 1 ? (unreduced_t)factor << (i + 1) : (unreduced_t)0;
    block_t excess = (block_t)sum << (128 - DIGIT_BITS);
    return (block_t)(sum >> DIGIT_BITS) ^ excess ^ excess >> 1 ^ excess >> 2 ^ excess >> 7;
}

struct slot {
    block_t encrypted, product;
};

/* Encrypts a block (FIPS 197, 5.1) and multiplies another by the hash key, highest powers first: both take ten steps. */
static inline struct slot encrypt_and_multiply(block_t plain, cipher_key_t key, block_t x, block_t hash_key) {
    block_t state = plain ^ key, round_key = key, product = 0;
    operand_t digits = (operand_t)x << 2;
    for (int round = 0; round < AES_ROUNDS; round++) {
        round_key = expand_key(round_key, round);
        state = shift_rows(substitute_bytes(state));
        if (round < AES_ROUNDS - 1) state = mix_columns(state);
        state ^= round_key;
        product = multiply_digit(product, digits, hash_key);
        digits >>= DIGIT_BITS;
    }
    return (struct slot){state, product};
}

static inline block_t counter_block(nonce_t nonce, word_t counter) {
    return (block_t)nonce << 32 | counter;
}

HARDWARE void aes128gcm(void) {
    REGISTER static cipher_key_t key;
    REGISTER static block_t hash_key;

    /* SP 800-38D, 7.1, step 1. */
    if (wire_read(key_update)) {
        key = stream_read(key);
        wait(); /* so that it is added from its register alone */
        hash_key = encrypt_and_multiply(0, key, any(block_t), any(block_t)).encrypted;
        return;
    }

    /* Steps 2 to 5. A block enters the hash, as x, while the next one is encrypted. */
    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt);
    nonce_t nonce = block.data >> 32;
    wait(); /* as with the key */
    block_t x = 0;
    word_t counter = 2;
    length_t ad_bytes = 0, data_bytes = 0;
    struct slot slot;
    while (!block.eoi) {
        slot = encrypt_and_multiply(counter_block(nonce, counter), key, x, hash_key);
        block = stream_read(bdi);
        if (block.type == SEGMENT_AD) {
            ad_bytes += block.size;
            x = slot.product ^ block.data;
        } else {
            block_t output = (block.data ^ slot.encrypted) & byte_enable(block.valid_bytes);
            stream_write(bdo, (struct bdo){output, block.size});
            counter++;
            data_bytes += block.size;
            x = slot.product ^ (decrypting ? block.data : output);
        }
    }
    slot = encrypt_and_multiply(any(block_t), key, x, hash_key);
    x = slot.product ^ ((block_t)ad_bytes << 67 | (block_t)data_bytes << 3);

    /* Step 6; the tag leaves, or is compared with the one that came. */
    slot = encrypt_and_multiply(counter_block(nonce, 1), key, x, hash_key);
    block_t tag = slot.encrypted ^ slot.product;
    if (!decrypting) {
        stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
        return;
    }
    block_t difference = stream_read(bdi).data ^ tag;
    wait(); /* so that the comparison does not follow the last round */
    stream_write(msg_auth, difference == 0);
}
