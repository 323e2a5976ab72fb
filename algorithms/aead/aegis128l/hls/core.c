/* AEGIS-128L (AEGIS v1.1): one update of the state a cycle, so one block of 256 bits a cycle.
 *
 *   phase   the cycles                    what enters the state
 *   REST    until the nonce comes         key and nonce, in their places
 *   START   10                            nonce, key
 *   BLOCKS  one a block of AD or data     the block
 *   LENGTHS 1                             none: the lengths are added to S2
 *   FINISH  7                             that sum
 *   TAG     1                             none: gives the tag, or compares it with the one that came
 */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

#include "aegis.h"

#define WORD(high, low) ((aes_block_t)(high) << 64 | (low))

enum phase { REST, START, BLOCKS, LENGTHS, FINISH, TAG };

/* One update leads from here to the initial state without key and nonce: words 4 to 7 and 0 are such that an AES round of the word before gives
 * what the initial state has there, 0, const0, const1, const0, 0. Words 1 to 3 are those of the initial state. */
#define AT_REST ((struct state){ \
    WORD(0x8c330749de1adda4, 0x3baec72b1a2754ad), \
    WORD(0xdb3d18556dc22ff1, 0x2011314273b528dd), \
    WORD(0x000101020305080d, 0x1522375990e97962), \
    WORD(0xdb3d18556dc22ff1, 0x2011314273b528dd), \
    WORD(0x006051ab2d83c911, 0x1d4bdbe355d2f6e0), \
    WORD(0xb190df2b4604414b, 0xd11d02d5d4c3c752), \
    WORD(0x2a93cc93196b4e84, 0x0379c8cdc3a018e0), \
    WORD(0x59d86878009654d2, 0xcc00dbc121a80982), \
})

/* Only the last block of a type is not full: the lower bits are zero before it. */
static inline length_t longer(length_t length, size_in_bytes_t size) {
    return (length_t)((uint_t(27))(length >> 5) + (size >> 5)) << 5 | (size & 31);
}

static inline aes_block_t lengths(length_t ad, length_t data) {
    return (aes_block_t)length_word(ad) << 64 | length_word(data);
}

HARDWARE void aegis128l(void) {
    enum phase phase = REST;
    uint_t(4) count = 0; /* updates done in START or FINISH */
    struct state s = AT_REST;
    cipher_key_t key = any(cipher_key_t);
    aes_block_t operand = any(aes_block_t); /* the nonce; then what the last updates add */
    length_t length = 0, ad_length = 0; /* in bytes */
    bit decrypting = 0;
    bit no_blocks = 0; /* the nonce ended the input */

    for (;;) {
        expect_cycles(1);

        bit rests = phase == REST;
        if (rests && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        bit compares = phase == TAG && decrypting;
        struct bdi block = any(struct bdi);
        if (rests || phase == BLOCKS || compares) block = stream_read(bdi);
        bit is_data = phase == BLOCKS && block.type != SEGMENT_AD;

        /* What the state adds to a block; in its upper half the tag, which adds up to 0 with the one that came. */
        block_t mask = keystream(s);
        if (phase == TAG) mask = (block_t)(s.s0 ^ s.s1 ^ s.s2 ^ s.s3 ^ s.s4 ^ s.s5 ^ s.s6) << 128 | low(mask);
        block_t output = mask ^ (phase == BLOCKS || compares ? block.data : (block_t)0);
        if (is_data || (phase == TAG && !decrypting)) {
            stream_write(bdo, (struct bdo){output, phase == TAG ? (size_in_bytes_t)TAG_BYTES : block.size});
        }
        if (compares) stream_write(msg_auth, high(output) == 0);

        if (phase == TAG) {
            s = AT_REST;
            phase = REST;
            continue;
        }
        if (phase == LENGTHS) {
            operand = s.s2 ^ lengths(ad_length, length);
            phase = FINISH;
            continue;
        }

        aes_block_t nonce = high(block.data);
        aes_block_t start_key = rests ? key : (cipher_key_t)0;
        aes_block_t m_a = start_key ^ (rests || phase == BLOCKS ? high(block.data) : operand);
        aes_block_t m_b = (rests ? nonce : (aes_block_t)0) ^ (rests || phase == START ? key : (cipher_key_t)0)
                          ^ (phase == BLOCKS ? low(block.data) : (aes_block_t)0) ^ (phase == FINISH ? operand : (aes_block_t)0);
        if (phase == BLOCKS && block.type == SEGMENT_CIPHERTEXT) {
            block_t plaintext = output & byte_enable(block.valid_bytes);
            m_a = high(plaintext);
            m_b = low(plaintext);
        }
        s = update(s, m_a, m_b);
        s.s5 ^= start_key;
        s.s6 ^= start_key;
        s.s7 ^= start_key;

        bit counts = phase == START || phase == FINISH, last = count == (phase == START ? START_UPDATES : FINAL_UPDATES) - 1;
        if (counts) count = last ? (uint_t(4))0 : (uint_t(4))(count + 1);

        switch (phase) {
        case REST:
            s.s1 = AT_REST.s1;
            s.s2 = AT_REST.s2;
            s.s3 = AT_REST.s3;
            operand = nonce;
            length = ad_length = 0;
            decrypting = wire_read(decrypt);
            no_blocks = block.eoi;
            phase = START;
            break;
        case START:
            if (last) phase = no_blocks ? LENGTHS : BLOCKS;
            break;
        case BLOCKS:
            length = longer(length, block.size);
            if (!is_data && block.eot) {
                ad_length = length;
                length = 0;
            }
            if (block.eoi) phase = LENGTHS;
            break;
        default:
            if (last) phase = TAG;
        }
    }
}
