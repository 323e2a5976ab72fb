/* COLM_0 v1 with AES-128: two layers of AES, one round a cycle in each, 10 cycles a block of AD or data.
 *
 * The first layer works on a block while the second one works on the block before it, under the same round key. The last round of both and the
 * key additions that begin the next blocks share a cycle, a slot. All but rounds 1 to 9 happens in slots, and where no layer works on anything
 * each cycle is one.
 *
 *   phase      what a slot does, beside what is under way
 *   IDLE       takes a new key, or the nonce and loads it
 *   NEW_KEY    loads 0
 *   KEY        keeps L
 *   AD         takes and loads AD, until data waits
 *   MASKS      makes the first masks
 *   TURN       (decryption) exchanges them
 *   DATA       takes and loads data; the last block of a ciphertext is kept
 *   TAG        (decryption) takes the tag
 *   ROTATE     moves the tag by one byte, until it begins where it should; then loads the last block to decrypt, or gives the tag
 *   LAST       (decryption) waits for the last block of plaintext
 *   TURN_BACK  (decryption) exchanges the masks
 *   CHECK      loads the last block once more, which makes what the tag has beyond it
 *   DRAIN      waits for that
 *   VERDICT    (decryption)
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_both_round.h"
#include "colm.h"

enum phase { IDLE, NEW_KEY, KEY, AD, MASKS, TURN, DATA, TAG, ROTATE, LAST, TURN_BACK, CHECK, DRAIN, VERDICT };

/* What a layer works on: nothing, a block that is only encrypted once, one of data but the last, the last one, or that one once more. */
enum work { NONE, ONCE, MIDDLE, FINAL, AGAIN };

typedef uint_t(4) round_t;
typedef uint_t(4) moves_t;

