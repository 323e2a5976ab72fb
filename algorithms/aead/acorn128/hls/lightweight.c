/* ACORN-128 v3 (ACORN v3, 2016), 8 steps a cycle: a byte a cycle, a block of 32 bits in four.
 *
 * A block moves into a register, from which its bytes leave as those of the output enter; meanwhile the unit collects the next one.
 * The key enters the state ahead of the nonce: the core rests where it waits for either the nonce or a new key.
 */
#define KEY_BITS 128
#define BLOCK_BITS 32
#include <cipher_core.h>

typedef uint_t(293) state_t;
typedef uint_t(8) byte_t;
typedef uint_t(8) count_t;
typedef uint_t(2) place_t; /* of a byte in its block */
typedef uint_t(69) shift_register_t; /* the longest, 61 bits, and the byte that enters */

enum phase { LOAD_KEY, LOAD_NPUB, INITIALISE, AD, PAD_AD, DATA, PAD_DATA, FINALISE, TAG };

/* What enters each shift register in 8 steps, named by the bit of the state that the specification updates. */
struct feedback {
    byte_t s61, s107, s154, s193, s230, s289, s293;
};

struct steps {
    byte_t keystream;
    state_t state;
};

static inline byte_t majority(byte_t x, byte_t y, byte_t z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

static inline byte_t choose(byte_t x, byte_t y, byte_t z) {
    return (x & y) ^ (~x & z);
}

static inline byte_t repeat(bit b) {
    return b ? ~(byte_t)0 : (byte_t)0;
}

/* Bits `low` to `high` - 1 of the state, in their place, after 8 steps in which the bits of `byte` enter from above. */
static inline state_t shift_register(state_t state, int low, int high, byte_t byte) {
    shift_register_t ones = ((shift_register_t)1 << (high - low)) - 1;
    shift_register_t both = ((shift_register_t)(state >> low) & ones) | (shift_register_t)byte << (high - low);
    return (state_t)(both >> 8 & ones) << low;
}

static inline state_t shift(state_t s, struct feedback in) {
    /* The top register has four bits, fewer than enter. */
    return shift_register(s, 0, 61, in.s61) | shift_register(s, 61, 107, in.s107) | shift_register(s, 107, 154, in.s154)
           | shift_register(s, 154, 193, in.s193) | shift_register(s, 193, 230, in.s230) | shift_register(s, 230, 289, in.s289)
           | (state_t)(in.s293 >> 4) << 289;
}

/* The state update (sections 1.3.2 to 1.3.4). Every tap lies 8 bits or more below the next feedback, so bit i of a byte here is what the tap shows
 * at step i; only S289 sees the bits that have just entered. */
static inline struct steps run_steps(state_t s, byte_t message, bit ca, bit cb) {
    struct feedback in;
    in.s61 = (byte_t)(s >> 61) ^ (byte_t)(s >> 23) ^ (byte_t)s;
    in.s107 = (byte_t)(s >> 107) ^ (byte_t)(s >> 66) ^ (byte_t)(s >> 61);
    in.s154 = (byte_t)(s >> 154) ^ (byte_t)(s >> 111) ^ (byte_t)(s >> 107);
    in.s193 = (byte_t)(s >> 193) ^ (byte_t)(s >> 160) ^ (byte_t)(s >> 154);
    in.s230 = (byte_t)(s >> 230) ^ (byte_t)(s >> 196) ^ (byte_t)(s >> 193);

    byte_t keystream = (byte_t)(s >> 12) ^ in.s154 ^ majority(s >> 235, in.s61, in.s193) ^ choose(in.s230, s >> 111, s >> 66);

    in.s293 = message ^ (byte_t)s ^ ~in.s107 ^ majority(s >> 244, s >> 23, s >> 160) ^ (repeat(ca) & (byte_t)(s >> 196)) ^ (repeat(cb) & keystream);
    in.s289 = (in.s293 << 4 | (byte_t)(s >> 289)) ^ (byte_t)(s >> 235) ^ (byte_t)(s >> 230);

    return (struct steps){keystream, shift(s, in)};
}

static inline byte_t key_byte(cipher_key_t key, uint_t(4) number) {
    byte_t byte = 0;
    UNROLL for (int i = 0; i < 16; i++) byte |= repeat(number == i) & (byte_t)(key >> (120 - 8 * i));
    return byte;
}

/* The number of the last byte in a phase that takes a fixed number of them. */
static inline count_t last_byte(enum phase phase) {
    switch (phase) {
    case INITIALISE:
        return 191;
    case PAD_AD:
    case PAD_DATA:
        return 31;
    case FINALISE:
        return 79;
    default:
        return 15;
    }
}

HARDWARE void acorn128(void) {
    cipher_key_t key = 0;
    state_t state = 0;
    enum phase phase = LOAD_KEY;
    count_t count = 0;     /* bytes done in this phase, modulo 256 */
    block_t bytes = 0;     /* those of the input to come, and below them those of the output */
    bit full = 0;          /* there is a block in it */
    bit is_ad = 0, is_tag = 0, is_last = 0; /* what block */
    size_in_bytes_t size = 0;
    bit input_ended = 0;   /* nothing but a tag comes behind it */
    bit all_in = 0;        /* nothing comes behind it */
    bit decrypting = 0;
    bit tag_is_wrong = 0;

    for (;;) {
        expect_cycles(1);

        bit new_key = phase == LOAD_NPUB && count == 0 && !full && wire_read(key_update);
        if (new_key) {
            key = stream_read(key);
            state = 0;
            phase = LOAD_KEY;
            continue;
        }

        /* What this cycle does: nothing where a block is due that is not there yet. */
        bit more = full ? (bit)!is_tag : (bit)!input_ended; /* AD or data */
        bit no_ad = phase == AD && (full ? (bit)!is_ad : input_ended);
        bit takes_bytes = phase == LOAD_NPUB || (phase == AD && !no_ad) || phase == DATA || (phase == TAG && decrypting);
        bit step = full || !takes_bytes;
        place_t place = count;
        bit ends_block = place == 3;

        /* What enters the cipher. */
        bit use_key = phase == LOAD_KEY || phase == INITIALISE;
        bit use_block = phase == LOAD_NPUB || phase == AD || phase == DATA;
        bit padding = phase == PAD_AD || phase == PAD_DATA;
        byte_t input = bytes >> 24;
        byte_t message = (repeat(use_key) & key_byte(key, count)) | (repeat(use_block) & input);
        message ^= count == 0 && (phase == INITIALISE || padding); /* the 1 that closes the key, the AD and the data */

        /* Decryption adds the keystream to the ciphertext on its way into the state: what cb = 1 does. */
        bit ca = !(padding && (count >> 4 & 1));
        bit cb = !((phase == DATA && !decrypting) || phase == PAD_DATA);
        struct steps steps = run_steps(state, message, ca, cb);

        byte_t output = steps.keystream ^ (phase == DATA ? input : (byte_t)0);
        bit wrong_byte = input != steps.keystream;
        block_t shifted = bytes << 8 | output;

        /* The next block, where there is room for it. */
        bit releases = takes_bytes && full && ends_block;
        bit message_done = phase == TAG && step && count == last_byte(TAG);
        bit loads = phase != LOAD_KEY && (!full || releases) && !all_in && !message_done && stream_has(bdi);
        struct bdi block = any(struct bdi);
        if (loads) block = stream_read(bdi);

        if (phase == TAG && decrypting) {
            if (full && count == 15) stream_write(msg_auth, !tag_is_wrong && !wrong_byte);
        } else if (ends_block && (phase == TAG || (phase == DATA && full))) {
            stream_write(bdo, (struct bdo){shifted, phase == DATA ? size : (size_in_bytes_t)BLOCK_BYTES});
        }

        /* Of a block that is not full the bytes past its end move, and enter nothing. */
        bit valid = !(phase == AD || phase == DATA) || place < size;
        if (step && !no_ad && valid) state = steps.state;
        if (step) tag_is_wrong = phase == TAG && (tag_is_wrong || wrong_byte);

        bit last_block = releases && is_last;
        bit phase_done = phase == AD ? no_ad || last_block : phase == DATA ? last_block : step && count == last_byte(phase);
        if (message_done) state = 0;

        if (step && (takes_bytes || phase == TAG)) bytes = shifted;
        if (releases) full = 0;
        if (loads) {
            bytes = block.data;
            full = 1;
            is_ad = block.type == SEGMENT_AD;
            is_tag = block.type == SEGMENT_TAG;
            is_last = block.eot;
            size = block.size;
            decrypting = wire_read(decrypt);
            input_ended = block.eoi || is_tag;
            all_in = decrypting ? (bit)(is_tag && is_last) : block.eoi;
        }
        if (message_done) all_in = 0;

        if (phase_done) {
            phase = message_done ? LOAD_KEY : phase == PAD_AD && !more ? PAD_DATA : (enum phase)(uint_t(4))(phase + 1);
            count = 0;
        } else if (step) {
            count++;
        }
    }
}
