/* Skein-512-256 of round 2: four rounds a cycle, 19 cycles a block.
 *
 * A block is taken in a cycle of its own, in which the first subkey is added to it; 18 cycles of four rounds and a subkey follow. The output
 * transform is a block of zeros more. The digest leaves with its last subkey.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#define SUBKEYS 19
#define COUNTER_BYTES 8 /* of what the output transform chains, the number of a block of output */

/* The most significant byte of the tweak: what is chained, its first block, its last one. */
#define MESSAGE 48
#define OUTPUT 63
#define FIRST 0x40
#define FINAL 0x80

typedef uint_t(64) word_t;
typedef uint_t(5) number_t;
typedef uint_t(8) flags_t;
typedef uint_t(61) count_t;

struct words {
    word_t w[8];
};

/* The chain value behind the block of the configuration. */
static const struct words initial = {{
    0x85a195b18b2264ec, 0x7a6dac64c047c2b0, 0xe1a21465ee3fe124, 0x1d2117356504425a,
    0xc962dc0fc0046f2c, 0x8d5a3e904b1be9c8, 0xafb7174bbd8feee9, 0x7fe63d9bf94edeb8,
}};

static inline word_t rotate_left(word_t x, int n) {
    return x << n | x >> (64 - n);
}

/* MIX on pairs of words, then the permutation of the words; the distances of rounds 4 to 7 of eight are the `second` ones. */
static inline struct words four_rounds(struct words v, bit second) {
    static const int early[4][4] = {{46, 36, 19, 37}, {33, 27, 14, 42}, {17, 49, 36, 39}, {44, 9, 54, 56}};
    static const int late[4][4] = {{39, 30, 34, 24}, {13, 50, 10, 17}, {25, 29, 39, 43}, {8, 35, 56, 22}};
    static const int permutation[8] = {2, 1, 4, 7, 6, 5, 0, 3};
    UNROLL for (int r = 0; r < 4; r++) {
        word_t mixed[8];
        UNROLL for (int j = 0; j < 4; j++) {
            word_t odd = v.w[2 * j + 1];
            mixed[2 * j] = v.w[2 * j] + odd;
            mixed[2 * j + 1] = (second ? rotate_left(odd, late[r][j]) : rotate_left(odd, early[r][j])) ^ mixed[2 * j];
        }
        UNROLL for (int i = 0; i < 8; i++) v.w[i] = mixed[permutation[i]];
    }
    return v;
}

/* Word i modulo 3 of the tweak: the position, the flags in the most significant byte, the sum of both. */
static inline word_t tweak_word(count_t position, flags_t flags, uint_t(2) i) {
    word_t low = i == 1 ? (word_t)0 : (word_t)position;
    flags_t high = i == 0 ? (flags_t)0 : flags;
    return (low >> 56 ^ high) << 56 | (low & 0xffffffffffffff);
}

/* Subkey `s` is added: the words of the key from number s on, two words of the tweak, and s. */
SHARED static struct words with_subkey(struct words v, struct words key, count_t position, flags_t flags, number_t s) {
    ROM static const uint_t(2) turn[SUBKEYS + 1] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1};
    key.w[5] += tweak_word(position, flags, turn[s]);
    key.w[6] += tweak_word(position, flags, turn[s + 1]);
    key.w[7] += s;
    UNROLL for (int i = 0; i < 8; i++) v.w[i] += key.w[i];
    return v;
}

/* Eight of the nine words of the key are kept, since the sum of all is a constant: those from the next one on. */
static inline struct words next(struct words key) {
    word_t ninth = 0x5555555555555555;
    UNROLL for (int i = 0; i < 8; i++) ninth ^= key.w[i];
    return (struct words){{key.w[1], key.w[2], key.w[3], key.w[4], key.w[5], key.w[6], key.w[7], ninth}};
}

static inline word_t bytes_reversed(word_t word) {
    word_t out = 0;
    UNROLL for (int i = 0; i < 8; i++) out = out << 8 | (word >> 8 * i & 0xff);
    return out;
}

static inline struct words words_of(block_t block) {
    struct words words = any(struct words);
    UNROLL for (int i = 0; i < 8; i++) words.w[i] = bytes_reversed(block >> (448 - 64 * i));
    return words;
}

static inline digest_t digest_of(struct words chain) {
    digest_t digest = 0;
    UNROLL for (int i = 0; i < 4; i++) digest = digest << 64 | bytes_reversed(chain.w[i]);
    return digest;
}

/* UBI of a block; `chain` is the key, and its window is where it began behind the last subkey. */
static inline struct words chained(struct words chain, struct words message, count_t position, flags_t flags) {
    struct words v = with_subkey(message, chain, position, flags, 0);
    chain = next(chain);
    wait();
    for (number_t s = 1; s < SUBKEYS; s++) {
        expect_cycles(1);
        v = with_subkey(four_rounds(v, ~s), chain, position, flags, s);
        chain = next(chain);
    }
    UNROLL for (int i = 0; i < 8; i++) v.w[i] ^= message.w[i];
    return v;
}

HARDWARE void skein_r2(void) {
    struct words chain = initial;
    flags_t first = FIRST;
    count_t bytes = 0;
    bit last = any(bit);
    do {
        struct block block = stream_read(block);
        last = block.last;
        bytes += block.bytes;
        chain = chained(chain, words_of(block.data), bytes, MESSAGE | first | (last ? FINAL : 0));
        first = 0;
    } while (!last);
    stream_write(digest, digest_of(chained(chain, words_of(0), COUNTER_BYTES, OUTPUT | FIRST | FINAL)));
}
