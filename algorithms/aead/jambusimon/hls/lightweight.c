/* JAMBU-SIMON96/96 v2.1 (2016), a byte of each word a cycle: a round of SIMON in 6 cycles, 312 cycles a block.
 *
 * All words are shift registers, the first byte, which is the least significant one, at their end. A pass of 6 cycles is a round, or the tag.
 * What JAMBU adds to the state between two encryptions is added in the last round, but for R, which takes U in with the next first round.
 * Between messages the state is zero: the first round under the nonce is then one of a zero block to which the nonce is added behind it.
 */
#define KEY_BITS 96
#define BLOCK_BITS 48
#include <cipher_core.h>

#include "jambu.h"

#define LAST_PLACE 5

typedef uint_t(8) byte_t;
typedef uint_t(3) place_t; /* of a byte in its word */

/* What the encryption in progress is for. */
enum purpose { NONCE, BLOCKS, TAG_1, TAG_2 };

static inline constant_t constant(enum purpose purpose, bit is_ad) {
    switch (purpose) {
    case NONCE:
        return AFTER_NONCE;
    case BLOCKS:
        return is_ad ? AFTER_AD : AFTER_DATA;
    default:
        return AFTER_ALL;
    }
}

static inline word_t push(word_t word, byte_t byte) {
    return word >> 8 | (word_t)byte << 40;
}

/* The byte of a block or of half a key at `place`; 0 is the first one. */
static inline byte_t byte_of(block_t block, place_t place) {
    byte_t byte = 0;
    UNROLL for (int i = 0; i < 6; i++) byte |= place == i ? (byte_t)(block >> (40 - 8 * i)) : (byte_t)0;
    return byte;
}

/* 3.1: a byte of f(x), with the byte before it. */
static inline byte_t f_of(byte_t x, byte_t before) {
    return ((x << 1 | before >> 7) & before) ^ (x << 2 | before >> 6);
}

/* 3.2: a byte of what is added to k_i, with the byte of k_(i+1) behind it; `added` are those of the constants. */
static inline byte_t key_sum_of(byte_t key, byte_t behind, byte_t added) {
    return (byte_t)(key >> 3 | behind << 5) ^ (byte_t)(key >> 4 | behind << 4) ^ added;
}

HARDWARE void jambusimon(void) {
    cipher_key_t key = 0;
    word_t u = 0, v = 0, r = 0, key_0 = 0, key_1 = 0;
    byte_t before = 0; /* of U */
    bit idle = 1, rekeying = 0, absorbing = 0, closing = 0; /* one of them, or none while an encryption runs */
    enum purpose purpose = NONCE;
    place_t place = 0;
    round_t round = 0;
    bit last_round = 0;
    bit decrypting = 0;
    bit tag_is_wrong = 0;

    for (;;) {
        expect_cycles(1);

        if (idle && place == 0 && wire_read(key_update)) {
            key = stream_read(key);
            idle = 0;
            rekeying = 1;
            continue;
        }

        /* The block stays until its last byte. */
        bit pass_done = place == LAST_PLACE;
        struct bdi block = any(struct bdi);
        bit due = idle || absorbing || (closing && decrypting);
        if (due) block = stream_peek(bdi);
        if (due && pass_done) block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD;
        bit has_output = !is_ad && block.size != 0;
        byte_t input = byte_of(block.data, place);

        /* The output is V behind the last round and the block, the tag what enters V behind it. */
        byte_t mixed = (byte_t)u ^ (byte_t)r;
        byte_t tag = mixed ^ (byte_t)v;
        bit wrong = tag != input;
        block_t output = swap_bytes(push(v, closing ? tag : mixed)) ^ (closing ? (block_t)0 : block.data);
        if (closing && decrypting) {
            if (pass_done) stream_write(msg_auth, !tag_is_wrong && !wrong);
        } else if (pass_done && (closing || (absorbing && has_output))) {
            stream_write(bdo, (struct bdo){output, closing ? (size_in_bytes_t)BLOCK_BYTES : block.size});
        }
        tag_is_wrong = closing && (tag_is_wrong || wrong);

        /* A byte of the round. Of a decryption the plaintext enters U, in the bytes that the message fills. */
        bit replaces = block.type == SEGMENT_CIPHERTEXT && byte_of(byte_enable(block.valid_bytes), place) != 0;
        byte_t added = idle || absorbing ? (byte_t)(input ^ (replaces ? mixed : (byte_t)0)) : (byte_t)0;
        byte_t u_in = (byte_t)v ^ f_of(u, before) ^ (byte_t)key_0 ^ added;
        byte_t of_v = place == 0 ? (byte_t)constant(purpose, is_ad) : (byte_t)0;
        byte_t v_in = closing ? tag : (byte_t)((byte_t)u ^ (last_round && purpose != TAG_2 ? (byte_t)r ^ of_v : (byte_t)0));

        /* A byte of the schedule, which begins anew behind the last round. */
        bit renews = last_round || rekeying;
        byte_t behind = pass_done ? key_0 >> 8 : key_1 >> 8; /* the first byte of key_1 is in key_0 by then */
        byte_t of_key = place == 0 ? (byte_t)next_keys((struct pair){0, 0}, round).second : (byte_t)0xff;
        byte_t new_key = (byte_t)key_0 ^ key_sum_of(key_1, behind, of_key);
        if (!closing) {
            key_0 = push(key_0, renews ? byte_of(key >> 48, place) : (byte_t)key_1);
            key_1 = push(key_1, renews ? byte_of(key, place) : new_key);
        }
        if (!rekeying) {
            before = pass_done ? u_in : (byte_t)u;
            u = push(u, u_in);
            v = push(v, v_in);
            r = push(r, round == 0 ? mixed : (byte_t)r);
        }

        place = pass_done ? (place_t)0 : (place_t)(place + 1);
        if (idle) decrypting = wire_read(decrypt);
        if (!pass_done) continue;
        if (closing || rekeying) {
            u = v = r = 0;
            before = 0;
            closing = rekeying = 0;
            idle = 1;
            continue;
        }
        if (idle) purpose = NONCE;
        else if (last_round && !(purpose == BLOCKS && !block.eoi)) purpose = (enum purpose)(uint_t(2))(purpose + 1);
        closing = last_round && purpose == NONCE; /* behind TAG_2 it begins anew */
        round = last_round ? (round_t)0 : (round_t)(round + 1);
        last_round = round == ROUNDS - 1;
        absorbing = last_round && purpose == BLOCKS;
        idle = 0;
    }
}
