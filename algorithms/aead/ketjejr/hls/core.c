/* Ketje-Jr v2 (2016) as a state machine: one loop, one iteration a cycle, one round of Keccak-p*[200] in each; a step of 16 bits is a round.
 *
 * Everything that is added to the state before a permutation is added in the cycle of its first round. The first two words of the nonce are put
 * into the state, between the constants of the initialisation; the third and the key are added with the first round.
 */
#define KEY_BITS 96
#define BLOCK_BITS 32
#include <cipher_core.h>

#include "ketje.h"

enum phase { NONCE, BEGIN, AD, DATA, STRIDE, TAG };

HARDWARE void ketjejr(void) {
    cipher_key_t key = any(cipher_key_t);
    struct state s = any(struct state);
    enum phase phase = NONCE;
    bit second = 0;       /* the second half of a block */
    uint_t(2) blocks = 0; /* done of the nonce or of the tag */
    round_t round = 0; /* the last one where a step is due */
    half_t first_half = any(half_t); /* of the output */
    bit decrypting = any(bit);
    bit tag_is_wrong = any(bit);

    for (;;) {
        expect_cycles(1);

        if (phase == NONCE && blocks == 0 && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit absorbs = phase == AD || phase == DATA;
        bit last_tag_half = phase == TAG && second && blocks == 2;

        /* A block stays until its last half. */
        struct bdi block = any(struct bdi);
        if (phase == NONCE || absorbs) block = stream_peek(bdi);
        bit ends_block = second || !(block.valid_bytes >> 1 & 1);
        bit last_half = ends_block && block.eot;
        bit takes = phase == NONCE || (absorbs && ends_block) || (phase == TAG && second && decrypting);
        if (takes) block = stream_read(bdi);
        half_t half = second ? block.data : block.data >> 16;
        uint_t(2) valid = second ? block.valid_bytes : block.valid_bytes >> 2;

        half_t output_half = rate(s) ^ (phase == DATA ? half : (half_t)0);
        block_t output = (block_t)(second ? first_half : output_half) << 16 | output_half;
        bit wrong = block.data != ((block_t)first_half << 16 | output_half);
        if (phase == TAG && decrypting) {
            if (last_tag_half) stream_write(msg_auth, !tag_is_wrong && !wrong);
        } else if (phase == TAG ? second : phase == DATA && ends_block && block.size != 0) {
            stream_write(bdo, (struct bdo){output, phase == TAG ? (size_in_bytes_t)BLOCK_BYTES : block.size});
        }
        if (!second) first_half = output_half;
        if (takes) tag_is_wrong = phase == TAG && (tag_is_wrong || wrong);

        if (phase == NONCE && !block.eot) {
            struct state loaded = constants();
            UNROLL for (int i = 0; i < 4; i++) {
                lane_t byte = block.data >> (24 - 8 * i);
                loaded.lane[lane_of(14 + i)] = blocks == 0 ? byte : s.lane[lane_of(14 + i)];
                loaded.lane[lane_of(18 + i)] = byte; /* of the first word too: the second one replaces it */
            }
            s = loaded;
            blocks++;
            continue;
        }
        if (last_tag_half) {
            round = 0;
            second = 0;
            blocks = 0;
            phase = NONCE;
            continue;
        }

        /* Before the round. Decryption replaces the rate by the ciphertext, in the bytes that the message fills. */
        bit starts = phase == NONCE;
        bit replaces = phase == DATA && decrypting;
        uint_t(2) bits = (uint_t(2))((phase == DATA) ^ last_half) << 1 | (phase == DATA);
        uint_t(24) input = absorbs ? step_input(half, valid, bits) : phase == TAG ? TAG_INPUT : (uint_t(24))0;
        struct state x = s;
        x.lane[lane_of(0)] &= replaces && valid >> 1 ? (lane_t)0 : (lane_t)0xff;
        x.lane[lane_of(1)] &= replaces && (valid & 1) ? (lane_t)0 : (lane_t)0xff;
        x = add_bytes(x, 0, 3, input);
        x = add_bytes(x, 1, 12, starts ? key : (cipher_key_t)0);
        x = add_bytes(x, 22, 2, starts ? block.data >> 16 : (block_t)0);

        if (phase == DATA && last_half) round = FIRST_OF_6;
        s = permute_once(x, round);
        bit rounds_done = round == LAST_ROUND;
        if (!rounds_done) round++;

        if (starts) decrypting = wire_read(decrypt);
        if (starts) blocks = 0;
        else if (phase == TAG && second) blocks++;
        second = phase == TAG ? (bit)!second : (bit)(absorbs && !ends_block);
        if (starts || (absorbs && last_half) || ((phase == BEGIN || phase == STRIDE) && rounds_done)) phase = (enum phase)(uint_t(3))(phase + 1);
    }
}
