/* OCB (RFC 7253) with AES-128, 96-bit nonces and 128-bit tags: 10 cycles a block of AD or data.
 *
 * The last round of a block and the key addition that begins the next one share a cycle, in which one block leaves and the next one enters.
 * Meanwhile `l` is doubled from L_$ to the L of the next offset, by x or by x^8 a cycle: at most nine cycles before block 2^29. Behind the
 * last block of data it stays L_$, which the tag needs.
 *
 *   phase     AES works on                          its last cycle
 *   HASH_KEY  0, once after each new key            keeps L_*
 *   START     nothing: waits for the first block
 *   AD        a block of AD                         adds the result to the sum
 *   NONCE     the nonce, kept in `checksum`         keeps Ktop in `l`
 *   SHIFT     nothing: `l` becomes Offset_0
 *   READY     nothing: waits for a block of data
 *   DATA      a full block, forward or backward     gives it
 *   PARTIAL   the offset                            takes the block that waits, and gives it
 *   TAG       the checksum                          gives the tag, or takes it
 *   VERDICT   (one cycle)                           tells whether it is the right one
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "ocb.h"

enum phase { IDLE, HASH_KEY, START, AD, NONCE, SHIFT, READY, DATA, PARTIAL, TAG, VERDICT };

typedef uint_t(4) round_t;

#define SHIFTED_AT 15

HARDWARE void ocb(void) {
    enum phase phase = IDLE;
    round_t round = 0;
    bit running = 0, last = 0;      /* round 1 to 9; round 10 */
    bit backward = 0;               /* the direction of the block under way, or of the last one */
    bit decrypting = 0;
    bit ad_ends = 0, ends = 0;      /* the block before this was the last one of AD; of all */
    index_t index = any(index_t); /* of the next block, from 1 */
    doublings_t doublings = any(doublings_t);
    block_t state = 0, round_key = 0;
    block_t start_key = any(block_t); /* where the block under way began */
    block_t l_star = any(block_t), l = any(block_t), offset = any(block_t);
    block_t checksum = 0;           /* then what AES and the tag that came are together, which is `sum` if they fit */
    block_t sum = 0;                /* of HASH */

    for (;;) {
        expect_cycles(1);

        if (phase == VERDICT) {
            stream_write(msg_auth, checksum == sum);
            checksum = 0;
            phase = IDLE;
            continue;
        }

        /* What this cycle does. */
        bit doubled = doublings, key_hashing = phase == HASH_KEY, shifting = phase == SHIFT;
        bit takes_key = phase == IDLE && wire_read(key_update), takes_npub = phase == IDLE && !takes_key;
        bit shifted = shifting && round == SHIFTED_AT;
        bit ends_ad = phase == AD && last, ends_data = phase == DATA && last, ends_partial = phase == PARTIAL && last;
        bit ends_tag = phase == TAG && last;
        bit awaits_ad = (phase == START && doubled && !ends) || (ends_ad && !ad_ends);
        bit awaits_data = ((phase == READY && doubled) || ends_data) && !ends;

        struct bdi block = any(struct bdi);
        if (awaits_ad || awaits_data) block = stream_peek(bdi);
        bit loads_ad = awaits_ad && block.type == SEGMENT_AD;
        bit loads_data = awaits_data && !block.partial, loads_partial = awaits_data && block.partial;
        if (takes_npub || loads_ad || loads_data || ends_partial || (ends_tag && decrypting)) block = stream_read(bdi);

        cipher_key_t new_key = any(cipher_key_t);
        if (takes_key) new_key = stream_read(key);

        bit loads_nonce = (phase == START && doubled && !loads_ad) || (ends_ad && ad_ends);
        bit loads_tag = phase == READY && ends;
        bit loads_block = loads_ad || awaits_data;
        bit loads = (key_hashing && !running && !last) || loads_block || loads_nonce || loads_tag;

        /* What the last round gives. */
        block_t substituted = substitute_and_shift_either(state, backward);
        block_t keyed = substituted ^ round_key;
        if (ends_data || ends_partial || (ends_tag && !decrypting)) {
            block_t output = (keyed ^ (phase == PARTIAL ? block.data : (block_t)0))
                             ^ ((phase == DATA ? offset : (block_t)0) ^ (phase == TAG ? sum : (block_t)0));
            stream_write(bdo, (struct bdo){output, phase == PARTIAL ? block.size : (size_in_bytes_t)BLOCK_BYTES});
        }

        /* AES. */
        block_t next_offset = offset ^ ((awaits_ad || awaits_data) && block.partial ? l_star : l);
        block_t npub = (block_t)1 << 96 | checksum >> 38 << 6;
        block_t input = ((loads_ad || loads_data ? block.data : (block_t)0) ^ (loads_tag ? checksum : (block_t)0))
                        ^ ((loads_block || loads_tag ? next_offset : (block_t)0) ^ (loads_nonce ? npub : (block_t)0));

        bit direction = running ? backward : (bit)(loads_data && decrypting);
        bit turns = direction != backward;
        block_t from = running || turns ? round_key : start_key;
        block_t added = backward ? (block_t)0 : round_key; /* a decryption has added its key before mixing columns */
        block_t next_state = running ? mix_columns_either(substituted, keyed, backward) ^ added : input ^ from;
        block_t next_key = next_round_key_either(from, running ? round : (round_t)0, direction);

        /* The sums. The nonce is added to zero. The end of a partial block is padding, which `block` holds. */
        bottom_t bottom = checksum >> 32;
        byte_mask_t of_result = ends_partial ? block.valid_bytes : ends_data || ends_tag ? (byte_mask_t)0xffff : (byte_mask_t)0;
        if (!decrypting) of_result = 0;
        bit adds_block = takes_npub || (loads_data && !decrypting) || ends_partial || (ends_tag && decrypting);
        checksum = (checksum ^ (adds_block ? block.data : (block_t)0))
                   ^ ((keyed & byte_enable(of_result)) ^ (ends_data && decrypting ? offset : (block_t)0));
        if (shifted || loads_tag) checksum = 0;
        if (ends_ad) sum ^= keyed;
        if (takes_npub) sum = 0;

        /* The offset, and L for the next one. */
        if (loads_block || shifted) offset = next_offset;
        if (takes_npub || loads_nonce) offset = 0;
        if (loads_ad || loads_data) index++;
        if (takes_npub || shifted || loads_tag) index = 1;

        bit by_one = shifting ? (bit)(round >> 3) : (bit)((byte_t)doublings != 0);
        uint_t(3) shifts = round >> 3 ? (uint_t(3))bottom : (uint_t(3))(bottom >> 3); /* by eight in the cycles 0 to 6, by one in 8 to 14 */
        block_t next_l = step_l(l, !by_one, shifting);
        if (last && (key_hashing || phase == NONCE)) {
            if (key_hashing) l_star = keyed;
            l = keyed;
            doublings = 4;
        } else if (loads || shifted) {
            l = step_l(l_star, 0, 0);
            doublings = (loads_block ? block.eoi : (bit)(ends && !loads_tag)) ? (doublings_t)1 : (doublings_t)index << 1;
        } else {
            if (shifting ? (bit)((uint_t(3))round < shifts) : (bit)!doubled) l = next_l;
            if (!doubled) doublings = by_one ? doublings >> 1 : doublings >> 8;
        }

        /* Control. */
        switch (phase) {
        case IDLE:
            phase = takes_key ? HASH_KEY : START;
            break;
        case HASH_KEY:
            if (last) phase = IDLE;
            break;
        case START:
        case AD:
            if (loads_ad) phase = AD;
            if (loads_nonce) phase = NONCE;
            break;
        case NONCE:
            if (last) phase = SHIFT;
            break;
        case SHIFT:
            if (shifted) phase = READY;
            break;
        case READY:
        case DATA:
            if (ends_data) phase = READY;
            if (loads_data) phase = DATA;
            if (loads_partial) phase = PARTIAL;
            if (loads_tag) phase = TAG;
            break;
        case PARTIAL:
            if (last) phase = READY;
            break;
        default:
            if (last) phase = decrypting ? VERDICT : IDLE;
        }
        if (takes_npub) decrypting = wire_read(decrypt);
        if (takes_npub || loads_block) {
            ad_ends = block.eot;
            ends = block.eoi;
        }

        if (loads || running) {
            state = next_state;
            if (turns) start_key = round_key;
            round_key = next_key;
            backward = direction;
        }
        if (takes_key) {
            start_key = new_key;
            backward = 0;
        }
        last = running && round == AES_ROUNDS - 1;
        round = running || shifting ? (round_t)(round + 1) : (round_t)loads;
        running = loads || (running && !last);
    }
}
