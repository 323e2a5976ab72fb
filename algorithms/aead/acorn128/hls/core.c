/* ACORN-128 v3 (ACORN v3, 2016): 32 steps a cycle, so one block of 32 bits a cycle.
 *
 * A partial block, always the last of its kind, takes 8 steps a cycle instead, one cycle a byte; it stays in the stream meanwhile.
 * The key enters the state ahead of the nonce: the core rests where it waits for either the nonce or a new key.
 */
#define KEY_BITS 128
#define BLOCK_BITS 32
#include <cipher_core.h>

typedef uint_t(293) state_t;
typedef uint_t(32) word_t;
typedef uint_t(6) count_t;
typedef uint_t(93) shift_register_t; /* the longest, 61 bits, and the word that enters */

enum phase { LOAD_KEY, LOAD_NPUB, INITIALISE, AD, PAD_AD, DATA, PAD_DATA, FINALISE, TAG };

/* What enters each shift register in 32 steps, named by the bit of the state that the specification updates. */
struct feedback {
    word_t s61, s107, s154, s193, s230, s289, s293;
};

/* What 32 steps give: the keystream, and the state after all of them and after the first 8. */
struct steps {
    word_t keystream;
    state_t after_32, after_8;
};

static inline word_t majority(word_t x, word_t y, word_t z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

static inline word_t choose(word_t x, word_t y, word_t z) {
    return (x & y) ^ (~x & z);
}

static inline word_t repeat(bit b) {
    return b ? ~(word_t)0 : (word_t)0;
}

/* Bits `low` to `high` - 1 of the state, in their place, after `steps` steps in which the bits of `word` enter from above. */
static inline state_t shift_register(state_t state, int low, int high, word_t word, int steps) {
    shift_register_t ones = ((shift_register_t)1 << (high - low)) - 1;
    shift_register_t both = ((shift_register_t)(state >> low) & ones) | (shift_register_t)word << (high - low);
    return (state_t)(both >> steps & ones) << low;
}

static inline state_t shift(state_t s, struct feedback in, int steps) {
    return shift_register(s, 0, 61, in.s61, steps) | shift_register(s, 61, 107, in.s107, steps) | shift_register(s, 107, 154, in.s154, steps)
           | shift_register(s, 154, 193, in.s193, steps) | shift_register(s, 193, 230, in.s230, steps)
           | shift_register(s, 230, 289, in.s289, steps) | shift_register(s, 289, 293, in.s293, steps);
}

/* The state update (sections 1.3.2 to 1.3.4). The state is six shift registers with feedback into the top bit of each, and four bits above them.
 * Every tap lies 32 bits or more below the next feedback, so bit i of a word here is what the tap shows at step i; only S289 sees the bits
 * that have just entered. */
static inline struct steps run_steps(state_t s, word_t message, bit ca, bit cb) {
    struct feedback in;
    in.s61 = (word_t)(s >> 61) ^ (word_t)(s >> 23) ^ (word_t)s;
    in.s107 = (word_t)(s >> 107) ^ (word_t)(s >> 66) ^ (word_t)(s >> 61);
    in.s154 = (word_t)(s >> 154) ^ (word_t)(s >> 111) ^ (word_t)(s >> 107);
    in.s193 = (word_t)(s >> 193) ^ (word_t)(s >> 160) ^ (word_t)(s >> 154);
    in.s230 = (word_t)(s >> 230) ^ (word_t)(s >> 196) ^ (word_t)(s >> 193);

    word_t keystream = (word_t)(s >> 12) ^ in.s154 ^ majority(s >> 235, in.s61, in.s193) ^ choose(in.s230, s >> 111, s >> 66);

    in.s293 = message ^ (word_t)s ^ ~in.s107 ^ majority(s >> 244, s >> 23, s >> 160) ^ (repeat(ca) & (word_t)(s >> 196)) ^ (repeat(cb) & keystream);
    in.s289 = (in.s293 << 4 | (word_t)(s >> 289)) ^ (word_t)(s >> 235) ^ (word_t)(s >> 230);

    return (struct steps){keystream, shift(s, in, 32), shift(s, in, 8)};
}

/* The cipher numbers bits from the least significant bit of the first byte. */
static inline word_t swap_bytes(word_t word) {
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

static inline word_t key_word(cipher_key_t key, uint_t(2) number) {
    word_t word = 0;
    UNROLL for (int i = 0; i < 4; i++) word |= repeat(number == i) & swap_bytes(key >> (96 - 32 * i));
    return word;
}

/* The number of the last word in a phase that takes a fixed number of words. */
static inline count_t last_word(enum phase phase) {
    switch (phase) {
    case INITIALISE:
        return 47;
    case PAD_AD:
    case PAD_DATA:
        return 7;
    case FINALISE:
        return 19;
    default:
        return 3;
    }
}

HARDWARE void acorn128(void) {
    cipher_key_t key = any(cipher_key_t);
    state_t state = any(state_t);
    enum phase phase = LOAD_KEY;
    count_t count = 0; /* words done in this phase; for AD and DATA, bytes done of a partial block */
    bit decrypting = 0;
    bit input_ended = 0;
    bit tag_is_wrong = 0;

    for (;;) {
        expect_cycles(1);

        bit new_key = phase == LOAD_NPUB && count == 0 && wire_read(key_update);
        if (new_key) {
            key = stream_read(key);
            state = 0;
            phase = LOAD_KEY;
            continue;
        }

        /* The block, if one is due. An AD block that is not there shows by what is there instead. */
        struct bdi block = any(struct bdi);
        bit due = phase == LOAD_NPUB || (phase == AD && !input_ended) || phase == DATA || (phase == TAG && decrypting);
        if (due) block = stream_peek(bdi);
        bit no_ad = phase == AD && (input_ended || block.type != SEGMENT_AD);
        bit byte_step = block.partial && (phase == AD || phase == DATA);
        bit block_done = !byte_step || (uint_t(2))(count + 1) == (uint_t(2))block.size;
        bit takes = due && !no_ad && block_done;
        if (takes) block = stream_read(bdi);

        /* What enters the cipher. */
        bit use_key = phase == LOAD_KEY || phase == INITIALISE;
        bit use_block = phase == LOAD_NPUB || phase == AD || phase == DATA;
        bit padding = phase == PAD_AD || phase == PAD_DATA;
        word_t input = swap_bytes(block.data);
        word_t message = (repeat(use_key) & key_word(key, count)) | (repeat(use_block) & input);
        uint_t(8) next_byte = input >> 8 * (uint_t(5))(count & 3);
        if (byte_step) message = (message & ~(word_t)0xff) | next_byte;
        message ^= count == 0 && (phase == INITIALISE || padding); /* the 1 that closes the key, the AD and the data */

        /* Decryption adds the keystream to the ciphertext on its way into the state: what cb = 1 does. */
        bit ca = !(padding && (count >> 2 & 1));
        bit cb = !((phase == DATA && !decrypting) || phase == PAD_DATA);
        struct steps steps = run_steps(state, message, ca, cb);

        word_t keystream = swap_bytes(steps.keystream);
        bit wrong_word = block.data != keystream;
        if (phase == TAG && decrypting) {
            if (count == 3) stream_write(msg_auth, !tag_is_wrong && !wrong_word);
        } else if (phase == TAG || (phase == DATA && count == 0)) {
            word_t output = keystream ^ (phase == DATA ? block.data : (block_t)0);
            stream_write(bdo, (struct bdo){output, phase == DATA ? block.size : (size_in_bytes_t)BLOCK_BYTES});
        }

        if (!no_ad) state = byte_step ? steps.after_8 : steps.after_32;
        if (takes) {
            decrypting = wire_read(decrypt);
            input_ended = block.eoi;
            tag_is_wrong = phase == TAG && (tag_is_wrong || wrong_word);
        }

        bit last_block = takes && block.eot;
        bit phase_done = phase == AD ? no_ad || last_block : phase == DATA ? last_block : count == last_word(phase);
        if (phase == TAG && phase_done) state = 0;
        if (phase_done) {
            phase = phase == TAG ? LOAD_KEY : phase == PAD_AD && input_ended ? PAD_DATA : (enum phase)(uint_t(4))(phase + 1);
            count = 0;
        } else if (byte_step || !(phase == AD || phase == DATA)) {
            count++;
        }
    }
}
