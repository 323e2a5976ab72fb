/* PRESENT-80 (Bogdanov et al., CHES 2007), on integers: bit 0 is the least significant one, as in the paper. */
#define KEY_BYTES 10
#define BLOCK_BYTES 8
#include "../../../include/block_program.h"

#define ROUNDS 31

static const uint8_t s_box[16] = {0xc, 0x5, 0x6, 0xb, 0x9, 0x0, 0xa, 0xd, 0x3, 0xe, 0xf, 0x8, 0x4, 0x7, 0x1, 0x2};

/* The key register k79 ... k0: its 16 most significant bits apart from the others. */
struct key_register {
    uint16_t high;
    uint64_t low;
};

static uint64_t read_block(const uint8_t *bytes) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value = value << 8 | bytes[i];
    return value;
}

static void write_block(uint64_t value, uint8_t *bytes) {
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(value >> (56 - 8 * i));
}

static int key_bit(struct key_register key, int i) {
    return i < 64 ? key.low >> i & 1 : key.high >> (i - 64) & 1;
}

/* One update of the key register: turned by 61 bits to the left, S-box on the left four bits, counter on bits 19 to 15. */
static struct key_register update(struct key_register key, int counter) {
    struct key_register turned = {0, 0};
    for (int i = 0; i < 80; i++) {
        int to = (i + 61) % 80;
        if (to < 64) turned.low |= (uint64_t)key_bit(key, i) << to;
        else turned.high |= (uint16_t)(key_bit(key, i) << (to - 64));
    }
    turned.high = (uint16_t)(s_box[turned.high >> 12] << 12 | (turned.high & 0xfff));
    turned.low ^= (uint64_t)counter << 15;
    return turned;
}

/* Round keys 1 to 32: the left 64 bits of the register. */
static void expand(const uint8_t bytes[10], uint64_t keys[ROUNDS + 2]) {
    struct key_register key = {(uint16_t)(bytes[0] << 8 | bytes[1]), read_block(bytes + 2)};
    for (int round = 1; round <= ROUNDS + 1; round++) {
        keys[round] = (uint64_t)key.high << 48 | key.low >> 16;
        key = update(key, round);
    }
}

void encrypt(const uint8_t key[10], const uint8_t block[8], uint8_t result[8]) {
    uint64_t keys[ROUNDS + 2], state = read_block(block);
    expand(key, keys);
    for (int round = 1; round <= ROUNDS; round++) {
        uint64_t moved = 0;
        state ^= keys[round];
        for (int i = 0; i < 64; i++) {
            uint64_t bit = s_box[state >> (i - i % 4) & 15] >> (i % 4) & 1;
            moved |= bit << (i == 63 ? 63 : 16 * i % 63);
        }
        state = moved;
    }
    write_block(state ^ keys[ROUNDS + 1], result);
}

void decrypt(const uint8_t key[10], const uint8_t block[8], uint8_t result[8]) {
    uint8_t inverse[16];
    uint64_t keys[ROUNDS + 2], state = read_block(block);
    for (int i = 0; i < 16; i++) inverse[s_box[i]] = (uint8_t)i;
    expand(key, keys);
    state ^= keys[ROUNDS + 1];
    for (int round = ROUNDS; round >= 1; round--) {
        uint64_t moved = 0, substituted = 0;
        for (int i = 0; i < 64; i++) moved |= (state >> (i == 63 ? 63 : 16 * i % 63) & 1) << i;
        for (int i = 0; i < 64; i += 4) substituted |= (uint64_t)inverse[moved >> i & 15] << i;
        state = substituted ^ keys[round];
    }
    write_block(state, result);
}
