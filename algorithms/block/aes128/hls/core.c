/* AES-128 (FIPS 197), encryption and decryption: one round a cycle, 10 cycles a block.
 *
 * The last round of a block and the key addition that begins the next one share a cycle. Round keys are made beside the rounds, forward to encrypt
 * and backward to decrypt. An encryption leaves `round_key` at the last round key, where a decryption begins, and the other way round; `start_key`
 * is where a block in the same direction begins again. So no round key is stored but these two.
 *
 * A new key is taken in the last cycle of a block, or in one without a block. Before the first decryption under it the key schedule runs forward
 * once, as an encryption that gives no result (`expanding`).
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <block_cipher.h>

#define SBOXES 20 /* sixteen of the state, four of the key schedule */
#include "../../../include/aes.h"

typedef uint_t(4) round_t;

/* Byte i of a block; byte 0 is the most significant one, and byte 4c + r stands in row r of column c. */
static inline byte_t byte_of(block_t block, int i) {
    return block >> (120 - 8 * i);
}

static inline word_t column_of(block_t block, int c) {
    return block >> (96 - 32 * c);
}

static inline block_t block_of_columns(word_t w0, word_t w1, word_t w2, word_t w3) {
    return (block_t)w0 << 96 | (block_t)w1 << 64 | (block_t)w2 << 32 | w3;
}

/* The inverse of the linear part of the affine map in the S-box, and its constant (5.3.2). */
static inline byte_t undo_affine(byte_t x) {
    return (byte_t)(x << 1 | x >> 7) ^ (byte_t)(x << 3 | x >> 5) ^ (byte_t)(x << 6 | x >> 2) ^ (byte_t)0x05;
}

/* SubBytes and its inverse by one inversion. With S = A inv and inv = inv^-1, the inverse S-box is inv A^-1 = A^-1 S A^-1. */
static inline byte_t substitute_either(byte_t to_encrypt, byte_t to_decrypt, bit decrypting) {
    byte_t y = substitute(decrypting ? undo_affine(to_decrypt) : to_encrypt);
    return decrypting ? undo_affine(y) : y;
}

/* SubBytes and ShiftRows, or their inverses: row r moves r columns to the left, or to the right. */
static inline block_t substitute_and_shift(block_t state, bit decrypting) {
    word_t columns[4];
    UNROLL for (int c = 0; c < 4; c++) {
        byte_t b[4];
        UNROLL for (int r = 0; r < 4; r++) {
            b[r] = substitute_either(byte_of(state, 4 * ((c + r) % 4) + r), byte_of(state, 4 * ((c + 4 - r) % 4) + r), decrypting);
        }
        columns[c] = word_of_bytes(b[0], b[1], b[2], b[3]);
    }
    return block_of_columns(columns[0], columns[1], columns[2], columns[3]);
}

/* What InvMixColumns does before MixColumns: 0e 0b 0d 09 is 02 03 01 01 times 05 00 04 00, and 5 a + 4 c = a + 4 (a + c). */
static inline word_t prepare_column(word_t column) {
    byte_t even = byte_of_word(column, 0) ^ byte_of_word(column, 2), odd = byte_of_word(column, 1) ^ byte_of_word(column, 3);
    byte_t even4 = xtime(xtime(even)), odd4 = xtime(xtime(odd));
    return column ^ word_of_bytes(even4, odd4, even4, odd4);
}

/* MixColumns of `unkeyed`, or InvMixColumns of `keyed`. */
static inline block_t mix_columns(block_t unkeyed, block_t keyed, bit decrypting) {
    word_t columns[4];
    UNROLL for (int c = 0; c < 4; c++) {
        columns[c] = mix_column(decrypting ? prepare_column(column_of(keyed, c)) : column_of(unkeyed, c));
    }
    return block_of_columns(columns[0], columns[1], columns[2], columns[3]);
}

/* The round key after this one, or the one before it (5.2); what is added to its first word comes from the last word of the earlier one.
 * `steps` is how many were done before, in this direction. */
static inline block_t next_round_key(block_t key, round_t steps, bit decrypting) {
    ROM byte_t forward[16] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36};
    ROM byte_t backward[16] = {0x36, 0x1b, 0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01};
    word_t w0 = column_of(key, 0), w1 = column_of(key, 1), w2 = column_of(key, 2), w3 = column_of(key, 3);
    word_t constant = (word_t)(decrypting ? backward[steps] : forward[steps]) << 24;
    word_t t = w0 ^ substitute_word(rotate_word(decrypting ? w2 ^ w3 : w3)) ^ constant;
    if (decrypting) return block_of_columns(t, w0 ^ w1, w1 ^ w2, w2 ^ w3);
    return block_of_columns(t, w1 ^ t, w1 ^ w2 ^ t, w1 ^ w2 ^ w3 ^ t);
}

HARDWARE void aes128(void) {
    round_t round = 0;
    bit running = 0, last = 0; /* round 1 to 9; round 10 */
    bit decrypting = 0;        /* the direction of the block under way, or of the last one */
    bit expanding = 0;         /* what is under way is an encryption of no block, for the sake of the last round key */
    bit key_taken = 0;         /* the key of the next block is here already */
    block_t state = 0, round_key = 0, start_key = 0;

    for (;;) {
        expect_cycles(1);

        bit gives_result = last && !expanding;
        block_t substituted = substitute_and_shift(state, decrypting);
        block_t keyed = substituted ^ round_key;
        block_t mixed = mix_columns(substituted, keyed, decrypting);

        bit offered = !running && stream_has(block);
        struct task next = any(struct task);
        if (offered) next = stream_peek(block);
        bit starting = offered && !(next.new_key && !key_taken);
        bit expand = next.decrypt && key_taken && !expanding;
        bit direction = running ? decrypting : (bit)(next.decrypt && !expand);
        bit turning = direction != decrypting;

        block_t from = running || turning ? round_key : start_key;
        block_t added = running && decrypting ? (block_t)0 : from; /* a decryption has added its key before mixing columns */
        block_t next_state = (running ? mixed : next.data) ^ added;
        block_t next_key = next_round_key(from, running ? round : (round_t)0, direction);

        if (starting) {
            if (turning) start_key = round_key;
            if (!expand) {
                stream_read(block);
                key_taken = 0;
            }
            expanding = expand;
            decrypting = direction;
        } else if (offered && stream_has(key)) {
            start_key = stream_read(key);
            key_taken = 1;
            decrypting = 0;
        }
        last = running && round == AES_ROUNDS - 1;
        if (running || starting) {
            round = running ? (round_t)(round + 1) : (round_t)1;
            running = round != AES_ROUNDS;
            state = next_state;
            round_key = next_key;
        }
        if (gives_result) stream_write(result, keyed);
    }
}
