/* AES-128 (FIPS 197), encryption and decryption: one round a cycle, 10 cycles a block.
 *
 * The last round of a block and the key addition that begins the next one share a cycle. Round keys are made beside the rounds, forward to encrypt
 * and backward to decrypt. An encryption leaves `round_key` at the last round key, where a decryption begins, and the other way round; `start_key`
 * is where a block in the same direction begins again. So no round key is stored but these two.
 *
 * A new key is taken in the last cycle of a block, or in one without a block. Before the first decryption under it the key schedule runs forward
 * once, as an encryption that gives no result (`expanding`).
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <block_cipher.h>

#include "aes_both_round.h"

typedef uint_t(4) round_t;

HARDWARE void aes128(void) {
    round_t round = 0;
    bit running = 0, last = 0; /* round 1 to 9; round 10 */
    bit decrypting = 0;        /* the direction of the block under way, or of the last one */
    bit expanding = 0;         /* what is under way is an encryption of no block, for the sake of the last round key */
    bit fresh = 0;             /* the key of the block that is offered is here, and no schedule has run over it */
    block_t state = any(block_t), round_key = any(block_t), start_key = any(block_t);

    for (;;) {
        expect_cycles(1);

        bit gives_result = last && !expanding;
        block_t substituted = substitute_and_shift_either(state, decrypting);
        block_t keyed = substituted ^ round_key;
        block_t mixed = mix_columns_either(substituted, keyed, decrypting);

        bit offered = !running && stream_has(block);
        struct task next = any(struct task);
        if (offered) next = stream_peek(block);
        bit starting = offered && !(next.new_key && !fresh && !expanding);
        bit expand = next.decrypt && fresh;
        bit direction = running ? decrypting : (bit)(next.decrypt && !expand);
        bit turning = direction != decrypting;

        block_t from = running || turning ? round_key : start_key;
        block_t added = running && decrypting ? (block_t)0 : from; /* a decryption has added its key before mixing columns */
        block_t next_state = (running ? mixed : next.data) ^ added;
        block_t next_key = next_round_key_either(from, running ? round : (round_t)0, direction);

        if (starting) {
            if (turning) start_key = round_key;
            if (!expand) stream_read(block);
            expanding = expand;
            fresh = 0;
            decrypting = direction;
        } else if (offered && stream_has(key)) {
            start_key = stream_read(key);
            fresh = 1;
            decrypting = 0;
        }
        last = running && round == AES_ROUNDS - 1;
        if (running || starting) {
            round = running ? (round_t)(round + 1) : (round_t)1;
            running = round != AES_ROUNDS;
            state = next_state;
            round_key = next_key;
        }
        if (gives_result) stream_write(result, keyed);
    }
}
