/* Joltik≠-128-64 v1.3, a column of each word a cycle: a round of Joltik-BC-192 in 4 cycles, 132 cycles a block of AD or data.
 *
 * All words move by a column a cycle, in passes of 4 cycles: the key or the nonce comes in, a block is loaded, or a round is done. Both ShiftRows and
 * the permutation of the tweakey move row r by some columns, the latter into the next row too. So a row is a shift register, whose first elements
 * wait until it is their turn; and the round adds the tweakey as it enters its rows, in the order of the columns.
 */
#define KEY_BITS 128
#define BLOCK_BITS 64
#include <cipher_core.h>

#include "joltik.h"

#define LAST_PLACE 3

typedef uint_t(16) column_t;
typedef uint_t(2) place_t; /* of a column in its word */
typedef nibble_t rows_t[4][4];

/* The block that is under way, or done where the cipher does not run. */
enum phase { IDLE, START, AD, DATA, PARTIAL, TAG };

/* The direction of a round; neither while a block is loaded. */
struct pace {
    place_t place;
    bit forward, backward;
};

static inline column_t column_of(block_t block, place_t place) {
    column_t column = 0;
    UNROLL for (int i = 0; i < 4; i++) column |= place == i ? (column_t)(block >> (48 - 16 * i)) : (column_t)0;
    return column;
}

static inline block_t push(block_t word, column_t column) {
    return word << 16 | column;
}

static inline nibble_t row_of(column_t column, int row) {
    return column >> (12 - 4 * row);
}

/* In a row that moves left by `distance`, element place + distance goes out; those before `distance` wait until the ones behind are out. */
static inline bit waits(int distance, place_t place) {
    return place + distance < 4;
}

static inline nibble_t out_of(const nibble_t row[4], int forward_by, int backward_by, struct pace p) {
    if (p.forward && waits(forward_by, p.place)) return row[forward_by];
    if (p.backward && waits(backward_by, p.place)) return row[backward_by];
    return row[0];
}

static inline void move(nibble_t row[4], int forward_by, int backward_by, struct pace p, nibble_t in) {
    UNROLL for (int i = 0; i < 4; i++) {
        bit forward_stays = p.forward && i < forward_by && waits(forward_by, p.place);
        bit backward_stays = p.backward && i < backward_by && waits(backward_by, p.place);
        if (!forward_stays && !backward_stays) row[i] = i < 3 ? row[i + 1] : in;
    }
}

/* ShiftRows moves row r by r columns to the left. The permutation h moves it by r columns to the right, and becomes row r + 1. */
#define STATE_BY(row) (row), (4 - (row)) % 4
#define TWEAKEY_BY(row) (4 - (row)) % 4, ((row) + 3) % 4

/* Row r of a word of the tweakey behind a step, without its product. */
static inline nibble_t permuted(rows_t word, int row, struct pace p) {
    int before = (row + 3) % 4, behind = (row + 1) % 4;
    return p.forward ? out_of(word[before], TWEAKEY_BY(before), p) : p.backward ? out_of(word[behind], TWEAKEY_BY(behind), p) : word[row][0];
}

/* A column times the matrix (1, 4, 9, 13), or as it is. */
static inline column_t mix_column(column_t column, bit mixes) {
    column_t mixed = 0;
    nibble_t x[4];
    UNROLL for (int row = 0; row < 4; row++) x[row] = row_of(column, row);
    UNROLL for (int row = 0; row < 4; row++) {
        nibble_t pair = row < 2 ? x[2] ^ x[3] : x[0] ^ x[1], across = x[(row + 1) % 2] ^ x[(row + 1) % 2 + 2];
        if (!mixes) pair = across = 0;
        mixed = mixed << 4 | (nibble_t)(x[row] ^ pair ^ twice(twice(across)) ^ twice(twice(twice(pair))));
    }
    return mixed;
}

static inline block_t block_of(rows_t rows) {
    block_t block = 0;
    UNROLL for (int i = 0; i < 16; i++) block = block << 4 | rows[i % 4][i / 4];
    return block;
}

