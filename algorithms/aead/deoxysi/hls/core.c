/* Deoxys-I-128-128 v1.41: one round of Deoxys-BC-256 with its tweakey step a cycle, 15 cycles a block of AD or data.
 *
 * A block is loaded in one cycle, in which the one before it leaves, and goes through fourteen rounds. Forward tweakey steps end with the key
 * of the last round, where a decryption begins, and backward ones with the first, so no key is stored but that of this round and the one where
 * the block under way began. After a new key one encryption of nothing makes the last one.
 *
 *   phase    the block that is under way, or done where no round runs
 *   IDLE     none; that of a new key
 *   NEW_KEY  (one cycle) loads that one
 *   START    none: waits for the first block, or for the end of the message
 *   AD       one of AD, whose result is added to the sum
 *   DATA     a full one, forward or backward, that is given
 *   PARTIAL  zero, whose result is added to the block that waits
 *   TAG      the checksum, which gives the tag, or the verdict on the one that came
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "deoxys.h"

enum phase { IDLE, NEW_KEY, START, AD, DATA, PARTIAL, TAG };

typedef uint_t(4) round_t;

HARDWARE void deoxysi(void) {
    enum phase phase = IDLE;
    round_t round = 0;
    bit running = 0, last = 0; /* rounds 1 to 14; round 14 */
    bit backward = 0;          /* the direction of the block under way, or of the last one */
    bit decrypting = 0;
    bit ends = 0;              /* the block under way is the last one */
    index_t index = 0;         /* of the next block */
    nonce_t nonce = 0;
    block_t state = 0, tk1 = 0, tk2 = 0;
    byte_t constant = 0;
    block_t start_key = 0;     /* where the block under way began */
    block_t checksum = 0;
    block_t auth = 0;          /* the sum of AD */

    for (;;) {
        expect_cycles(1);

        if (phase == IDLE && !running) {
            if (wire_read(key_update)) {
                start_key = stream_read(key);
                backward = 0;
                phase = NEW_KEY;
                continue;
            }
            struct bdi npub = stream_read(bdi);
            decrypting = wire_read(decrypt);
            nonce = npub.data >> 64;
            ends = npub.eoi;
            index = 0;
            checksum = 0;
            auth = 0;
            phase = START;
            continue;
        }

        /* The block that is done leaves, and the next one comes. */
        bit ends_ad = phase == AD && !running, ends_data = phase == DATA && !running, ends_partial = phase == PARTIAL && !running;
        bit ends_tag = phase == TAG && !running;
        bit done = !running && phase != TAG && phase != NEW_KEY;
        bit awaits_next = done && !ends, loads_tag = done && ends;
        struct bdi block = any(struct bdi);
        if (awaits_next) block = stream_peek(bdi);
        bit loads_ad = awaits_next && block.type == SEGMENT_AD;
        bit loads_data = awaits_next && block.type != SEGMENT_AD && !block.partial;
        bit loads_partial = awaits_next && block.type != SEGMENT_AD && block.partial;
        if (loads_ad || loads_data || ends_partial || (ends_tag && decrypting)) block = stream_read(bdi);
        block_t output = state ^ (phase == PARTIAL ? block.data : (block_t)0) ^ (phase == TAG ? auth : (block_t)0);
        if (ends_data || ends_partial || (ends_tag && !decrypting)) {
            stream_write(bdo, (struct bdo){output, phase == PARTIAL ? block.size : (size_in_bytes_t)BLOCK_BYTES});
        }

        /* The end of a partial block is padding, which `block` holds. */
        byte_mask_t of_result = !decrypting ? (byte_mask_t)0 : ends_data ? (byte_mask_t)0xffff : ends_partial ? block.valid_bytes : (byte_mask_t)0;
        if ((loads_data && !decrypting) || ends_partial) checksum ^= block.data;
        checksum ^= state & byte_enable(of_result);
        if (ends_ad) auth ^= state;
        if (ends_tag) {
            if (decrypting) stream_write(msg_auth, output == block.data);
            phase = IDLE;
            continue;
        }

        /* The tweakey. Eight times h is the identity; so the tweak after fourteen steps is that two steps back. */
        bit loads = !running;
        bit direction = running ? backward : (bit)(loads_data && decrypting);
        bit turns = direction != backward;
        bit ad_or_partial = awaits_next ? block.partial : (bit)(phase == PARTIAL);
        byte_t stage = (byte_t)ad_or_partial << 2 | (byte_t)loads_ad << 1 | loads_tag;
        block_t tweak = (block_t)stage << 124 | (block_t)(loads_ad ? (nonce_t)0 : nonce) << 60 | index;
        block_t word1 = running ? tk1 : direction ? permute(permute(tweak, 1), 1) : tweak;
        block_t word2 = running || turns ? tk2 : start_key;
        if (loads) constant = direction ? LAST_CONSTANT : FIRST_CONSTANT;
        block_t subtweakey = subtweakey_of(word1, word2, constant);
        if (turns) start_key = tk2;
        if (loads || !last) {
            tk1 = permute(word1, direction);
            tk2 = shift_registers(permute(word2, direction), direction);
            constant = next_constant(constant, direction);
        }

        /* The round. A decryption mixes the columns when it is loaded, and not in its last round. */
        block_t input = (loads_ad || loads_data ? block.data : (block_t)0) | (loads_tag ? checksum : (block_t)0);
        block_t substituted = substitute_and_shift_either(state, backward);
        block_t keyed = (running ? substituted : input) ^ subtweakey;
        block_t mixed = mix_columns_either(substituted, keyed, direction) ^ (direction ? (block_t)0 : subtweakey);
        bit leaves_mixing_out = running ? (bit)(backward && last) : (bit)!direction;
        state = leaves_mixing_out ? keyed : mixed;
        backward = direction;

        /* Control. */
        if (awaits_next) {
            index = loads_ad && block.eot ? (index_t)0 : (index_t)(index + 1);
            ends = block.eoi;
        }
        if (loads_ad) phase = AD;
        else if (loads_data) phase = DATA;
        else if (loads_partial) phase = PARTIAL;
        else if (loads_tag) phase = TAG;
        else if (phase == NEW_KEY) phase = IDLE;
        running = loads || !last;
        last = !loads && round == ROUNDS - 1;
        round = loads ? (round_t)1 : (round_t)(round + 1);
    }
}
