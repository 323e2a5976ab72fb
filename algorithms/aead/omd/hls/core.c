/* OMD-SHA256 v2.0: a round of SHA-256 a cycle, 65 cycles a block of data.
 *
 * F_K is called over and over: 64 cycles of rounds, and one between two calls, in which the result of one leaves and the input of the next one
 * enters. The rounds also make the mask of the next block. A last block that has another mask waits three cycles for it.
 *
 *   phase     the call that has ended    the cycle between
 *   IDLE      none                       takes a key; or takes the nonce and begins its call
 *   KEY       none                       begins the call for L*
 *   HASH_KEY  for L*                     keeps L*
 *   NONCE     of the nonce               keeps the first mask of data; where there is no AD, begins the call of START
 *   AD        of a block of AD           adds it to the sum; takes the left half of a block of AD
 *   LEFT      none                       takes the right half and begins the call
 *   MASK      none                       begins the call of START
 *   START     of the tag's length        as DATA
 *   DATA      of a block of data         gives a block of data and begins its call; at the end gives the tag, or takes it
 */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

#include "omd.h"

#define TAG_BITS 128
#define CORRECTED 3

typedef uint_t(TAG_BITS) tag_t;

enum phase { IDLE, KEY, HASH_KEY, NONCE, AD, LEFT, MASK, START, DATA };

/* Units of their own: these choices would be worked into every register behind them. */
SHARED static inline block_t choose_input(bit takes_block, block_t block, block_t masked) {
    return takes_block ? block : masked;
}

SHARED static inline block_t choose_state(bit in_rounds, block_t after_round, block_t input) {
    return in_rounds ? after_round : input;
}

/* What the next round adds: h, its constant and its word. */
SHARED static inline word_t prepare(word_t h, uint_t(6) step, word_t word) {
    return h + (constants[step] + word);
}

