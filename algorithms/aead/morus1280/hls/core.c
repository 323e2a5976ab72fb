/* MORUS-1280-128 v2 (2016) as a state machine: one loop, one iteration a cycle, one step, so one block of 256 bits, in each.
 *
 * Between messages the state rests at a value from which a step makes zeros of S0 and S1: nonce and key are added to what the step gives, and
 * S2, S3 and S4 stay. The key that is added behind the initialisation takes the same way.
 */
#define KEY_BITS 128
#define BLOCK_BITS 256
#include <cipher_core.h>

#include "morus.h"

#define AT_REST ((struct state){FIBONACCI, FIBONACCI, ~(element_t)0, 0, FIBONACCI})
#define LAST_TO_BEGIN ((count_t)15)
#define LAST_TO_END ((count_t)9)

typedef uint_t(4) count_t;
typedef uint_t(27) blocks_t;
typedef uint_t(5) rest_t;

enum phase { IDLE, INITIALISE, BLOCKS, FINALISE, TAG };

static inline element_t gate(bit enable, element_t element) {
    return enable ? element : (element_t)0;
}

/* The lengths in bits, of full blocks of 256 and the bytes behind them. */
static inline element_t lengths(blocks_t ad_blocks, rest_t ad_rest, blocks_t data_blocks, rest_t data_rest) {
    return (element_t)data_blocks << 72 | (element_t)data_rest << 67 | (element_t)ad_blocks << 8 | (element_t)ad_rest << 3;
}

HARDWARE void morus1280(void) {
    cipher_key_t key = any(cipher_key_t);
    struct state s = AT_REST;
    enum phase phase = IDLE;
    count_t count = 0; /* steps done of the initialisation or the finalisation */
    bit decrypting = 0;
    bit input_ended = 0;
    blocks_t ad_blocks = 0, data_blocks = 0; /* full ones */
    rest_t ad_rest = 0, data_rest = 0;

    for (;;) {
        expect_cycles(1);

        if (phase == IDLE && wire_read(key_update)) {
            key = stream_read(key);
            continue;
        }
        struct bdi block = any(struct bdi);
        if (phase == IDLE || phase == BLOCKS || (phase == TAG && decrypting)) block = stream_read(bdi);
        bit is_ad = phase == BLOCKS && block.type == SEGMENT_AD;
        bit is_data = phase == BLOCKS && block.type != SEGMENT_AD;
        bit full_block = block.size >> 5;

        block_t pad = keystream(s);
        block_t output = pad ^ (is_data || decrypting ? block.data : (block_t)0);
        if (phase == TAG && decrypting) stream_write(msg_auth, output >> 128 == 0);
        else if (phase == TAG || is_data) stream_write(bdo, (struct bdo){output, is_data ? block.size : (size_in_bytes_t)16});

        if (phase == TAG) {
            s = AT_REST;
            ad_blocks = 0;
            ad_rest = 0;
            data_blocks = 0;
            data_rest = 0;
            phase = IDLE;
            continue;
        }

        /* Of a decryption the plaintext enters the state, in the bytes that the message fills. */
        bit replaces = phase == BLOCKS && block.type == SEGMENT_CIPHERTEXT;
        block_t input = gate(phase == BLOCKS, block.data) ^ (pad & byte_enable(replaces ? block.valid_bytes : (byte_mask_t)0));
        element_t message = swap_bytes(input) ^ gate(phase == FINALISE, lengths(ad_blocks, ad_rest, data_blocks, data_rest));

        bit begun = phase == INITIALISE && count == LAST_TO_BEGIN;
        bit ended = phase == FINALISE && count == LAST_TO_END;
        struct state x = s;
        x.s4 ^= gate(phase == FINALISE && count == 0, s.s0);
        struct state next = update(x, message);
        s.s0 = next.s0 ^ gate(phase == IDLE, swap_bytes(block.data) & ~(element_t)0 >> 128);
        s.s1 = next.s1 ^ gate(phase == IDLE || begun, twice(key));
        if (phase != IDLE) {
            s.s2 = next.s2;
            s.s3 = next.s3;
            s.s4 = next.s4;
        }

        if (phase == INITIALISE || phase == FINALISE) count = begun || ended ? (count_t)0 : (count_t)(count + 1);
        if (phase == IDLE) decrypting = wire_read(decrypt);
        if (phase == IDLE || phase == BLOCKS) input_ended = block.eoi;
        if (is_ad) {
            ad_blocks += full_block;
            ad_rest = block.size;
        }
        if (is_data) {
            data_blocks += full_block;
            data_rest = block.size;
        }

        if (phase == IDLE) phase = INITIALISE;
        else if (begun) phase = input_ended ? FINALISE : BLOCKS;
        else if (phase == BLOCKS && block.eoi) phase = FINALISE;
        else if (ended) phase = TAG;
    }
}
