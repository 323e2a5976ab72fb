/* AES-128-GCM (NIST SP 800-38D, FIPS 197) with 96-bit nonces and 128-bit tags: 10 cycles a block of AD or data.
 *
 * Work goes in slots of ten cycles. In a slot one AES round a cycle encrypts a counter block, with its round keys made on the way, while
 * the digit-serial multiplier brings the GHASH of the previous block up to date, thirteen bits of that block a cycle. The last cycle of a
 * slot uses both results as they appear: it takes a block, gives the keystream sum, and loads both units for the next slot.
 *
 *   phase     the slot encrypts     its last cycle
 *   HASH_KEY  0                     keeps the hash key H; once after each key update
 *   BLOCKS    next counter          takes a block of AD or data; gives the data block
 *   LENGTHS   (unused)              takes the length block
 *   TAG       counter 1             adds both results: gives the tag, or takes the received one and keeps the difference
 *   VERDICT   (one cycle)           tells whether the difference is zero
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_round.h"

enum phase { IDLE, HASH_KEY, BLOCKS, LENGTHS, TAG, VERDICT };

typedef uint_t(11) round_t; /* one-hot */
typedef uint_t(96) nonce_t;

/* ---- GHASH ---- */

#define DIGIT_BITS 13
typedef uint_t(10 * DIGIT_BITS) operand_t;
typedef uint_t(128 + DIGIT_BITS) unreduced_t;

static inline unreduced_t partial_product(block_t factor, operand_t digit, int i) {
    return digit >> i & 1 ? (unreduced_t)factor << (i + 1) : (unreduced_t)0;
}

/* One step of a digit-serial product (SP 800-38D, 6.3), highest powers first: product * x^13 + digit * factor.
 * The most significant bit is the coefficient of x^0, and x^128 = 1 + x + x^2 + x^7. */
static inline block_t multiply_digit(block_t product, operand_t digit, block_t factor) {
    unreduced_t terms[16] = {product};
    UNROLL for (int i = 0; i < DIGIT_BITS; i++) terms[i + 1] = partial_product(factor, digit, i);
    UNROLL for (int span = 1; span < 16; span *= 2) {
        UNROLL for (int i = 0; i < 16; i += 2 * span) terms[i] ^= terms[i + span];
    }
    unreduced_t sum = terms[0];
    block_t excess = (block_t)sum << (128 - DIGIT_BITS);
    return (block_t)(sum >> DIGIT_BITS) ^ (excess ^ excess >> 1) ^ (excess >> 2 ^ excess >> 7);
}

/* The length block: 64 bits for each of AD and data, counted in bits. */
static inline block_t length_block(word_t ad_blocks, uint_t(4) ad_rest, word_t data_blocks, uint_t(4) data_rest) {
    return (block_t)ad_blocks << 71 | (block_t)ad_rest << 67 | (block_t)data_blocks << 7 | (block_t)data_rest << 3;
}

HARDWARE void aes128gcm(void) {
    enum phase phase = IDLE;
    round_t round = 1; /* bit 0 loads the AES unit for the first slot; bits 1 to 10 are the cycles of a slot */
    bit decrypting = 0;
    cipher_key_t key = any(cipher_key_t);
    block_t hash_key = any(block_t);
    nonce_t nonce = 0;
    word_t counter = 0;                   /* of the block in the AES unit: 2 more than the number of full data blocks so far */
    word_t ad_blocks = 0;                 /* full blocks */
    uint_t(4) ad_rest = 0, data_rest = 0; /* bytes after the full blocks */
    block_t state = 0;
    block_t round_key = 0; /* of this round */
    block_t hash = 0;
    operand_t operand = 0; /* the factor of the hash key, ten digits; then the tag difference */

    for (;;) {
        expect_cycles(1);

        if (phase == IDLE && wire_read(key_update)) {
            key = stream_read(key);
            nonce = 0;
            counter = 0;
            round = 1;
            phase = HASH_KEY;
            continue;
        }
        if (phase == IDLE) {
            struct bdi npub = stream_read(bdi);
            decrypting = wire_read(decrypt);
            nonce = npub.data >> 32;
            counter = 2;
            ad_blocks = 0;
            ad_rest = 0;
            data_rest = 0;
            hash = 0;
            operand = 0;
            round = 1;
            phase = npub.eoi ? LENGTHS : BLOCKS;
            continue;
        }
        if (phase == VERDICT) {
            stream_write(msg_auth, operand >> 2 == 0);
            phase = IDLE;
            continue;
        }

        block_t shifted = substitute_and_shift(state);
        block_t keystream = shifted ^ round_key;
        block_t next_hash = multiply_digit(hash, operand, hash_key);

        bit last_round = round >> 10 & 1;
        bit takes_data = 0;
        struct bdi block = any(struct bdi);
        if (last_round && phase == BLOCKS) {
            block = stream_read(bdi);
            takes_data = block.type != SEGMENT_AD;
            if (takes_data) stream_write(bdo, (struct bdo){block.data ^ keystream, block.size});
        }
        if (last_round && phase == TAG) {
            if (decrypting) block = stream_read(bdi);
            else stream_write(bdo, (struct bdo){next_hash ^ keystream, BLOCK_BYTES});
        }

        /* The one adder counts blocks, and takes off the 2 for the length block. */
        bit full_block = block.size == BLOCK_BYTES;
        word_t next_counter = counter + (phase == LENGTHS ? (word_t)-2 : (word_t)(takes_data && full_block));
        if (phase == LENGTHS) block.data = length_block(ad_blocks, ad_rest, next_counter, data_rest);

        /* The last round of a block and the key addition that begins the next one share a cycle. */
        bit loads = (round & 1) || last_round;
        block_t counter_block = (block_t)nonce << 32 | (phase == LENGTHS && last_round ? (word_t)1 : next_counter);
        if (loads) round_key = key;
        state = (loads ? counter_block : mix_columns(shifted)) ^ round_key;
        round_key = next_round_key(round_key, constant_of_step((uint_t(10))(round & 0x3fe) | loads));

        if (!last_round) {
            hash = next_hash;
            operand >>= DIGIT_BITS;
            round <<= 1;
            continue;
        }

        /* The keystream enters the hash in the ciphertext that is made here, and in the tag. */
        block_t mask = phase == TAG ? ~(block_t)0 : takes_data && !decrypting ? byte_enable(block.valid_bytes) : (block_t)0;
        operand = (operand_t)(block.data ^ (keystream & mask) ^ next_hash) << 2;
        hash = 0;
        round = 2;

        switch (phase) {
            case HASH_KEY:
                hash_key = keystream;
                phase = IDLE;
                break;
            case BLOCKS:
                if (takes_data) {
                    counter = next_counter;
                    data_rest = block.size;
                } else {
                    ad_blocks += full_block;
                    ad_rest = block.size;
                }
                if (block.eoi) phase = LENGTHS;
                break;
            case LENGTHS:
                phase = TAG;
                break;
            default:
                phase = decrypting ? VERDICT : IDLE;
        }
    }
}
