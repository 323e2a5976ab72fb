/* ACORN-128 v3 (ACORN v3, 2016): 32 steps a cycle, so one block of 32 bits a cycle.
 *
 * A partial block, always the last of its kind, takes 8 steps a cycle instead, one cycle a byte; it stays in the stream meanwhile.
 * The key enters the state ahead of the nonce: the core rests where it waits for either the nonce or a new key.
 */
#define KEY_BITS 128
#define BLOCK_BITS 32
#include <cipher_core.h>

typedef uint_t(32) word_t;
typedef uint_t(293) state_t;
typedef uint_t(6) count_t;

enum phase { LOAD_KEY, LOAD_NPUB, INITIALISE, AD, PAD_AD, DATA, PAD_DATA, FINALISE, TAG };

/* The cipher numbers bits from the least significant bit of the first byte. */
static inline word_t swap_bytes(word_t word) {
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

/* 32 bits of the state from `bit` on: what a tap there shows in 32 steps, as no tap lies within 32 bits of the feedback below it. */
static inline word_t tap(state_t state, int bit) {
    return state >> bit;
}

static inline word_t majority(word_t x, word_t y, word_t z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

static inline word_t choose(word_t x, word_t y, word_t z) {
    return (x & y) ^ (~x & z);
}

/* What 32 steps do (sections 1.3.2 to 1.3.4): the keystream, and what enters each of the seven shift registers, named by the bit of the state
 * that the specification updates. Bit 0 of `message` enters first. */
struct steps {
    word_t keystream, s61, s107, s154, s193, s230, s289, s293;
};

static inline struct steps run_steps(state_t s, word_t message, bit ca, bit cb) {
    struct steps f;
    f.s61 = tap(s, 61) ^ tap(s, 23) ^ tap(s, 0);
    f.s107 = tap(s, 107) ^ tap(s, 66) ^ tap(s, 61);
    f.s154 = tap(s, 154) ^ tap(s, 111) ^ tap(s, 107);
    f.s193 = tap(s, 193) ^ tap(s, 160) ^ tap(s, 154);
    f.s230 = tap(s, 230) ^ tap(s, 196) ^ tap(s, 193);
    f.keystream = tap(s, 12) ^ f.s154 ^ majority(tap(s, 235), f.s61, f.s193) ^ choose(f.s230, tap(s, 111), tap(s, 66));
    f.s293 = message ^ tap(s, 0) ^ ~f.s107 ^ majority(tap(s, 244), tap(s, 23), tap(s, 160));
    f.s293 ^= (ca ? tap(s, 196) : (word_t)0) ^ (cb ? f.keystream : (word_t)0);
    f.s289 = (f.s293 << 4 | tap(s, 289)) ^ tap(s, 235) ^ tap(s, 230);
    return f;
}

/* The low `length` bits of a shift register after n steps: what entered in the last n stands on top of what was there before. */
static inline state_t shifted(state_t state, int from, int length, word_t entered, int n) {
    state_t kept = state >> (from + n) & (((state_t)1 << (length - n)) - 1);
    state_t fresh = entered & (n == 32 ? ~(word_t)0 : ((word_t)1 << n) - 1);
    return kept | fresh << (length - n);
}

static inline state_t after(state_t s, struct steps f, int n) {
    return shifted(s, 0, 61, f.s61, n) | shifted(s, 61, 46, f.s107, n) << 61 | shifted(s, 107, 47, f.s154, n) << 107 |
           shifted(s, 154, 39, f.s193, n) << 154 | shifted(s, 193, 37, f.s230, n) << 193 | shifted(s, 230, 59, f.s289, n) << 230 |
           (state_t)(f.s293 >> (n - 4) & 0xf) << 289;
}

HARDWARE void acorn128(void) {
    enum phase phase = LOAD_KEY;
    count_t count = 0; /* words done in this phase; for AD and DATA, bytes done of a partial block */
    state_t state = 0;
    cipher_key_t key = 0;
    bit decrypting = 0;
    bit last = 0;     /* the last block taken ended the input */
    bit mismatch = 0; /* some word of the received tag was wrong */

    for (;;) {
        if (phase == LOAD_NPUB && count == 0 && wire_read(key_update)) {
            key = stream_read(key);
            state = 0;
            count = 0;
            phase = LOAD_KEY;
            continue;
        }

        /* The block, and whether it is taken in this cycle. */
        struct bdi block = any(struct bdi);
        if (phase == LOAD_NPUB || (phase == AD && !last) || phase == DATA || (phase == TAG && decrypting)) block = stream_peek(bdi);
        if (phase == AD && (last || block.type != SEGMENT_AD)) {
            phase = PAD_AD;
            continue;
        }
        bit in_bytes = block.partial && (phase == AD || phase == DATA);
        bit taken = phase == LOAD_NPUB || ((phase == AD || phase == DATA) && (!in_bytes || (size_in_bytes_t)(count + 1) == block.size)) ||
                    (phase == TAG && decrypting);
        if (taken) {
            stream_read(bdi);
            decrypting = wire_read(decrypt);
            last = block.eoi;
        }

        /* What enters the cipher; a 1 closes the key, the associated data and the data. */
        word_t message = 0;
        if (phase == LOAD_KEY || phase == INITIALISE) message = swap_bytes(key >> (96 - 32 * (int)(count & 3)));
        if (phase == LOAD_NPUB || phase == AD || phase == DATA) message = swap_bytes(block.data);
        if (in_bytes) message = (message & ~(word_t)0xff) | (uint_t(8))(message >> 8 * (int)(count & 3));
        if (count == 0 && (phase == INITIALISE || phase == PAD_AD || phase == PAD_DATA)) message ^= 1;

        /* Decryption adds the keystream to the ciphertext on its way into the state: what cb = 1 does. */
        bit ca = !((phase == PAD_AD || phase == PAD_DATA) && count >> 2 & 1);
        bit cb = !((phase == DATA && !decrypting) || phase == PAD_DATA);
        struct steps steps = run_steps(state, message, ca, cb);
        word_t keystream = swap_bytes(steps.keystream);
        state = in_bytes ? after(state, steps, 8) : after(state, steps, 32);

        if ((phase == DATA && count == 0) || (phase == TAG && !decrypting)) {
            word_t output = keystream ^ (phase == DATA ? block.data : (word_t)0);
            stream_write(bdo, (struct bdo){output, phase == DATA ? block.size : (size_in_bytes_t)BLOCK_BYTES});
        }
        bit mismatch_so_far = mismatch || block.data != keystream;
        if (phase == TAG && decrypting && count == 3) stream_write(msg_auth, !mismatch_so_far);
        if (taken) mismatch = phase == TAG && mismatch_so_far;

        bit counting = in_bytes || !(phase == AD || phase == DATA);
        bit done = (phase == AD || phase == DATA) ? taken && block.eot
                   : phase == INITIALISE          ? count == 47
                   : phase == FINALISE            ? count == 19
                   : phase == PAD_AD || phase == PAD_DATA ? count == 7
                                                          : count == 3;
        count = done ? (count_t)0 : (count_t)(count + counting);
        if (!done) continue;
        switch (phase) {
        case LOAD_KEY: phase = LOAD_NPUB; break;
        case LOAD_NPUB: phase = INITIALISE; break;
        case INITIALISE: phase = AD; break;
        case AD: phase = PAD_AD; break;
        case PAD_AD: phase = last ? PAD_DATA : DATA; break;
        case DATA: phase = PAD_DATA; break;
        case PAD_DATA: phase = FINALISE; break;
        case FINALISE: phase = TAG; break;
        default:
            phase = LOAD_KEY;
            state = 0;
        }
    }
}
