/* AES-COPA v2: two layers of AES, one round a cycle in each, 10 cycles a block of AD or data.
 *
 * The first layer works on a block while the second one works on the block before it, under the same round key. The last round of both and the
 * key additions that begin the next blocks share a cycle, a slot. All but rounds 1 to 9 happens in slots, and where no layer works on anything
 * each cycle is one.
 *
 *   phase      what a slot does, beside what is under way
 *   IDLE       takes a new key, or the nonce
 *   NEW_KEY    loads 0
 *   KEY        keeps L
 *   AD         takes and loads AD; fills its last block with the beginning of the nonce, which is moved to where it begins before; without such
 *              a block loads the nonce
 *   PAD        loads the end of the nonce with its padding
 *   CHAIN      keeps what began with AD
 *   MASKS      makes the masks
 *   TURN       (decryption) exchanges them
 *   DATA       takes and loads data
 *   LAST       (decryption) waits for the last block of plaintext
 *   TURN_BACK  (decryption) exchanges the masks
 *   CHECK      loads the checksum
 *   TAG        gives what becomes of it, or the verdict
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_both_round.h"
#include "copa.h"

enum phase { IDLE, NEW_KEY, KEY, AD, PAD, CHAIN, MASKS, TURN, DATA, LAST, TURN_BACK, CHECK, TAG };

/* What a layer works on: nothing, a block that is only encrypted once, one of data but the last, the last one, or the checksum. */
enum work { NONE, ONCE, MIDDLE, FINAL, SUM };

typedef uint_t(4) round_t;
typedef uint_t(4) moves_t;

