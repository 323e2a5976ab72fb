/* JAMBU-AES v2: one AES round with its key-schedule step a cycle, 10 cycles a block.
 *
 * The last round of an encryption and the key addition that begins the next one share a cycle, in which the block enters. The core never waits
 * for a block but there.
 *
 *   phase    what is done with the encryption under way
 *   NONCE    its V becomes R; before it, the core waits for the nonce or a new key
 *   BLOCKS   a block of AD or data is absorbed, one of data gives output
 *   TAG_1    R and the domain of the tag are added
 *   TAG_2    it gives the tag, or the difference to the one that came
 *   VERDICT  (one cycle) tells whether the difference is zero
 */
#define KEY_BITS 128
#define BLOCK_BITS 64
#include <cipher_core.h>

#include "aes_round.h"

enum phase { NONCE, BLOCKS, TAG_1, TAG_2, VERDICT };
enum domain { OF_NONCE = 5, OF_AD = 1, OF_DATA = 0, OF_TAG = 3 };

typedef uint_t(11) round_t; /* one-hot */

static inline uint_t(8) domain_of(enum phase phase, bit is_data) {
    if (phase == NONCE) return OF_NONCE;
    if (phase == BLOCKS) return is_data ? OF_DATA : OF_AD;
    return OF_TAG;
}

HARDWARE void jambuaes(void) {
    enum phase phase = NONCE;
    round_t round = 1; /* bit 0 waits for the nonce or a new key; bits 1 to 10 are the rounds */
    bit decrypting = 0;
    cipher_key_t key = any(cipher_key_t);
    aes_block_t state = 0;
    aes_block_t round_key = 0; /* of this round */
    block_t r = 0;             /* R of the mode; then the difference */

    for (;;) {
        expect_cycles(1);

        if (phase == VERDICT) {
            stream_write(msg_auth, r == 0);
            phase = NONCE;
            continue;
        }
        bit idle = round & 1, last_round = round >> 10 & 1;
        if (idle && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit absorbs = last_round && phase == BLOCKS, ends = last_round && phase == TAG_2;
        struct bdi block = any(struct bdi);
        if (idle || absorbs || (ends && decrypting)) block = stream_read(bdi);
        bit is_data = block.type != SEGMENT_AD;

        /* What the last round gives: the halves U and V. */
        aes_block_t shifted = substitute_and_shift(state);
        aes_block_t encrypted = shifted ^ round_key;
        block_t keystream = (block_t)(encrypted >> 64) ^ r, v = encrypted;
        block_t output = keystream ^ (phase == TAG_2 ? v : block.data);
        if ((absorbs && is_data && block.size != 0) || (ends && !decrypting)) {
            stream_write(bdo, (struct bdo){output, phase == TAG_2 ? (size_in_bytes_t)BLOCK_BYTES : block.size});
        }

        /* What is encrypted next. Decryption adds the keystream to the ciphertext on its way into V. */
        block_t decrypted = keystream & (is_data && decrypting ? byte_enable(block.valid_bytes) : (block_t)0);
        block_t next_v = v ^ (phase == BLOCKS ? block.data ^ decrypted : (block_t)0);
        block_t next_u = keystream ^ (block_t)domain_of(phase, is_data) << 56;
        aes_block_t next_input = idle ? (aes_block_t)block.data << 64 : (aes_block_t)next_u << 64 | next_v;

        bit loads = idle || last_round;
        if (loads) round_key = key;
        state = (loads ? next_input : mix_columns(shifted)) ^ round_key;
        round_key = next_round_key(round_key, constant_of_step((uint_t(10))(round & 0x3fe) | loads));

        if (idle) {
            decrypting = wire_read(decrypt);
            r = 0;
        }
        if (last_round) r = phase == TAG_2 ? output ^ block.data : r ^ next_v;
        round = ends ? (round_t)1 : last_round ? (round_t)2 : (round_t)(round << 1);
        if (last_round) {
            switch (phase) {
            case NONCE:
                phase = BLOCKS;
                break;
            case BLOCKS:
                if (block.eoi) phase = TAG_1;
                break;
            case TAG_1:
                phase = TAG_2;
                break;
            default:
                phase = decrypting ? VERDICT : NONCE;
            }
        }
    }
}
