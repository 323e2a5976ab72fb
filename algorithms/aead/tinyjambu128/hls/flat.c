/* TinyJAMBU-128 (version 2, 2021) as a state machine: one loop, one iteration a cycle, 32 steps each.
 *
 * A permutation's frame bits are added in its first cycle, the block that follows it in its last. A block of AD or data is looked at from the first
 * cycle on, since its type says which permutation it is, and taken in the last.
 */
#define KEY_BITS 128
#define BLOCK_BITS 32
#include <cipher_core.h>

typedef uint_t(128) state_t;
typedef uint_t(32) word_t;
typedef uint_t(5) count_t;

#define LAST_OF_640 ((count_t)19)
#define LAST_OF_1024 ((count_t)31)

/* What is done after the permutation in progress. The core rests before the one of KEY, with the state 0. */
enum phase { KEY, NPUB, BLOCKS, TAG_1, TAG_2 };

/* The first byte of a word is the least significant one. */
static inline word_t swap_bytes(word_t word) {
    return word << 24 | (word & 0xff00) << 8 | (word >> 8 & 0xff00) | word >> 24;
}

static inline word_t key_word(cipher_key_t key, uint_t(2) number) {
    word_t words[4] = {key >> 96, key >> 64, key >> 32, key};
    return swap_bytes(words[number]);
}

/* 32 steps (section 3.2): no bit is used within 32 steps of being made, so bit i of a word here is what its tap shows at step i. */
static inline state_t run_steps(state_t s, word_t key) {
    word_t feedback = (word_t)s ^ (word_t)(s >> 47) ^ ~((word_t)(s >> 70) & (word_t)(s >> 85)) ^ (word_t)(s >> 91) ^ key;
    return (state_t)feedback << 96 | s >> 32;
}

HARDWARE void tinyjambu128(void) {
    cipher_key_t key = 0;
    state_t state = 0;
    enum phase phase = KEY;
    count_t count = 0; /* cycles done of the permutation */
    bit decrypting = 0;
    bit tag_is_wrong = 0; /* the first half of it */

    for (;;) {
        expect_cycles(1);

        bit first = count == 0;
        if (phase == KEY && first && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }

        struct bdi block = any(struct bdi);
        if (phase == BLOCKS || (phase == KEY && first)) block = stream_peek(bdi);
        bit is_data = phase == BLOCKS && block.type != SEGMENT_AD;
        bit is_tag = phase == TAG_1 || phase == TAG_2;
        bit last = count == (phase == KEY || phase == TAG_1 || is_data ? LAST_OF_1024 : LAST_OF_640);

        bit takes_block = last && (phase == NPUB || phase == BLOCKS || (is_tag && decrypting));
        if (takes_block) block = stream_read(bdi);

        word_t keystream = swap_bytes(state >> 96); /* s64 to s95 after the last steps */
        bit wrong_word = block.data != keystream;
        if (last && phase == TAG_2 && decrypting) stream_write(msg_auth, !tag_is_wrong && !wrong_word);
        else if (last && (is_data || (is_tag && !decrypting))) {
            block_t output = keystream ^ (is_tag ? (block_t)0 : block.data);
            stream_write(bdo, (struct bdo){output, is_tag ? (size_in_bytes_t)BLOCK_BYTES : block.size});
        }

        uint_t(3) frame_bits = (uint_t(3))(is_data || is_tag) << 2 | (uint_t(3))((phase == BLOCKS && !is_data) || is_tag) << 1 | 1;
        if (first && phase != KEY) state ^= (state_t)frame_bits << 36;
        state = run_steps(state, key_word(key, count));
        if (last && (phase == NPUB || phase == BLOCKS)) {
            word_t plain = block.data;
            if (is_data && decrypting) plain ^= keystream & byte_enable(block.valid_bytes);
            state ^= (state_t)swap_bytes(plain) << 96 | (state_t)(uint_t(2))block.size << 32; /* the size is 0 for a full block */
        }

        count = last ? (count_t)0 : (count_t)(count + 1);
        if (!last) continue;
        tag_is_wrong = wrong_word;
        switch (phase) {
        case KEY:
            phase = NPUB;
            break;
        case NPUB:
            decrypting = wire_read(decrypt);
            phase = block.eoi ? TAG_1 : block.eot ? BLOCKS : NPUB;
            break;
        case BLOCKS:
            phase = block.eoi ? TAG_1 : BLOCKS;
            break;
        case TAG_1:
            phase = TAG_2;
            break;
        default:
            phase = KEY;
            state = 0;
        }
    }
}
