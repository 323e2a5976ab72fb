/* Ascon-128 (Ascon v1.2), a byte of each word a cycle: a round in 48 cycles.
 *
 * The words of the state are shift registers, and so is `t`. A round is six passes of 8 cycles: in pass 0 eight S-boxes a cycle take x0 to x3 and `t`,
 * where x4 is, and fill x0 to x4. Pass i + 1 spreads x_i over itself into `t`, and moves what was there into x_(i - 1).
 * What is added before a permutation is added in its first pass; meanwhile `t` collects the output.
 */
#define KEY_BITS 128
#define BLOCK_BITS 64
#include <cipher_core.h>

#include "ascon.h"

#define IV ((word_t)0x80400c0600000000) /* key, rate, 12 and 6 rounds */
#define LAST_ROUND ((round_t)11)
#define FIRST_OF_6 ((round_t)6)
#define SUBSTITUTE 0
#define LAST_PASS 5

typedef uint_t(8) byte_t;
typedef uint_t(3) count_t;

enum phase { NONCE_HIGH, NONCE_LOW, BEGIN, BLOCK, PERMUTE, TAG_HIGH, TAG_LOW };

static inline byte_t top(word_t word) {
    return word >> 56;
}

static inline word_t push(word_t word, byte_t byte) {
    return word << 8 | byte;
}

/* The byte of a word at `place`; 0 is the first one. */
static inline byte_t byte_of(word_t word, count_t place) {
    byte_t byte = 0;
    UNROLL for (int i = 0; i < 8; i++) byte |= place == i ? (byte_t)(word >> (56 - 8 * i)) : (byte_t)0;
    return byte;
}

/* The top byte of the word that pass 1 to 5 spreads over itself. */
static inline byte_t spread(struct state s, count_t pass) {
    struct state all = diffuse(s);
    switch (pass) {
    case 1:
        return top(all.x0);
    case 2:
        return top(all.x1);
    case 3:
        return top(all.x2);
    case 4:
        return top(all.x3);
    default:
        return top(all.x4);
    }
}

HARDWARE void ascon128(void) {
    cipher_key_t key = 0;
    struct state s = {IV, 0, 0, 0, 0};
    word_t t = 0;
    enum phase phase = NONCE_HIGH;
    count_t pass = 0, place = 0;
    round_t round = 0;
    bit twelve = 0;  /* the permutation in progress is p^12 */
    bit key_due = 0; /* a p^12 has just ended: the key is added behind it */
    bit in_data = 0; /* the data have begun */
    bit decrypting = 0;
    bit tag_is_wrong = 0;

    for (;;) {
        expect_cycles(1);

        if (phase == NONCE_HIGH && place == 0 && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit in_nonce = phase == NONCE_HIGH || phase == NONCE_LOW;
        bit in_tag = phase == TAG_HIGH || phase == TAG_LOW;
        bit pass_done = place == 7;

        /* The block stays until its last byte. */
        struct bdi block = any(struct bdi);
        bit due = in_nonce || phase == BLOCK || (in_tag && decrypting);
        if (due) block = stream_peek(bdi);
        if (due && pass_done) block = stream_read(bdi);
        bit is_data = block.type == SEGMENT_PLAINTEXT || block.type == SEGMENT_CIPHERTEXT;
        bit is_last = is_data && block.eot;
        byte_t input = byte_of(block.data, place);
        bit valid = block.valid_bytes >> (count_t)~place & 1;
        byte_t key_high = byte_of(key >> 64, place), key_low = byte_of(key, place);

        /* Nonce, output or tag. */
        byte_t tag = top(s.x3) ^ (phase == TAG_LOW ? key_low : key_high);
        byte_t output = in_tag ? tag : input ^ (in_nonce ? (byte_t)0 : top(s.x0));
        bit wrong = tag != input;
        if (in_tag && decrypting) {
            if (phase == TAG_LOW && pass_done) stream_write(msg_auth, !tag_is_wrong && !wrong);
        } else if (pass_done && (in_tag || (phase == BLOCK && is_data && block.size != 0))) {
            stream_write(bdo, (struct bdo){push(t, output), in_tag ? (size_in_bytes_t)BLOCK_BYTES : block.size});
        }
        tag_is_wrong = in_tag && (tag_is_wrong || wrong);

        /* Pass 0: a column is a bit of each byte; substitute() makes no others where these alone are used. */
        bit absorbs = phase == BLOCK;
        bit replaces = absorbs && block.type == SEGMENT_CIPHERTEXT && valid;
        bit adds_key = phase == BEGIN || (absorbs && is_last);
        round_t this_round = absorbs ? (is_last ? (round_t)0 : FIRST_OF_6) : round;
        byte_t constant = pass_done ? (byte_t)round_constant(this_round) : (byte_t)0;
        struct state columns = {
            (replaces ? (byte_t)0 : top(s.x0)) ^ (absorbs ? input : (byte_t)0),
            top(s.x1) ^ (adds_key ? key_high : (byte_t)0),
            top(s.x2) ^ (adds_key ? key_low : (byte_t)0) ^ constant,
            top(s.x3) ^ (key_due ? key_high : (byte_t)0),
            top(t) ^ (key_due ? key_low : (byte_t)0) ^ (byte_t)(absorbs && is_data && !in_data && pass_done),
        };
        struct state replaced = substitute(columns);

        /* All words move; those that are not to change come round. */
        bit permutes = phase == BEGIN || phase == BLOCK || phase == PERMUTE;
        bit substitutes = permutes && pass == SUBSTITUTE;
        struct state next = {
            push(s.x0, substitutes ? (byte_t)replaced.x0 : permutes && pass == 2 ? top(t) : top(s.x0)),
            push(s.x1, substitutes ? (byte_t)replaced.x1 : permutes && pass == 3 ? top(t) : top(s.x1)),
            push(s.x2, substitutes ? (byte_t)replaced.x2 : permutes && pass == 4 ? top(t) : top(s.x2)),
            push(s.x3, substitutes ? (byte_t)replaced.x3 : !permutes || pass == LAST_PASS ? top(t) : top(s.x3)),
            push(s.x4, substitutes ? (byte_t)replaced.x4 : top(s.x4)),
        };
        t = push(t, permutes && !substitutes ? spread(s, pass) : output);
        s = next;

        /* What comes next. */
        bit round_done = pass_done && pass == LAST_PASS;
        bit message_done = phase == TAG_LOW && pass_done;
        if (message_done) s = (struct state){IV, 0, 0, 0, 0};
        if (in_nonce) decrypting = wire_read(decrypt);
        if (absorbs && pass_done) in_data = is_data;
        if (phase == BEGIN || (absorbs && pass_done)) twelve = adds_key;
        if (message_done) in_data = 0;

        if (permutes && round == LAST_ROUND && round_done) {
            phase = twelve && in_data ? TAG_HIGH : BLOCK;
            key_due = twelve;
        } else if (pass_done) {
            key_due = 0;
            phase = phase == BEGIN || phase == BLOCK ? PERMUTE : message_done ? NONCE_HIGH : phase == PERMUTE ? PERMUTE : (enum phase)(uint_t(3))(phase + 1);
        }
        if (in_nonce) round = 0;
        else if (pass_done && absorbs) round = this_round;
        else if (round_done) round = round + 1;
        if (pass_done) pass = permutes && pass != LAST_PASS ? (count_t)(pass + 1) : (count_t)0;
        place++;
    }
}
