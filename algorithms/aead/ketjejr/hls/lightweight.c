/* Ketje-Jr v2 (2016), two slices of the state a cycle: a round of Keccak-p*[200], so a step of 16 bits, in 4 cycles.
 *
 * Each lane is a shift register; its bits 0 and 1 belong to the slices that are due. A pass over all slices is the end of one round and the beginning
 * of the next: pi, chi and iota, then what is added between the two, then theta. The lanes are turned (rho) as the last slices come in. The first slice
 * needs a parity of the last one, and gets it then.
 * Before the first round three passes take in the nonce, the first two doing no more than pi: bytes are put where the passes behind move them from.
 * A block takes two passes; the state waits in the second one where there is no second half.
 */
#define KEY_BITS 96
#define BLOCK_BITS 32
#include <cipher_core.h>

#include "ketje.h"

#define WIDTH 2 /* slices a cycle */
#define LAST_PLACE (8 / WIDTH - 1)

typedef uint_t(2) place_t; /* of the slices that are due */
typedef uint_t(2) bits_t;  /* of a lane, in these slices */

enum phase { NONCE, BEGIN, AD, DATA, STRIDE, TAG };

/* From where pi brings lane `i`: as lane_of(). */
static inline int before_pi(int i) {
    return lane_of(i);
}

/* The state of constants() three passes before the first round. */
static inline struct state waiting_constants(void) {
    struct state s = constants(), before;
    UNROLL for (int i = 0; i < 25; i++) before.lane[before_pi(before_pi(before_pi(i)))] = s.lane[i];
    return before;
}

static inline bits_t bits_of(lane_t lane, place_t place) {
    bits_t bits = 0;
    UNROLL for (int i = 0; i <= LAST_PLACE; i++) bits |= place == i ? (bits_t)(lane >> WIDTH * i) : (bits_t)0;
    return bits;
}

static inline bits_t only_if(bit condition, bits_t bits) {
    return condition ? bits : (bits_t)0;
}

static inline uint_t(16) collect(uint_t(16) bytes, bits_t bits) {
    return bytes >> WIDTH | (uint_t(16))bits << (16 - WIDTH);
}

static inline half_t upper_bytes(uint_t(16) first, uint_t(16) second) {
    return (half_t)(first >> 8) << 8 | (half_t)(second >> 8);
}

static inline half_t lower_bytes(uint_t(16) first, uint_t(16) second) {
    return (half_t)first << 8 | (lane_t)second;
}

