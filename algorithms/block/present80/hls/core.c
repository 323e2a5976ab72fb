/* PRESENT-80 (CHES 2007), encryption and decryption: one round a cycle, 31 cycles a block.
 *
 * The last round of a block and the key addition that begins the next one share a cycle. Round keys are made beside the rounds, forward to encrypt
 * and backward to decrypt. An encryption leaves `round_key` at the last round key, where a decryption begins, and the other way round; `start_key`
 * is where a block in the same direction begins again. So no round key is stored but these two.
 *
 * A new key is taken in the last cycle of a block, or in one without a block. Before the first decryption under it the key schedule runs forward
 * once, as an encryption that gives no result (`expanding`).
 */
#define KEY_BITS 80
#define BLOCK_BITS 64
#include <block_cipher.h>

#define ROUNDS 31

typedef uint_t(4) nibble_t;
typedef uint_t(5) counter_t; /* the counter of the key schedule: from 1 to 31, or down to decrypt */

static inline nibble_t substitute(nibble_t x) {
    ROM nibble_t table[16] = {0xc, 0x5, 0x6, 0xb, 0x9, 0x0, 0xa, 0xd, 0x3, 0xe, 0xf, 0x8, 0x4, 0x7, 0x1, 0x2};
    return table[x];
}

static inline nibble_t substitute_back(nibble_t x) {
    ROM nibble_t table[16] = {0x5, 0xe, 0xf, 0x8, 0xc, 0x1, 0x2, 0xd, 0xb, 0x4, 0x6, 0x3, 0x0, 0x7, 0x9, 0xa};
    return table[x];
}

/* sBoxLayer and pLayer: bit i moves to 16 i mod 63, so the four bits of nibble n go to bit n of each quarter. */
static inline block_t round_forward(block_t state) {
    block_t moved = 0;
    UNROLL for (int n = 0; n < 16; n++) {
        nibble_t y = substitute(state >> 4 * n);
        UNROLL for (int i = 0; i < 4; i++) moved |= (block_t)(bit)(y >> i) << (16 * i + n);
    }
    return moved;
}

static inline block_t round_backward(block_t state) {
    block_t substituted = 0;
    UNROLL for (int n = 0; n < 16; n++) {
        nibble_t y = 0;
        UNROLL for (int i = 0; i < 4; i++) y |= (nibble_t)(bit)(state >> (16 * i + n)) << i;
        substituted |= (block_t)substitute_back(y) << 4 * n;
    }
    return substituted;
}

/* Turned by 61 bits to the left, S-box on the left four bits, counter on bits 19 to 15. */
static inline cipher_key_t key_forward(cipher_key_t key, counter_t counter) {
    cipher_key_t turned = key << 61 | key >> 19;
    return ((cipher_key_t)substitute(turned >> 76) << 76 | (turned & ~(cipher_key_t)0 >> 4)) ^ (cipher_key_t)counter << 15;
}

static inline cipher_key_t key_backward(cipher_key_t key, counter_t counter) {
    cipher_key_t turned = key ^ (cipher_key_t)counter << 15;
    turned = (cipher_key_t)substitute_back(turned >> 76) << 76 | (turned & ~(cipher_key_t)0 >> 4);
    return turned >> 61 | turned << 19;
}

/* The key register of the next round, or of the one before. */
static inline cipher_key_t next_round_key(cipher_key_t key, counter_t counter, bit decrypting) {
    return decrypting ? key_backward(key, counter) : key_forward(key, counter);
}

static inline block_t round_key_of(cipher_key_t key) {
    return key >> 16;
}

HARDWARE void present80(void) {
    counter_t counter = 0;
    bit running = 0, last = 0; /* round 1 to 30; round 31 */
    bit decrypting = 0;        /* the direction of the block under way, or of the last one */
    bit expanding = 0;         /* what is under way is an encryption of no block, for the sake of the last round key */
    bit fresh = 0;             /* the key of the block that is offered is here, and no schedule has run over it */
    block_t state = any(block_t);
    cipher_key_t round_key = any(cipher_key_t), start_key = any(cipher_key_t);

    for (;;) {
        expect_cycles(1);

        bit gives_result = last && !expanding;
        block_t moved = decrypting ? round_backward(state) : round_forward(state);
        block_t text = moved ^ round_key_of(round_key);

        bit offered = !running && stream_has(block);
        struct task next = any(struct task);
        if (offered) next = stream_peek(block);
        bit starting = offered && !(next.new_key && !fresh && !expanding);
        bit expand = next.decrypt && fresh;
        bit direction = running ? decrypting : (bit)(next.decrypt && !expand);
        bit turning = direction != decrypting;

        cipher_key_t from = running || turning ? round_key : start_key;
        block_t next_state = (running ? moved : next.data) ^ round_key_of(from);
        if (!running) counter = direction ? ROUNDS : 1;
        bit ending = counter == (direction ? 1 : ROUNDS);
        cipher_key_t next_key = next_round_key(from, counter, direction);

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
        last = running && ending;
        if (running || starting) {
            running = !last;
            counter = direction ? counter - 1 : counter + 1;
            state = next_state;
            round_key = next_key;
        }
        if (gives_result) stream_write(result, text);
    }
}
