/* Tiaoxin-346 v2: one update of the state a cycle, so one block of 256 bits a cycle.
 *
 * Ciphertext is what the state gives after the update with its plaintext. That is linear in the plaintext, so each cycle computes what an update
 * with zeros would give (`ahead`) and adds it to the block.
 *
 *   phase   the cycles                    what enters the state
 *   REST    until the nonce comes         the nonce at the words 1
 *   KEY     1                             the key at the words 0 and 1
 *   START   15                            Z0, Z1, Z0
 *   BLOCKS  one a block of AD or data     the block
 *   LENGTHS 1                             the lengths
 *   FINISH  20                            Z1, Z0, Z1
 *   TAG     1                             none: gives the tag, or compares it with the one that came
 */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

#define AES_ROUND_UNITS 6
#include "tiaoxin.h"

/* An AES round makes 0 of U. */
#define U WORD(0x5252525252525252, 0x5252525252525252)

enum phase { REST, KEY, START, BLOCKS, LENGTHS, FINISH, TAG };

typedef uint_t(5) count_t;

/* Two updates lead from here to the initial state, with the nonce added to the words 1 in the first and the key to the words 0 and 1 in the
 * second: then the words that only move up need no multiplexer before their registers. */
#define AT_REST ((struct state){{V, W, U}, {V, Z0, W, U}, {V, Z1, 0, 0, W, U}})

static inline struct pair choose(bit choice, struct pair pair) {
    return choice ? pair : (struct pair){0, 0};
}

/* Only the last block of a type is not full: the lower bits are zero before it. */
static inline length_t longer(length_t length, size_in_bytes_t size) {
    return (length_t)((uint_t(27))(length >> 5) + (size >> 5)) << 5 | (size & 31);
}

HARDWARE void tiaoxin346(void) {
    enum phase phase = REST;
    count_t count = 0; /* updates done in START or FINISH */
    struct state t = AT_REST;
    cipher_key_t key = any(cipher_key_t);
    length_t length = 0, ad_length = 0;
    bit decrypting = 0;
    bit no_blocks = 0; /* the nonce ended the input */

    for (;;) {
        expect_cycles(1);

        bit rests = phase == REST;
        if (rests && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit compares = phase == TAG && decrypting;
        struct bdi block = any(struct bdi);
        if (rests || phase == BLOCKS || compares) block = stream_read(bdi);
        bit is_data = phase == BLOCKS && block.type != SEGMENT_AD;
        struct pair input = pair_of(block.data);

        /* Words 0 and 1 after the update, without the message. */
        aes_block_t first3 = aes_round(t.t3[2]) ^ t.t3[0], second3 = aes_round(t.t3[0]) ^ Z0;
        aes_block_t first4 = aes_round(t.t4[3]) ^ t.t4[0], second4 = aes_round(t.t4[0]) ^ Z0;
        aes_block_t first6 = aes_round(t.t6[5]) ^ t.t6[0], second6 = aes_round(t.t6[0]) ^ Z0;

        /* What the state then gives, and all of that besides word 0 of T3 or T6. */
        struct pair rest = {t.t3[1] ^ second4 ^ (t.t6[2] & t.t4[2]), t.t4[1] ^ second3 ^ (t.t6[4] & t.t3[1])};
        struct pair ahead = {first3 ^ rest.w0, first6 ^ rest.w1};

        /* The message; `known` has ones where the block is ciphertext. M2 is M0 + M1, but for the constants. */
        struct pair known = pair_of(is_data && block.type == SEGMENT_CIPHERTEXT ? byte_enable(block.valid_bytes) : (block_t)0);
        struct pair taken = choose(phase == BLOCKS, input), lengths = choose(phase == LENGTHS, (struct pair){ad_length, length});
        struct pair m = {taken.w0 | lengths.w0, taken.w1 | lengths.w1};
        aes_block_t m0 = m.w0 ^ (ahead.w0 & known.w0);
        aes_block_t constant0 = phase == START ? Z0 : phase == FINISH ? Z1 : (aes_block_t)0;
        aes_block_t constant1 = phase == START ? Z1 : phase == FINISH ? Z0 : (aes_block_t)0;

        aes_block_t compared = phase == BLOCKS || compares ? input.w0 : (aes_block_t)0;
        struct pair output = {(phase == TAG ? tag_of(t) : ahead.w0) ^ compared, ahead.w1 ^ m0 ^ m.w1};
        if (is_data || (phase == TAG && !decrypting)) {
            block_t data = (block_t)output.w0 << 128 | output.w1;
            stream_write(bdo, (struct bdo){data, phase == TAG ? (size_in_bytes_t)TAG_BYTES : block.size});
        }
        if (compares) stream_write(msg_auth, output.w0 == 0);
        if (phase == TAG) {
            t = AT_REST;
            phase = REST;
            continue;
        }

        /* Where the ciphertext is known, it gives word 0 of T3 and T6 without the plaintext. */
        aes_block_t start_key = phase == KEY ? key : (cipher_key_t)0;
        aes_block_t enters = rests ? input.w0 : start_key;
        t = (struct state){
            {start_key ^ constant0 ^ m.w0 ^ choose_bits(known.w0, rest.w0, first3), second3 ^ enters, t.t3[1]},
            {start_key ^ constant1 ^ m.w1 ^ first4 ^ (known.w1 & (ahead.w1 ^ m0)), second4 ^ enters, t.t4[1], t.t4[2]},
            {start_key ^ constant0 ^ m.w1 ^ choose_bits(known.w1, rest.w1, first6 ^ m0), second6 ^ enters, t.t6[1], t.t6[2], t.t6[3], t.t6[4]},
        };

        bit counts = phase == START || phase == FINISH, last = count == (phase == START ? START_UPDATES : FINAL_UPDATES) - 1;
        if (counts) count = last ? (count_t)0 : (count_t)(count + 1);

        switch (phase) {
        case REST:
            length = ad_length = 0;
            decrypting = wire_read(decrypt);
            no_blocks = block.eoi;
            phase = KEY;
            break;
        case KEY:
            phase = START;
            break;
        case START:
            if (last) phase = no_blocks ? LENGTHS : BLOCKS;
            break;
        case BLOCKS:
            length = longer(length, block.size);
            if (!is_data && block.eot) {
                ad_length = length;
                length = 0;
            }
            if (block.eoi) phase = LENGTHS;
            break;
        case LENGTHS:
            phase = FINISH;
            break;
        default:
            if (last) phase = TAG;
        }
    }
}
