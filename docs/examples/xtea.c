/* XTEA (Needham and Wheeler, 1997): a key, then blocks under it. Two Feistel rounds, one of each half, a clock cycle. */
#include <cryptagon.h>

#define DELTA 0x9e3779b9

typedef uint_t(32) word_t;

struct block {
    uint_t(64) data;
    bit last; /* under this key */
};

STREAM_IN(uint_t(128), key)
STREAM_IN(struct block, plaintext)
STREAM_OUT(uint_t(64), ciphertext)

static inline word_t mixed(word_t half) {
    return (half << 4 ^ half >> 5) + half;
}

static inline word_t part_of(uint_t(128) user_key, uint_t(2) n) {
    return (word_t)(user_key >> (96 - 32 * n));
}

HARDWARE void xtea(void) {
    uint_t(128) user_key = stream_read(key);
    bit last = 0;
    while (!last) {
        struct block block = stream_read(plaintext);
        word_t left = (word_t)(block.data >> 32), right = (word_t)block.data, sum = 0;
        last = block.last;
        for (int round = 0; round < 32; round++) {
            left += mixed(right) ^ (sum + part_of(user_key, sum & 3));
            sum += DELTA;
            right += mixed(left) ^ (sum + part_of(user_key, sum >> 11 & 3));
        }
        stream_write(ciphertext, (uint_t(64))left << 32 | right);
    }
}
