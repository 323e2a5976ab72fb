/* SIMON-96/96 (IACR ePrint 2013/404), encryption and decryption: one round a cycle, 52 cycles a block.
 *
 * The last round of a block and the load of the next one share a cycle. Decryption is encryption with the words of the block exchanged and the key
 * words in the other order, for which the key schedule needs no other step. Round keys are made beside the rounds: `keys` holds the key of
 * this round and that of the round before. An encryption leaves it where a decryption begins, and the other way round; `start_keys` is where a block in
 * the same direction begins again. So no key words are stored but these four.
 *
 * A new key is taken in the last cycle of a block, or in one without a block. Before the first decryption under it the key schedule runs forward
 * once, as an encryption that gives no result (`expanding`).
 */
#define KEY_BITS 96
#define BLOCK_BITS 96
#include <block_cipher.h>

#include "simon.h"

#define ROUNDS 52

typedef uint_t(6) round_t; /* from 1 */

/* The constant of a round, from 2 to 51: (z2)_0 to (z2)_49, or backward to decrypt. */
static inline bit constant(round_t round, bit decrypting) {
    ROM bit forward[64] = {0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0,
                           0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0};
    ROM bit backward[64] = {0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0,
                            1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 0, 1};
    return decrypting ? backward[round] : forward[round];
}

static inline struct pair pair_of(block_t words) {
    return (struct pair){words >> 48, words};
}

static inline block_t words_of(word_t first, word_t second) {
    return (block_t)first << 48 | second;
}

/* 3.2: k_(i+2) = c + z_i + k_i + (1 + S^-1) S^-3 k_(i+1), with c = 2^48 - 4; the same with k_i and k_(i+2) exchanged.
 * In round 1 the pair is only turned round: it begins as (k_1, k_0), or as (k_50, k_51) to decrypt. */
static inline struct pair next_keys(struct pair keys, round_t round, bit decrypting) {
    word_t sum = key_sum(keys.second) ^ constant(round, decrypting);
    return (struct pair){keys.second, round == 1 ? keys.first : keys.first ^ sum};
}

HARDWARE void simon96_96(void) {
    round_t round = 1;
    bit running = 0, last = 0; /* round 1 to 51; round 52 */
    bit decrypting = 0;        /* the direction of the block under way, or of the last one */
    bit expanding = 0;         /* what is under way is an encryption of no block, for the sake of the last round keys */
    bit fresh = 0;             /* the key of the block that is offered is here, and no schedule has run over it */
    struct pair state = any(struct pair), keys = any(struct pair), start_keys = any(struct pair);

    for (;;) {
        expect_cycles(1);

        bit gives_result = last && !expanding;
        struct pair done = do_round(state, keys.second);
        block_t text = decrypting ? words_of(done.second, done.first) : words_of(done.first, done.second);

        bit offered = !running && stream_has(block);
        struct task next = any(struct task);
        if (offered) next = stream_peek(block);
        bit starting = offered && !(next.new_key && !fresh && !expanding);
        bit expand = next.decrypt && fresh;
        bit direction = next.decrypt && !expand;

        if (running) {
            state = done;
            keys = next_keys(keys, round, decrypting);
            last = round == ROUNDS - 1;
            running = !last;
            round++;
        } else {
            last = 0;
            round = 1;
            running = starting;
            struct pair words = pair_of(next.data);
            state = direction ? (struct pair){words.second, words.first} : words;
        }
        if (starting) {
            if (direction != decrypting) start_keys = keys;
            else keys = start_keys;
            if (!expand) stream_read(block);
            expanding = expand;
            fresh = 0;
            decrypting = direction;
        } else if (offered && stream_has(key)) {
            start_keys = pair_of(stream_read(key));
            fresh = 1;
            decrypting = 0;
        }
        if (gives_result) stream_write(result, text);
    }
}
