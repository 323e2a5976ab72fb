/* The dummy block cipher: one round a cycle, 9 cycles a block (docs/block-ciphers.md).
 * Change first: KEY_BITS and BLOCK_BITS, then the two rounds; a key schedule is one more variable that the loop changes. */
#define KEY_BITS 64
#define BLOCK_BITS 64
#include <block_cipher.h>

#define ROUNDS 8

typedef uint_t(4) round_t;

static inline block_t encrypt_round(block_t x, cipher_key_t key, round_t i) {
    return (x << 7 | x >> 57) ^ key ^ i;
}

static inline block_t decrypt_round(block_t x, cipher_key_t key, round_t i) {
    x ^= key ^ i;
    return x >> 7 | x << 57;
}

HARDWARE void dummy_block(void) {
    NO_RESET REGISTER static cipher_key_t key;
    struct task task = stream_read(block);
    if (task.new_key) key = stream_read(key);
    block_t x = task.data;
    for (int i = 1; i <= ROUNDS; i++) /* clocked: a round a cycle */
        x = task.decrypt ? decrypt_round(x, key, ROUNDS + 1 - i) : encrypt_round(x, key, i);
    stream_write(result, x);
}