HARDWARE void colm(void) {
    enum phase phase = IDLE;
    enum work first = NONE, second = NONE;
    round_t round = 0;
    bit running = 0;  /* rounds 1 to 9 */
    bit backward = 0; /* the direction of the blocks under way, or of the last ones */
    bit decrypting = 0;
    size_in_bytes_t size = 0; /* of the last block */
    byte_mask_t valid_bytes = 0;
    moves_t moves = 0; /* of the tag that are left */
    block_t state1 = any(block_t), state2 = any(block_t), round_key = any(block_t);
    block_t start_key = any(block_t); /* where the blocks under way began */
    block_t l = any(block_t), mask_in = 0, mask_out = 0, w = 0, checksum = 0;
    block_t last = any(block_t); /* the last block of ciphertext; then of plaintext with its padding */
    block_t tag = any(block_t);

    for (;;) {
        expect_cycles(1);

        if (phase == VERDICT) {
            block_t difference = (tag & byte_enable(valid_bytes)) | ((last ^ padding_behind(valid_bytes)) & ~byte_enable(valid_bytes));
            stream_write(msg_auth, difference == 0);
            phase = IDLE;
            continue;
        }

        /* What this cycle does. */
        bit slot = !running, empty = slot && first == NONE && second == NONE;
        bit takes_key = phase == IDLE && wire_read(key_update), takes_npub = phase == IDLE && !takes_key;
        bit awaits_ad = phase == AD && slot, awaits_data = phase == DATA && slot, takes_tag = phase == TAG && slot;
        bit rotated = phase == ROTATE && slot && moves == 0;
        bit loads_last = rotated && decrypting, gives_tag = rotated && !decrypting;
        bit loads_check = phase == CHECK && slot, loads_key = phase == NEW_KEY;

        struct bdi block = any(struct bdi);
        if (awaits_ad) block = stream_peek(bdi);
        bit loads_ad = awaits_ad && block.type == SEGMENT_AD;
        if (takes_npub || loads_ad || awaits_data || takes_tag) block = stream_read(bdi);
        cipher_key_t new_key = any(cipher_key_t);
        if (takes_key) new_key = stream_read(key);
        bit keeps_data = awaits_data && block.eot && decrypting;
        bit loads_data = awaits_data && !keeps_data;

        bit mixes = slot && first != NONE && first != ONCE;
        bit leaves = slot && second != NONE, leaves_last = slot && second == FINAL, leaves_check = slot && second == AGAIN;

        /* What the layers work on next. */
        enum work next_first = NONE, next_second = mixes ? first : NONE;
        if (takes_npub || loads_key || loads_ad) next_first = ONCE;
        if (loads_data) next_first = block.eot ? FINAL : MIDDLE;
        if (loads_last) next_first = FINAL;
        if (loads_check) next_first = AGAIN;
        bit starts = slot && (next_first != NONE || next_second != NONE);

        /* The last rounds, and what leaves. */
        block_t substituted1 = substitute_and_shift_either(state1, backward), substituted2 = substitute_and_shift_either(state2, backward);
        block_t keyed1 = substituted1 ^ round_key, keyed2 = substituted2 ^ round_key;
        bit partial_out = size != BLOCK_BYTES;
        block_t next_mask_out = next_mask(mask_out, second == FINAL && !partial_out, second == FINAL && partial_out);
        block_t result = keyed2 ^ next_mask_out;
        block_t output = result ^ (decrypting && second == FINAL ? checksum : (block_t)0);
        if ((leaves && second != AGAIN && !(second == FINAL && size == 0)) || gives_tag) {
            stream_write(bdo, (struct bdo){gives_tag ? tag : output, leaves_last ? size : (size_in_bytes_t)BLOCK_BYTES});
        }

        /* What the layers begin with. The last block of a ciphertext has as many bytes of its own as of the plaintext; the others are the
         * first ones of the tag. */
        bit final_in = loads_last || (loads_data && block.eot), partial_in = loads_last ? partial_out : block.partial;
        block_t l2 = times_2(l);
        block_t next_mask_in = next_mask(mask_in, (final_in && !partial_in) || (loads_ad && block.partial), final_in && partial_in);
        block_t input_mask = takes_npub ? l ^ l2 : next_mask_in;
        block_t last_block = (last & byte_enable(valid_bytes)) | (tag & ~byte_enable(valid_bytes));
        block_t input1 = ((takes_npub || loads_ad || loads_data ? block.data : (block_t)0)
                          ^ (loads_check || (loads_data && block.eot) ? checksum : (block_t)0))
                         ^ ((loads_last ? last_block : (block_t)0) ^ (loads_key ? (block_t)0 : input_mask));
        block_t w2 = times_2(w);
        block_t input2 = keyed1 ^ w ^ w2;

        /* AES. */
        bit turned = phase == DATA || phase == TAG || phase == ROTATE || phase == LAST;
        bit direction = running ? backward : (bit)(decrypting && turned);
        bit turns = starts && direction != backward;
        block_t from = running || turns ? round_key : start_key;
        block_t added = backward ? (block_t)0 : round_key; /* a decryption has added its key before mixing columns */
        state1 = running ? mix_columns_either(substituted1, keyed1, backward) ^ added : input1 ^ from;
        state2 = running ? mix_columns_either(substituted2, keyed2, backward) ^ added : input2 ^ from;
        block_t next_key = next_round_key_either(from, running ? round : (round_t)0, direction);

        /* The last block and the tag. */
        byte_mask_t into_tag = leaves_check ? valid_bytes : leaves_last && !decrypting ? (byte_mask_t)0xffff : (byte_mask_t)0;
        block_t kept_tag = tag & ~byte_enable(decrypting ? (byte_mask_t)0 : into_tag);
        if (takes_tag) {
            tag = block.data;
        } else if (phase == ROTATE && slot && moves != 0) {
            tag = tag >> 8 | tag << 120;
            moves--;
        } else {
            tag = (output & byte_enable(into_tag)) ^ kept_tag;
        }
        if (keeps_data) last = block.data;
        else if (leaves_last && decrypting) last = output;

        /* Masks, mixing and checksum. */
        if (phase == MASKS) {
            mask_in = l;
            mask_out = l ^ times_2(l2); /* 3 * 3 = 5 */
        } else if (phase == TURN || phase == TURN_BACK) {
            block_t mask = mask_in;
            mask_in = mask_out;
            mask_out = mask;
        } else {
            if (slot && next_first != NONE) mask_in = input_mask;
            if (leaves) mask_out = next_mask_out;
        }
        if (phase == KEY && slot) l = keyed1;
        if (takes_npub) w = 0;
        else if (slot && first != NONE) w = keyed1 ^ (mixes && !backward ? w2 : w);
        if (takes_npub) checksum = 0;
        else if (loads_data && !decrypting) checksum ^= block.data;
        else if (leaves && decrypting && second != AGAIN) checksum = result ^ (second == MIDDLE ? checksum : (block_t)0);

        /* Control. */
        if (takes_npub) decrypting = wire_read(decrypt);
        if (awaits_data && block.eot) {
            size = block.size;
            valid_bytes = block.valid_bytes;
            moves = decrypting ? (moves_t)block.size : (moves_t)-block.size;
        }
        switch (phase) {
        case IDLE:
            phase = takes_key ? NEW_KEY : AD;
            break;
        case NEW_KEY:
            phase = KEY;
            break;
        case KEY:
            if (slot) phase = IDLE;
            break;
        case AD:
            if (slot && !loads_ad) phase = MASKS;
            break;
        case MASKS:
            phase = decrypting ? TURN : DATA;
            break;
        case TURN:
            phase = DATA;
            break;
        case DATA:
            if (slot && block.eot) phase = decrypting ? TAG : block.size == 0 ? DRAIN : CHECK;
            break;
        case TAG:
            if (slot) phase = ROTATE;
            break;
        case ROTATE:
            if (rotated) phase = decrypting ? LAST : IDLE;
            break;
        case LAST:
            if (leaves_last) phase = size == 0 ? VERDICT : TURN_BACK;
            break;
        case TURN_BACK:
            phase = CHECK;
            break;
        case CHECK:
            if (slot) phase = DRAIN;
            break;
        default:
            if (empty) phase = decrypting ? VERDICT : ROTATE;
        }
        if (turns) start_key = round_key;
        if (starts || running) round_key = next_key;
        if (starts) backward = direction;
        if (takes_key) {
            start_key = new_key;
            backward = 0;
        }
        if (slot) {
            first = next_first;
            second = next_second;
        }
        running = slot ? starts : (bit)(round != AES_ROUNDS - 1);
        round = slot ? (round_t)1 : (round_t)(round + 1);
    }
}