HARDWARE void omd(void) {
    enum phase phase = IDLE;
    uint_t(7) step = 0;      /* 1 to 64 in the rounds */
    cipher_key_t secret = any(cipher_key_t); /* the key */
    word_t chaining[8], v[8], w[16], ahead = any(word_t);
    UNROLL for (int i = 0; i < 8; i++) chaining[i] = v[i] = any(word_t);
    UNROLL for (int i = 0; i < 16; i++) w[i] = any(word_t);

    block_t l_star = any(block_t), l = any(block_t); /* L*; L[ntz(index)] after the rounds */
    block_t mask = any(block_t); /* of the next block, unless it has another one as the last block */
    block_t data_mask = any(block_t); /* the first one of data */
    uint_t(32) index = 0;      /* of the block under way; the rounds turn it twice and count it up */
    bit carry = 0;             /* of that */
    uint_t(2) corrected = 0;   /* cycles that have replaced the last block's mask */

    tag_t tag = any(tag_t); /* the sum over AD */
    bit decrypting = 0;
    bit ends = 0;                    /* the block before was the last one of the message */
    bit ad_ends = 0, pads_right = 0; /* the half before was the last one of AD; it was full, so the right half is padding */

    for (;;) {
        expect_cycles(1);
        uint_t(7) now = step;
        bit in_rounds = step != 0, begins = 0, clears = 0, takes_left = 0;
        block_t input = any(block_t);

        if (step == 0) {
            block_t result = add_words(chaining, v);

            /* What this cycle does. */
            bit takes_key = phase == IDLE && wire_read(key_update), takes_npub = phase == IDLE && !takes_key;
            bit in_data = phase == START || phase == DATA;
            bit awaits_right = phase == LEFT && !ad_ends, awaits_data = in_data && !ends, tells_tag = in_data && ends;
            struct bdi block = any(struct bdi);
            if ((phase == NONCE && !ends) || awaits_right || awaits_data) block = stream_peek(bdi);
            bit has_ad = phase == NONCE && !ends && block.type == SEGMENT_AD;
            bit is_last = phase == LEFT ? ad_ends || block.partial : awaits_data && block.eot; /* and so has another mask */
            bit corrects = is_last && corrected != CORRECTED;
            bit begins_ad = phase == LEFT && !corrects, takes_right = awaits_right && !corrects, takes_data = awaits_data && !corrects;
            bit begins_start = phase == MASK || (phase == NONCE && !has_ad);
            bit hashes_length = phase == KEY || begins_start;
            takes_left = phase == AD && !ad_ends;
            begins = takes_npub || hashes_length || begins_ad || takes_data;
            clears = takes_key || has_ad || (phase == AD && ad_ends);

            if (takes_key) secret = stream_read(key);
            if (takes_npub || takes_left || takes_right || takes_data || (tells_tag && decrypting)) block = stream_read(bdi);

            /* What the result is for. */
            block_t output = result ^ (tells_tag ? (block_t)tag << 128 : block.data);
            if (takes_data || (tells_tag && !decrypting)) stream_write(bdo, (struct bdo){output, tells_tag ? (size_in_bytes_t)(TAG_BITS / 8) : block.size});
            if (tells_tag && decrypting) stream_write(msg_auth, (tag_t)(output >> 128) == (tag_t)(block.data >> 128));
            input = choose_input(phase == IDLE || phase == AD, block.data | (block_t)(phase == IDLE) << 159, result ^ mask); /* the nonce is padded */
            if (phase == HASH_KEY) l_star = result;
            if (phase == NONCE) data_mask = input;
            if (phase == AD) tag ^= (tag_t)(result >> 128);
            if (takes_npub) tag = 0;

            /* The next call. */
            block_t message = block.data ^ (takes_data && decrypting ? result & byte_enable(block.valid_bytes) : (block_t)0);
            if (begins_ad && ad_ends) message = (block_t)pads_right << 255;
            if (takes_npub) message = 0;
            if (hashes_length) message = TAG_BITS;
            UNROLL for (int i = 0; i < 8; i++) {
                if (begins || takes_left) chaining[i] = word_of(input, i);
                if (clears) chaining[i] = 0;
            }
            if (begins) {
                UNROLL for (int i = 0; i < 4; i++) w[i] = secret >> (96 - 32 * i);
                UNROLL for (int i = 0; i < 4; i++) w[4 + i] = 0;
                UNROLL for (int i = 0; i < 8; i++) w[8 + i] = word_of(message, i);
            }

            /* The mask. That of a last block is without L, and with L*, twice L* or both instead. */
            if (corrects) {
                bit adds_single = phase == LEFT || block.partial, adds_double = phase != LEFT;
                if (corrected == 0 || (corrected == 1 && adds_single) || (corrected == 2 && adds_double)) mask ^= l;
                l = corrected == 0 ? l_star : twice(l);
            }
            if (begins) l = l_star;
            if (takes_key || takes_npub) mask = 0;
            if (phase == AD && ad_ends) mask = data_mask;
            if (phase == IDLE || (phase == AD && ad_ends)) index = 0;
            if (phase == MASK) index |= 1;
            corrected = corrects ? (uint_t(2))(corrected + 1) : (uint_t(2))0;

            if (takes_npub) decrypting = wire_read(decrypt);
            if (takes_npub || takes_left || takes_right || takes_data) ends = block.eoi;
            if (takes_left || takes_right) {
                ad_ends = block.eot;
                pads_right = !block.partial;
            }
            if (phase == NONCE) ad_ends = 0;

            switch (phase) {
            case IDLE: phase = takes_key ? KEY : NONCE; break;
            case KEY: phase = HASH_KEY; break;
            case HASH_KEY: phase = IDLE; break;
            case NONCE: phase = has_ad ? AD : START; break;
            case AD: phase = takes_left ? LEFT : MASK; break;
            case LEFT: if (begins_ad) phase = AD; break;
            case MASK: phase = START; break;
            default: phase = tells_tag ? IDLE : takes_data ? DATA : phase;
            }
            carry = 1;
            step = begins;
        } else {
            sha256_schedule(w);
            bit lowest = index;
            if (step >> 6) mask ^= l;
            else if (phase == START) mask = data_mask;
            if ((carry & lowest) || (uint_t(5))(step >> 1) == 31) l = twice(l);
            index = index >> 1 | (uint_t(32))(bit)(lowest ^ carry) << 31;
            carry &= lowest;
            step = step >> 6 ? (uint_t(7))0 : (uint_t(7))(step + 1);
        }

        word_t after_round[8];
        UNROLL for (int i = 0; i < 8; i++) after_round[i] = v[i];
        sha256_round(after_round, ahead);
        block_t state = choose_state(in_rounds, block_of(after_round), input);
        if (in_rounds || begins) {
            UNROLL for (int i = 0; i < 8; i++) v[i] = word_of(state, i);
            ahead = prepare(v[7], now, w[0]);
        }
        if (takes_left || clears) {
            UNROLL for (int i = 0; i < 8; i++) v[i] = 0;
        }
    }
}
