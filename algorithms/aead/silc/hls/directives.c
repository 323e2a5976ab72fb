/* SILC with AES-128 (CLOC and SILC v3) with one AES unit, which directives choose the architecture of (aes_directed.h).
 *
 *   step       what is encrypted
 *   HASH       nonce, then associated data
 *   TAG        the tag's state, with the block before
 *   KEYSTREAM  what gives the next keystream
 *   LAST       the tag
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <cipher_core.h>

#include "aes_directed.h"
#include "silc.h"

enum step { HASH, TAG, KEYSTREAM, LAST };

HARDWARE void silc(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    struct bdi block = stream_read(bdi);
    bit decrypting = wire_read(decrypt), eoi = block.eoi;
    enum step step = HASH;
    length_t length = 0;
    block_t state = with_param(block.data), other = any(block_t);
    for (;;) {
        state = aes_encrypt(state, key);
        if (step == LAST) break;
        block.data = any(block_t); /* is not kept */
        bit takes = step == KEYSTREAM;
        if (step == HASH && !eoi) takes = stream_peek(bdi).type == SEGMENT_AD;
        if (takes) {
            block = stream_read(bdi);
            eoi = block.eoi;
            length += block.size;
        }
        block_t mixed = g(state ^ length), was_other = other;
        if (step == KEYSTREAM) {
            block_t output = block.data ^ state;
            stream_write(bdo, (struct bdo){output, block.size});
            block_t ciphertext = decrypting ? block.data : output & byte_enable(block.valid_bytes);
            state = other ^ ciphertext;
            other = fix1(ciphertext);
            step = TAG;
        } else if (step == TAG && eoi) {
            state = mixed;
            step = LAST;
        } else if (step == TAG) {
            other = state;
            state = was_other;
            step = KEYSTREAM;
        } else if (takes) {
            state ^= block.data;
        } else {
            other = mixed;
            state = g(mixed);
            length = 0;
            step = TAG;
        }
    }

    block_t tag = state >> 64 << 64;
    if (decrypting) {
        block_t difference = tag ^ stream_read(bdi).data;
        wait();
        stream_write(msg_auth, difference == 0);
    } else {
        stream_write(bdo, (struct bdo){tag, TAG_BYTES});
    }
}
