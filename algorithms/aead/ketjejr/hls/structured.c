/* Ketje-Jr v2 (2016), MonkeyWrap: one round of Keccak-p*[200] a cycle. */
#define KEY_BITS 96
#define BLOCK_BITS 32
#include <cipher_core.h>

#include "ketje.h"

#define AD 0
#define DATA 3
#define LAST_AD 2
#define LAST_DATA 1

/* The one round of the hardware, whichever phase it is for. */
SHARED static struct state step(struct state s, round_t round) {
    return permute_once(s, round);
}

/* The rounds from `first` to the last of the twelve. */
static inline struct state permute(struct state s, round_t first) {
    for (round_t round = first; round <= LAST_ROUND; round++) s = step(s, round);
    return s;
}

static inline half_t half_of(struct bdi block, bit second) {
    return second ? block.data : block.data >> 16;
}

static inline uint_t(2) valid_of(struct bdi block, bit second) {
    return second ? block.valid_bytes : block.valid_bytes >> 2;
}

/* What is added to the state to have the ciphertext in its place, in the bytes that are `valid`. */
static inline half_t replaced(struct state s, half_t half, uint_t(2) valid) {
    half_t mask = (valid >> 1 ? (half_t)0xff00 : (half_t)0) | (valid & 1 ? (half_t)0xff : (half_t)0);
    return half ^ (rate(s) & mask);
}

HARDWARE void ketjejr(void) {
    REGISTER static cipher_key_t key;
    if (wire_read(key_update)) {
        key = stream_read(key);
        return;
    }

    /* Initialisation. */
    struct bdi block = stream_peek(bdi);
    bit decrypting = wire_read(decrypt);
    struct state s = add_bytes(constants(), 1, 12, key);
    for (int i = 0; i < 3; i++) {
        block = stream_read(bdi);
        if (i == 0) s = add_bytes(s, 14, 4, block.data);
        else if (i == 1) s = add_bytes(s, 18, 4, block.data);
        else s = add_bytes(s, 22, 2, block.data >> 16);
    }
    s = permute(s, 0);

    /* Associated data, a step for each half of a block; a block stays until its last half. */
    bit second = 0, last;
    do {
        block = stream_peek(bdi);
        bit more = !second && (block.valid_bytes >> 1 & 1);
        if (!more) stream_read(bdi);
        last = !more && block.eot;
        s = add_bytes(s, 0, 3, step_input(half_of(block, second), valid_of(block, second), last ? LAST_AD : AD));
        s = step(s, LAST_ROUND);
        second = more;
    } while (!last);

    /* Plaintext or ciphertext likewise; the last step is a stride. */
    half_t first_half = 0;
    do {
        block = stream_peek(bdi);
        bit more = !second && (block.valid_bytes >> 1 & 1);
        if (!more) stream_read(bdi);
        last = !more && block.eot;
        half_t half = half_of(block, second), output = half ^ rate(s);
        if (!more && block.size != 0) stream_write(bdo, (struct bdo){(block_t)(second ? first_half : output) << 16 | output, block.size});
        first_half = output;
        uint_t(2) valid = valid_of(block, second);
        s = add_bytes(s, 0, 3, step_input(decrypting ? replaced(s, half, valid) : half, valid, last ? LAST_DATA : DATA));
        s = step(s, last ? FIRST_OF_6 : LAST_ROUND);
        second = more;
    } while (!last);
    s = permute(s, FIRST_OF_6 + 1);

    /* The tag leaves, or is compared with the one that came. */
    bit equal = 1;
    for (int i = 0; i < 6; i++) {
        if (i % 2 == 1) {
            block_t tag = (block_t)first_half << 16 | rate(s);
            if (decrypting) equal &= stream_read(bdi).data == tag;
            else stream_write(bdo, (struct bdo){tag, BLOCK_BYTES});
        }
        first_half = rate(s);
        s = step(add_bytes(s, 0, 3, TAG_INPUT), LAST_ROUND);
    }
    if (decrypting) stream_write(msg_auth, equal);
}