HARDWARE void ketjejr(void) {
    static const int distances[25] = {0, 1, 6, 4, 3, 4, 4, 6, 7, 4, 3, 2, 3, 1, 7, 1, 5, 7, 5, 0, 2, 2, 5, 0, 6}; /* of rho, modulo 8 */
    ROM lane_t round_constants[16] = {0x81, 0x09, 0x8a, 0x88, 0x09, 0x0a, 0x8b, 0x8b, 0x89, 0x03, 0x02, 0x80};

    cipher_key_t key = 0;
    struct state s = waiting_constants();
    uint_t(5) last_parity = 0; /* of the slice before those that are due */
    enum phase phase = NONCE;
    place_t place = 0;
    bit second = 0;       /* the second half of a block */
    uint_t(2) blocks = 0; /* done of the nonce or of the tag */
    round_t round = 0;    /* that a pass ends */
    uint_t(16) first_bytes = 0, second_bytes = 0; /* of both halves of the output */
    bit decrypting = 0;
    bit tag_is_wrong = 0;

    for (;;) {
        expect_cycles(1);

        if (phase == NONCE && blocks == 0 && place == 0 && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit in_nonce = phase == NONCE, in_tag = phase == TAG, absorbs = phase == AD || phase == DATA;
        bit third_block = blocks >> 1;
        bit starts = in_nonce && third_block;
        bit pass_done = place == LAST_PLACE;

        /* A block stays until its last slices. */
        struct bdi block = any(struct bdi);
        bit due = in_nonce || absorbs || (in_tag && decrypting);
        if (due) block = stream_peek(bdi);
        if (due && pass_done && (in_nonce || second)) block = stream_read(bdi);
        bit has_second_half = block.valid_bytes >> 1 & 1;
        bit waits = absorbs && second && !has_second_half;
        bit last_half = block.eot && (second || !has_second_half);
        bit ends_segment = absorbs && second && block.eot;
        uint_t(2) valid = second ? block.valid_bytes : block.valid_bytes >> 2;
        bits_t input[4];
        UNROLL for (int i = 0; i < 4; i++) input[i] = bits_of(block.data >> (24 - 8 * i), place);
        bits_t half_0 = second ? input[2] : input[0], half_1 = second ? input[3] : input[1];

        /* The end of a round. */
        bits_t b[25], d[25];
        UNROLL for (int i = 0; i < 25; i++) b[i] = s.lane[before_pi(i)];
        UNROLL for (int i = 0; i < 25; i++) {
            int row = i / 5 * 5;
            d[i] = b[i] ^ only_if(!in_nonce, ~b[row + (i + 1) % 5] & b[row + (i + 2) % 5]);
        }
        d[0] ^= only_if(!in_nonce, bits_of(round_constants[round], place));

        /* Output or tag. */
        bits_t rate_0 = d[lane_of(0)], rate_1 = d[lane_of(1)];
        bits_t output_0 = rate_0 ^ only_if(phase == DATA, half_0), output_1 = rate_1 ^ only_if(phase == DATA, half_1);
        bit wrong = output_0 != half_0 || output_1 != half_1;
        bit message_done = pass_done && in_tag && second && third_block;
        first_bytes = collect(first_bytes, output_0);
        second_bytes = collect(second_bytes, output_1);
        block_t output = (block_t)lower_bytes(first_bytes, second_bytes) << 16 | upper_bytes(first_bytes, second_bytes);
        if (in_tag && decrypting) {
            if (message_done) stream_write(msg_auth, !tag_is_wrong && !wrong);
        } else if (pass_done && second && (in_tag || (phase == DATA && block.size != 0))) {
            stream_write(bdo, (struct bdo){output, in_tag ? (size_in_bytes_t)BLOCK_BYTES : block.size});
        }
        tag_is_wrong = in_tag && (tag_is_wrong || wrong);

        /* What is added: nonce and key, or a step's bytes. Behind these, two bits that say what they are of, and both ends of the padding. */
        UNROLL for (int i = 0; i < 4; i++) {
            d[before_pi(before_pi(lane_of(14 + i)))] ^= only_if(in_nonce && blocks == 0, input[i]);
            d[before_pi(lane_of(18 + i))] ^= only_if(in_nonce && blocks == 1, input[i]);
            if (i < 2) d[lane_of(22 + i)] ^= only_if(starts, input[i]);
        }
        UNROLL for (int i = 1; i < 13; i++) d[lane_of(i)] ^= only_if(starts, bits_of(key >> 8 * (12 - i), place));

        bit filled_0 = absorbs && valid >> 1, filled_1 = absorbs && (valid & 1);
        bit replaces = phase == DATA && decrypting;
        bit second_mark = in_tag || (absorbs && (phase == DATA) ^ last_half);
        bits_t mark = bits_of((lane_t)absorbs << 2 | (lane_t)second_mark << 1 | (phase == DATA), place);
        bits_t end = bits_of((lane_t)(absorbs || in_tag) << 3, place);
        d[lane_of(0)] = only_if(!(filled_0 && replaces), d[lane_of(0)]) ^ (filled_0 ? half_0 : mark);
        d[lane_of(1)] = only_if(!(filled_1 && replaces), d[lane_of(1)]) ^ (filled_1 ? half_1 : only_if(filled_0, mark));
        d[lane_of(2)] ^= end ^ only_if(filled_1, mark);

        /* The beginning of the next round; slice 0 lacks a parity up to the end of the pass. */
        bit permutes = !in_nonce || starts;
        bits_t parity[5];
        UNROLL for (int x = 0; x < 5; x++) parity[x] = only_if(permutes, d[x] ^ d[x + 5] ^ d[x + 10] ^ d[x + 15] ^ d[x + 20]);
        UNROLL for (int i = 0; i < 25; i++) {
            bits_t right = parity[(i + 1) % 5];
            bits_t before = right << 1 | (bits_t)(last_parity >> (i + 1) % 5 & 1);
            lane_t shifted = s.lane[i] >> WIDTH | (lane_t)(bits_t)(d[i] ^ parity[(i + 4) % 5] ^ before) << (8 - WIDTH);
            if (!waits) s.lane[i] = pass_done && permutes ? rotate_left(shifted ^ (lane_t)(right >> (WIDTH - 1)), distances[i]) : shifted;
        }
        uint_t(5) parities = 0;
        UNROLL for (int x = 0; x < 5; x++) parities |= (uint_t(5))(parity[x] >> (WIDTH - 1)) << x;
        last_parity = pass_done ? (uint_t(5))0 : parities;

        /* What comes next. */
        if (message_done) s = waiting_constants();
        if (in_nonce) decrypting = wire_read(decrypt);
        place++;
        if (!pass_done) continue;
        bit rounds_done = round == LAST_ROUND - 1;
        if (in_nonce) round = 0;
        else if (phase == DATA && ends_segment) round = FIRST_OF_6;
        else if (round != LAST_ROUND) round++;
        if (starts || ends_segment || ((phase == BEGIN || phase == STRIDE) && rounds_done)) phase = (enum phase)(uint_t(3))(phase + 1);
        else if (message_done) phase = NONCE;
        if (in_nonce || (in_tag && second)) blocks = third_block ? (uint_t(2))0 : (uint_t(2))(blocks + 1);
        second = !second && (in_tag || absorbs);
    }
}
