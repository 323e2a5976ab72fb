/* AES-OTR v3 with parallel associated data: two AES rounds with one key-schedule step a cycle, a pair of blocks in 10 cycles.
 *
 * Data goes in pairs, of which each takes two encryptions, one after the other. In a slot of ten rounds unit 1 does the first of one pair and
 * unit 2 the second of the pair before it; of AD each unit takes a block of a pair. The first block of a pair is fetched in the middle of a slot,
 * the second one with the last round, in which both units are loaded again. Of output the first block of a pair leaves in the middle of the
 * next slot, just before a block is fetched, and the second one with the last round of that slot, or before it if input does not come.
 *
 *   phase    what a slot does
 *   NONCE    nothing: the core waits for the nonce or a new key
 *   INIT     encrypts nonce and zero: the first masks of data and of AD
 *   AD       encrypts a pair of blocks of AD, but for the last one
 *   FOLD     adds the last block of AD, and the multiple of its mask, to the sum; five cycles
 *   DATA     encrypts a pair of blocks; the last slot adds the multiple of the last mask to the sum
 *   TAG      encrypts both sums
 *   FINISH   nothing: gives the tag, or tells whether it is the one that came
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_round.h"
#include "otr.h"

enum phase { NONCE, INIT, AD, FOLD, DATA, TAG, FINISH };

typedef uint_t(11) round_t; /* one-hot */

/* A gate: all ones, or none. */
static inline block_t all_if(bit on) {
    return on ? ~(block_t)0 : (block_t)0;
}