HARDWARE void copa(void) {
    enum phase phase = IDLE;
    enum work first = NONE, second = NONE;
    round_t round = 0;
    bit running = 0;  /* rounds 1 to 9 */
    bit backward = 0; /* the direction of the blocks under way, or of the last ones */
    bit decrypting = 0;
    bit padded = 0; /* the last block of data */
    bit moved = 0;  /* the nonce has been, or is being */
    byte_mask_t valid_bytes = 0; /* of the last block of AD that is not full */
    moves_t moves = 0; /* of the nonce that are left, a byte each */
    block_t nonce = any(block_t);
    block_t state1 = any(block_t), state2 = any(block_t), round_key = any(block_t);
    block_t start_key = any(block_t); /* where the blocks under way began */
    block_t l = any(block_t), mask_in = any(block_t), mask_out = any(block_t), checksum = any(block_t);
    block_t chain = any(block_t); /* the sum over AD, then what is added between the layers */

    for (;;) {
        expect_cycles(1);

        /* What this cycle does. */
        bit slot = !running, idle = slot && first == NONE;
        bit takes_key = phase == IDLE && wire_read(key_update), takes_npub = phase == IDLE && !takes_key;
        bit awaits_ad = phase == AD && slot && moves == 0;
        bit loads_data = phase == DATA && slot, loads_key = phase == NEW_KEY, loads_sum = phase == CHECK && slot;
        bit mixes = slot && first != NONE && first != ONCE;
        bit leaves = slot && second != NONE, ends = slot && second == SUM;

        struct bdi block = any(struct bdi);
        if (awaits_ad) block = stream_peek(bdi);
        bit is_ad = awaits_ad && block.type == SEGMENT_AD;
        bit moves_nonce = is_ad && block.partial && !moved;
        bit loads_ad = is_ad && !moves_nonce, fills = loads_ad && block.partial;
        bit loads_nonce = awaits_ad && !is_ad && idle, loads_padding = phase == PAD && idle;
        if (takes_npub || loads_ad || loads_data || (ends && decrypting)) block = stream_read(bdi);
        cipher_key_t new_key = any(cipher_key_t);
        if (takes_key) new_key = stream_read(key);

        /* What the layers work on next. */
        enum work next_first = NONE, next_second = mixes ? first : NONE;
        if (loads_key || loads_ad || loads_nonce || loads_padding) next_first = ONCE;
        if (loads_data) next_first = block.eot ? FINAL : MIDDLE;
        if (loads_sum) next_first = SUM;
        bit starts = slot && (next_first != NONE || next_second != NONE);

        /* The last rounds, and what leaves. */
        block_t substituted1 = substitute_and_shift_either(state1, backward), substituted2 = substitute_and_shift_either(state2, backward);
        block_t keyed1 = substituted1 ^ round_key, keyed2 = substituted2 ^ round_key;
        block_t out2 = times_2(mask_out);
        bit out_by_7 = second == SUM || (second == FINAL && decrypting && padded);
        block_t next_mask_out = mask_out ^ if_set(out_by_7, out2 ^ times_2(out2));
        block_t output = keyed2 ^ next_mask_out;
        if (ends && decrypting) stream_write(msg_auth, output == block.data);
        if (leaves && !(ends && decrypting)) stream_write(bdo, (struct bdo){output, BLOCK_BYTES});

        /* What the layers begin with. */
        bit ends_ad = loads_nonce || loads_padding, by_7 = loads_data && !decrypting && block.eot && block.partial;
        block_t in2 = times_2(mask_in);
        block_t input_mask = mask_in ^ if_set(loads_nonce || loads_sum || by_7, in2) ^ if_set(loads_padding || by_7, times_2(in2));
        byte_mask_t from_nonce = (loads_nonce ? (byte_mask_t)0xffff : (byte_mask_t)0) | (fills ? ~valid_bytes : (byte_mask_t)0)
                                 | (loads_padding ? valid_bytes : (byte_mask_t)0);
        block_t input1 = (if_set(loads_ad || loads_data, block.data) ^ if_set(!loads_key, input_mask))
                         ^ ((nonce & byte_enable(from_nonce)) ^ if_set(loads_padding, padding_behind(valid_bytes)))
                         ^ (if_set(ends_ad, chain) ^ if_set(loads_sum, checksum));
        block_t input2 = keyed1 ^ chain;

        /* AES. */
        bit direction = running ? backward : (bit)(decrypting && (phase == DATA || phase == LAST));
        bit turns = starts && direction != backward;
        block_t from = running || turns ? round_key : start_key;
        block_t added = backward ? (block_t)0 : round_key; /* a decryption has added its key before mixing columns */
        state1 = running ? mix_columns_either(substituted1, keyed1, backward) ^ added : input1 ^ from;
        state2 = running ? mix_columns_either(substituted2, keyed2, backward) ^ added : input2 ^ from;
        block_t next_key = next_round_key_either(from, running ? round : (round_t)0, direction);

        /* Masks, mixing and checksum. */
        block_t l2 = times_2(l), l3 = l ^ l2;
        block_t was_mask_in = mask_in;
        if (takes_npub) mask_in = l3 ^ times_2(times_2(l3)); /* 3 * 3 * 3 = 15 = 3 + 12 */
        else if (phase == MASKS) mask_in = l3;
        else if (phase == TURN || phase == TURN_BACK) mask_in = mask_out;
        else if (slot && next_first != NONE) mask_in = next_first == FINAL ? input_mask : in2;
        if (phase == MASKS) mask_out = l2;
        else if (phase == TURN || phase == TURN_BACK) mask_out = was_mask_in;
        else if (leaves) mask_out = second == MIDDLE ? out2 : next_mask_out;
        if (phase == KEY && slot) l = keyed1;
        if (takes_npub) chain = 0;
        else if (slot && first != NONE) chain = keyed1 ^ if_set(!backward, phase == CHAIN ? l : chain);
        if (takes_npub) checksum = 0;
        else if (loads_data && !decrypting) checksum ^= block.data;
        else if (leaves && decrypting) checksum ^= output;

        /* Control. */
        if (takes_npub) {
            decrypting = wire_read(decrypt);
            nonce = block.data;
            moved = 0;
        } else if (moves_nonce) {
            valid_bytes = block.valid_bytes;
            moves = block.size;
            moved = 1;
        } else if (moves != 0) {
            nonce = nonce >> 8 | nonce << 120;
            moves--;
        }
        if (loads_data) padded = block.partial;
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
            if (loads_nonce) phase = CHAIN;
            if (fills) phase = PAD;
            break;
        case PAD:
            if (loads_padding) phase = CHAIN;
            break;
        case CHAIN:
            if (slot) phase = MASKS;
            break;
        case MASKS:
            phase = decrypting ? TURN : DATA;
            break;
        case TURN:
            phase = DATA;
            break;
        case DATA:
            if (loads_data && block.eot) phase = decrypting ? LAST : CHECK;
            break;
        case LAST:
            if (slot && second == FINAL) phase = TURN_BACK;
            break;
        case TURN_BACK:
            phase = CHECK;
            break;
        case CHECK:
            if (slot) phase = TAG;
            break;
        default:
            if (ends) phase = IDLE;
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
