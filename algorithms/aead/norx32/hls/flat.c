/* NORX32-4-1 v3 (2016) as a state machine: one loop, one iteration a cycle, one round F in each; 4 cycles a block.
 *
 * Everything that is added to the state between two permutations (nonce, key, block, domain) is added in the cycle of the first round that
 * follows. Between messages the state rests at the constants of the initialisation, which makes loading an addition too.
 */
#define KEY_BITS 128
#define BLOCK_BITS 384
#include <cipher_core.h>

#include "norx.h"

typedef uint_t(2) round_t;
typedef uint_t(128) words_t;

/* What is done when the permutation in progress ends, in the cycle of the first round of the next one. */
enum phase { IDLE, BEGIN, BLOCKS, END, TAG };

HARDWARE void norx32(void) {
    cipher_key_t key = 0;
    struct state s = CONSTANTS;
    enum phase phase = IDLE;
    round_t round = 0;
    bit decrypting = 0;
    bit input_ended = 0;

    for (;;) {
        expect_cycles(1);

        if (phase == IDLE && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit between = round == 0;
        bit starts = phase == IDLE;
        bit begins = between && phase == BEGIN;
        bit absorbs = between && phase == BLOCKS;
        bit closes = between && phase == TAG;

        /* The type of the first block decides how the permutation before it begins. */
        struct bdi block = any(struct bdi);
        if (begins && !input_ended) block = stream_peek(bdi);
        if (starts || absorbs || (closes && decrypting)) block = stream_read(bdi);
        bit is_ad = block.type == SEGMENT_AD;

        domain_t domain = 0;
        if (begins) domain = input_ended ? DOMAIN_TAG : is_ad ? DOMAIN_AD : DOMAIN_DATA;
        if (absorbs) domain = block.eoi ? DOMAIN_TAG : is_ad && !block.eot ? DOMAIN_AD : DOMAIN_DATA;

        /* Before the round. Decryption replaces the rate by the ciphertext, in the bytes that the message fills. */
        block_t replaced = absorbs && block.type == SEGMENT_CIPHERTEXT ? byte_enable(block.valid_bytes) : (block_t)0;
        block_t input = starts ? block.data : absorbs ? pad(block) : (block_t)0;
        struct state x = add_block(s, (rate(s) & replaced) ^ input);
        x = add_words(x, 4, starts ? key : (words_t)0);
        x = add_words(x, 12, begins || (between && phase == END) || closes ? key : (words_t)0);
        x.s[15] ^= domain;

        block_t output = (closes ? (block_t)last_words(x) << (BLOCK_BITS - 128) : rate(s)) ^ (closes && !decrypting ? (block_t)0 : block.data);
        if (closes && decrypting) stream_write(msg_auth, output >> 256 == 0);
        else if (closes || (absorbs && !is_ad && block.size != 0)) stream_write(bdo, (struct bdo){output, closes ? (size_in_bytes_t)16 : block.size});

        if (closes) {
            s = CONSTANTS;
            phase = IDLE;
            continue;
        }
        s = permute_once(x);
        round++;

        if (!between) continue;
        if (starts) decrypting = wire_read(decrypt);
        if (starts || absorbs) input_ended = block.eoi;
        phase = starts ? BEGIN : phase == END ? TAG : input_ended ? END : BLOCKS;
    }
}