HARDWARE void aesotr(void) {
    enum phase phase = NONCE;
    round_t round = 1; /* bit 0 loads the units without a last round before it; bits 1 to 10 are the rounds */
    bit decrypting = 0, has_ad = 0;
    cipher_key_t key = any(cipher_key_t);
    aes_block_t round_key = any(aes_block_t); /* of this round */
    block_t state_1 = any(block_t), state_2 = any(block_t);
    block_t waiting = any(block_t); /* the first block of the next pair; then the first one of output */
    bit last_waits = 0;       /* that block is the last of its type */
    bit fetches = 0;          /* it comes in the middle of this slot */
    bit unpaired = 0;         /* and another one when the units are loaded */
    bit leaves = 0;           /* it is output */
    bit is_short = 0;         /* and may be short */
    bit given = 0;            /* the second block of output has left, but no input has come */
    block_t input_1 = any(block_t); /* of the pair in unit 1: what its first encryption takes, */
    block_t other_1 = any(block_t); /* what its result is added to */
    block_t input_2 = any(block_t); /* of the pair in unit 2 */
    bit pair_1 = 0, last = 0; /* unit 1 has a pair, or the last block; nothing is left to be taken */
    bit odd = 0;              /* the last block is alone */
    bit unit_2 = 0;           /* unit 2 has a pair, or a block of AD */
    size_in_bytes_t size = any(size_in_bytes_t); /* of the block taken last */
    byte_mask_t valid_bytes = any(byte_mask_t);
    block_t mask = any(block_t); /* of the pair in unit 1, or of the last block of AD so far */
    block_t sum = any(block_t); /* of AD, then of data */
    block_t other_sum = any(block_t); /* the first mask of data while AD is summed up; then the sum of AD */

    for (;;) {
        expect_cycles(1);

        if (phase == FINISH) {
            if (decrypting) stream_write(msg_auth, stream_read(bdi).data == sum);
            else stream_write(bdo, (struct bdo){sum, BLOCK_BYTES});
            phase = NONCE;
            continue;
        }
        if (phase == NONCE && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit first = round & 1, middle = round >> 5 & 1, last_round = round >> 10 & 1, gives_early = round >> 4 & 1;
        bit turns = first || last_round, encrypting = !decrypting, full = valid_bytes & 1, partial = ~valid_bytes & 1;

        bit takes_second = unpaired && (first || (last_round && phase != INIT));
        bit loads_ad = phase == AD && takes_second;
        bit loads_pair = phase == DATA && turns && !last;
        bit moves = phase == DATA && last_round && pair_1 && !odd; /* from unit 1 to unit 2 */
        bit last_slot = phase == DATA && (odd || !pair_1);
        bit gives_second = phase == DATA && last_round && unit_2;

        /* What the last round gives. Where ciphertext is made of the last block, what is behind its end must not enter the other encryption. */
        block_t shifted_1 = substitute_and_shift(state_1), shifted_2 = substitute_and_shift(state_2);
        block_t encrypted_1 = shifted_1 ^ round_key, encrypted_2 = shifted_2 ^ round_key;
        bit cuts = last && (encrypting || odd);
        block_t kept = all_if(!cuts) | byte_enable(valid_bytes);
        block_t first_output = other_1 ^ (encrypted_1 & kept);
        block_t second_output = encrypted_2 ^ (input_2 & all_if(phase == DATA));

        struct bdo output = {gives_early ? waiting : second_output, BLOCK_BYTES};
        if (gives_early ? is_short : decrypting && !pair_1) output.size = size;
        if (gives_second && !given && takes_second && !stream_has(bdi)) {
            stream_write(bdo, output);
            given = 1;
            continue;
        }

        /* The block that is taken. */
        struct bdi block = any(struct bdi);
        bit takes_middle = middle && fetches;
        if (phase == INIT && middle) {
            has_ad = stream_peek(bdi).type == SEGMENT_AD;
            takes_middle = has_ad;
        }
        bit takes = phase == NONCE || takes_middle || takes_second;
        if (takes) block = stream_read(bdi);
        if ((gives_early && leaves) || (gives_second && !given)) stream_write(bdo, output);
        given = 0;
        bit swaps = phase == DATA && decrypting && block.eot; /* the second block of the last pair is decrypted first */

        /* The sum gets a multiple of the last mask, a power of x a cycle: of AD 3 or 5 times, of data 5 or 7 times behind one block, 15 or 9 times
         * behind two. That of AD is the next mask. */
        block_t two_masks = two_times(mask), four_masks = two_times(two_masks);
        bit round_1 = round >> 1, round_2 = round >> 2, round_3 = round >> 3, round_4 = round >> 4;
        bit folds = (phase == FOLD || last_slot) && (round_1 | round_2 | round_3 | round_4);
        bit of_ad = round_2 | (full ? round_4 : round_3), of_one = round_1 | (full & round_2) | round_3;
        bit of_two = round_1 | (partial & (round_2 | round_3)) | round_4;
        bit skips = phase == AD && unit_2 && round_1; /* a pair of AD takes two masks */
        bit adds_mask = folds && (phase == FOLD ? of_ad : odd ? of_one : of_two);

        /* The sums: of AD what is encrypted, and at last the last block; of data the plaintext of the second blocks, and of a last one alone. Behind
         * the last pair it is what was encrypted there instead of what is behind the end. */
        bit sums_1 = last_round && (phase == AD || phase == TAG);
        bit sums_2 = last_round && (phase == TAG ? has_ad : unit_2 && (phase == AD || decrypting));
        bit sums_other = phase == FOLD ? middle && has_ad : phase == DATA && last_round && pair_1 && (encrypting || odd);
        bit sums_ends = phase == DATA && last_round && pair_1 && last && encrypting != odd;
        block_t from_1 = encrypted_1 & (all_if(sums_1) | (all_if(sums_ends) & (kept ^ all_if(encrypting))));
        block_t next_sum = from_1 ^ (second_output & all_if(sums_2)) ^ (other_1 & all_if(sums_other)) ^ (mask & all_if(adds_mask)) ^ sum;

        /* What enters the units: terms that do not wait for the S-boxes first. */
        block_t next_input = (swaps ? block.data : waiting) & all_if(!(phase == DATA && last_waits));
        block_t early_1 = next_input ^ two_masks ^ (four_masks & all_if(phase == DATA && decrypting && !last_waits));
        block_t early_2 = other_1 ^ (round_key & kept) ^ mask ^ (two_masks & all_if(encrypting));
        if (phase == NONCE) {
            early_1 = format(block.data);
            early_2 = 0;
        }
        if (phase == AD) early_2 = block.data ^ four_masks;
        if (phase == TAG) {
            early_1 = sum;
            early_2 = other_sum;
        }
        if (turns) round_key = key;
        state_1 = (mix_columns(shifted_1) & all_if(!turns)) ^ ((early_1 & all_if(turns)) ^ round_key);
        state_2 = (mix_columns(shifted_2) & all_if(!turns)) ^ (shifted_1 & kept & all_if(turns && phase == DATA))
                  ^ ((early_2 & all_if(turns)) ^ round_key);
        round_key = next_round_key(round_key, constant_of_step((uint_t(10))(round & 0x3fe) | turns));

        /* Masks and sums. */
        block_t half = half_of(phase == FOLD ? other_sum : encrypted_2);
        if ((phase == INIT && last_round) || (phase == FOLD && middle)) mask = half;
        else if (folds || skips || loads_pair || loads_ad) mask = two_masks;
        if (phase == INIT && last_round) other_sum = encrypted_1;
        else if (phase == DATA && first) other_sum = sum;
        sum = first ? (block_t)0 : next_sum;

        /* Pairs. In encryption the last one leaves in the other order. */
        bit had_pair = pair_1, was_odd = odd, was_last = last, had_2 = unit_2, pairs = phase == DATA && turns, had_bytes = size != 0;
        if (turns) fetches = phase == INIT || (phase == AD && !(takes_second && block.eot)) || (phase == DATA && takes_second && !block.eot);
        if (takes_middle || takes_second) unpaired = takes_middle && !block.eot;
        if (takes) {
            size = block.size;
            valid_bytes = block.valid_bytes;
        }
        if (gives_early || phase == NONCE) leaves = 0;
        if (loads_pair || (phase == AD && turns)) other_1 = last_waits || swaps ? waiting : block.data;
        if (loads_ad) unit_2 = !block.eot;
        if (phase == FOLD) unit_2 = 0;
        if (loads_pair) {
            odd = last_waits;
            last = last_waits || block.eot;
        }
        if (pairs) {
            input_2 = input_1;
            input_1 = next_input;
            pair_1 = loads_pair;
            unit_2 = moves;
            leaves = !had_pair ? had_2 && encrypting : was_odd ? had_bytes : !was_last || decrypting;
            if (had_pair) is_short = cuts;
        }
        if (takes_middle || (loads_ad && block.eot)) {
            waiting = block.data;
            last_waits = block.eot;
        } else if (pairs && had_pair) {
            waiting = first_output;
        }
        if (phase == NONCE) {
            decrypting = wire_read(decrypt);
            pair_1 = 0;
            last = 0;
            odd = 0;
        }

        round = turns ? (round_t)2 : (round_t)(round << 1);
        if (phase == NONCE) phase = INIT;
        else if (phase == INIT && last_round) {
            phase = has_ad ? AD : FOLD;
            round = has_ad ? 1 : 1 << 5; /* without AD there is nothing to add: FOLD begins with its middle */
        } else if (phase == AD && turns && !loads_ad) phase = FOLD;
        else if (phase == FOLD && middle) {
            phase = DATA;
            round = 1;
        } else if (phase == DATA && last_round && !loads_pair && !moves) {
            phase = TAG;
            round = 1;
        } else if (phase == TAG && last_round) {
            phase = FINISH;
            round = 1;
        }
    }
}