HARDWARE void joltikneq(void) {
    rows_t state = {{0}}, tk1 = {{0}}, tk2 = {{0}}, tk3 = {{0}}; /* tk2 is twice the second word of the key between two blocks */
    block_t numbers = 0;                                         /* the nonce, 28 bits of the block's number, 4 without meaning */
    block_t checksum = 0, auth = 0;                              /* of the plaintext; the sum of AD */
    enum phase phase = IDLE;
    place_t place = 0;
    constant_t constant = 0;
    bit running = 0, last = 0; /* rounds 1 to 32; round 32 */
    bit block_backward = 0;    /* the direction of the block under way */
    bit ends = 0;              /* the block under way is the last one */
    bit carry = 0;             /* of the lower half of the number into the upper one */
    bit decrypting = 0;
    bit tag_is_wrong = 0;

    for (;;) {
        expect_cycles(1);

        bit pass_done = place == LAST_PLACE, first = place == 0;
        bit idle = phase == IDLE, rekeying = idle && wire_read(key_update), takes_npub = idle && !rekeying;
        cipher_key_t new_key = any(cipher_key_t);
        if (rekeying) new_key = stream_peek(key);
        if (rekeying && pass_done) new_key = stream_read(key);

        /* The block that is done leaves as the next one comes. That stays until its last column, a partial one until it leaves. */
        bit done = !running && !idle, awaits_next = done && !ends, loads_tag = done && ends && phase != TAG;
        bit leaves = done && first, ends_partial = last && phase == PARTIAL, ends_tag = last && phase == TAG;
        bit tag_leaves = done && phase == TAG;
        struct bdi block = any(struct bdi);
        if (takes_npub || awaits_next || ends_partial || (ends_tag && decrypting)) block = stream_peek(bdi);
        bit loads_ad = awaits_next && block.type == SEGMENT_AD;
        bit loads_data = awaits_next && block.type != SEGMENT_AD && !block.partial;
        bit loads_partial = awaits_next && block.type != SEGMENT_AD && block.partial;
        if ((pass_done && (takes_npub || loads_ad || loads_data)) || (leaves && phase == PARTIAL) || (tag_leaves && decrypting)) {
            block = stream_read(bdi);
        }
        if (leaves && (phase == DATA || phase == PARTIAL || (phase == TAG && !decrypting))) {
            stream_write(bdo, (struct bdo){block_of(state), phase == PARTIAL ? block.size : (size_in_bytes_t)BLOCK_BYTES});
        }
        if (tag_leaves) {
            if (decrypting) stream_write(msg_auth, !tag_is_wrong);
            phase = IDLE;
            continue;
        }

        column_t input = column_of(block.data, place), of_checksum = checksum >> 48, of_auth = auth >> 48;
        bit backward = running ? block_backward : (bit)(loads_data && decrypting);
        struct pace pace = {place, running && !block_backward, running && block_backward};

        /* The number of the block begins anew behind AD. It counts from its last column, and with the carry in the next pass. */
        column_t number = numbers >> 48;
        if (done && phase == AD && !loads_ad && place >= 2) number = 0;
        if (pass_done) number |= 15;
        bit counts = (pass_done && done && !loads_partial) || (place == 2 && carry);
        uint_t(17) counted = (uint_t(17))number + counts;
        if (pass_done) carry = counted >> 16;

        /* A column of the tweak: the nibble before it is where it went in. */
        nibble_t stage = (nibble_t)(awaits_next ? block.partial : (bit)(phase == PARTIAL)) << 2 | (nibble_t)loads_ad << 1 | loads_tag;
        nibble_t before = first ? stage : loads_ad && !pass_done ? (nibble_t)0 : (nibble_t)numbers;
        column_t tweak = (column_t)before << 12 | (loads_ad && place < 2 ? (column_t)0 : (column_t)(number >> 4));
        numbers = push(numbers, takes_npub ? input : (column_t)counted);

        /* The subtweakey and what else is added: 2^32 is 4, and 4^32 is 3. So loading takes half of twice the second word, and a quarter of 4 times the
         * tweak; or to decrypt 2 times and 4 times these, the tweakey behind round 32. Before the last step the second word is as it was. */
        if (done && first) constant = backward ? (constant_t)LAST_CONSTANT : (constant_t)FIRST_CONSTANT;
        bit doubles = running ? !block_backward : backward || idle;
        nibble_t enters[4][3];
        column_t added = loads_ad || loads_data || ends_partial ? input : loads_tag ? of_checksum : ends_tag ? of_auth : (column_t)0;
        if (first) added ^= 0x0123;
        if (place == 1) added ^= 0x0101 * ((column_t)(constant >> 3) << 4 | (constant & 7));
        UNROLL for (int row = 0; row < 4; row++) {
            nibble_t k1 = idle ? row_of(column_of(new_key >> 64, place), row) : permuted(tk1, row, pace);
            nibble_t k2 = idle ? row_of(column_of(new_key, place), row) : permuted(tk2, row, pace);
            nibble_t k3 = done ? twice(twice(row_of(tweak, row))) : permuted(tk3, row, pace);
            nibble_t product2 = doubles ? twice(k2) : half(k2), product3 = doubles ? twice(twice(k3)) : half(half(k3));
            added ^= (column_t)(k1 ^ product2 ^ product3) << (12 - 4 * row);
            enters[row][0] = k1;
            enters[row][1] = last ? k2 : product2;
            enters[row][2] = product3;
        }
        if (!takes_npub) {
            UNROLL for (int row = 0; row < 4; row++) {
                move(tk1[row], TWEAKEY_BY(row), pace, enters[row][0]);
                move(tk2[row], TWEAKEY_BY(row), pace, enters[row][1]);
                move(tk3[row], TWEAKEY_BY(row), pace, enters[row][2]);
            }
        }

        /* A column of the round, or of the block that is loaded. A decryption mixes the columns when it is loaded, and not in its last round. */
        column_t substituted = 0;
        UNROLL for (int row = 0; row < 4; row++) {
            nibble_t x = out_of(state[row], STATE_BY(row), pace);
            substituted = substituted << 4 | (running ? substitute(x, x, block_backward) : (nibble_t)0);
        }
        column_t mixed = mix_column(substituted ^ (backward ? added : (column_t)0), !(last && block_backward));
        column_t result = mixed ^ (backward ? (column_t)0 : added);
        UNROLL for (int row = 0; row < 4; row++) move(state[row], STATE_BY(row), pace, row_of(result, row));

        /* The sums, and the verdict. Of a partial block that is decrypted the plaintext is added, and its padding, which `input` holds. */
        column_t message = column_of(byte_enable(block.valid_bytes), place);
        column_t of_result = !decrypting || !last ? (column_t)0 : phase == DATA ? (column_t)~0 : phase == PARTIAL ? message : (column_t)0;
        column_t of_input = (loads_data && !decrypting) || ends_partial ? (column_t)~of_result : (column_t)0;
        checksum = push(checksum, takes_npub ? (column_t)0 : (column_t)(of_checksum ^ (result & of_result) ^ (input & of_input)));
        auth = push(auth, takes_npub ? (column_t)0 : (column_t)(of_auth ^ (last && phase == AD ? result : (column_t)0)));
        tag_is_wrong = last && (tag_is_wrong || result != input);

        /* What comes next. */
        place++;
        if (takes_npub) decrypting = wire_read(decrypt);
        if (!pass_done) continue;
        bit was_last = last;
        last = running && constant == (block_backward ? (constant_t)SECOND_CONSTANT : (constant_t)LAST_CONSTANT_BUT_ONE);
        constant = next_constant(constant, backward);
        running = done || (running && !was_last);
        block_backward = backward;
        if (takes_npub || awaits_next) ends = block.eoi;
        if (takes_npub) phase = START;
        else if (loads_ad) phase = AD;
        else if (loads_data) phase = DATA;
        else if (loads_partial) phase = PARTIAL;
        else if (loads_tag) phase = TAG;
    }
}
