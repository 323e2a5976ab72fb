/* Camellia with a 128-bit key (RFC 3713), encryption and decryption: one round a cycle, 20 cycles a block, two of them for the FL layers.
 *
 * The last round of a block and the whitening that begins the next one share a cycle. Every subkey is a part of KL or KA, turned: the two are kept as
 * they are, and a multiplexer picks the subkey of the next cycle. Decryption is encryption with the subkeys in the other order.
 *
 * A new key is taken in the last cycle of a block, or in one without a block. Four rounds make KA of it.
 */
#define KEY_BITS 128
#define BLOCK_BITS 128
#include <block_cipher.h>

typedef uint_t(8) byte_t;
typedef uint_t(32) half_t;
typedef uint_t(64) word_t;

/* SBOX1 (2.4.1) as logic. The designers define it by an inversion in GF(2^8) between two affine maps f and h; with z = f(x), z^17 lies in GF(2^4):
 *   norm     four linear functions of z^17, each a quadratic form in x: here the sum of two functions of four linear forms;
 *   inverse  of z^17, from a table of sixteen entries, as the coordinates v on a basis of GF(2^4);
 *   output   z^-1 = z^16 z^-17, so each bit of h(z^16 v) is the sum of four products: a bit of v by a linear form of x.
 * Basis and norms were chosen, among all, so that the fewest linear forms are needed: 22, and none for the norms alone.
 *
 * A linear form bears its mask as a name: x46 is the sum of the bits of x that 0x46 selects.
 */
SHARED_UNITS(8)
static inline byte_t sbox1(byte_t x) {
    ROM uint_t(4) inverse[16] = {0x0, 0x6, 0x3, 0x2, 0x1, 0xf, 0xd, 0x9, 0xb, 0x7, 0xc, 0x4, 0xa, 0x5, 0x8, 0xe};

    bit x0 = x, x1 = x >> 1, x2 = x >> 2, x3 = x >> 3, x4 = x >> 4, x5 = x >> 5, x6 = x >> 6, x7 = x >> 7;

    bit x09 = x0 ^ x3, x12 = x1 ^ x4, x14 = x2 ^ x4, x46 = x1 ^ x2 ^ x6, x71 = x0 ^ x4 ^ x5 ^ x6, x72 = x1 ^ x4 ^ x5 ^ x6;
    bit x89 = x0 ^ x3 ^ x7, x8b = x0 ^ x1 ^ x3 ^ x7, x95 = x0 ^ x2 ^ x4 ^ x7, xb0 = x4 ^ x5 ^ x7, xc2 = x1 ^ x6 ^ x7;
    bit x76 = x1 ^ x2 ^ x4 ^ x5 ^ x6, xbc = x2 ^ x3 ^ x4 ^ x5 ^ x7, xdc = x2 ^ x3 ^ x4 ^ x6 ^ x7;
    bit x67 = x0 ^ x1 ^ x2 ^ x5 ^ x6, x5f = x0 ^ x1 ^ x2 ^ x3 ^ x4 ^ x6, xbe = x1 ^ x2 ^ x3 ^ x4 ^ x5 ^ x7;
    bit xcf = x0 ^ x1 ^ x2 ^ x3 ^ x6 ^ x7, xdb = x0 ^ x1 ^ x3 ^ x4 ^ x6 ^ x7, xdd = x0 ^ x2 ^ x3 ^ x4 ^ x6 ^ x7;
    bit xfa = x1 ^ x3 ^ x4 ^ x5 ^ x6 ^ x7, xfb = x0 ^ x1 ^ x3 ^ x4 ^ x5 ^ x6 ^ x7;

    bit norm0 = ((x0 | x46) ^ (x71 & (x3 ^ x46)) ^ x3 ^ x71) ^ ((x67 & ~(x12 ^ x7)) ^ (x7 & ~(x12 ^ xfa)));
    bit norm1 = ((x3 & (x0 ^ x1)) ^ (x0 & x12) ^ (bit)~x1) ^ ((x5f & ~(x5 ^ xbe)) ^ (xbe & xdd));
    bit norm2 = ((x09 | x12) ^ (x14 & x76)) ^ ((x67 & (x95 ^ xbe)) ^ (xbe & (x2 ^ x95)));
    bit norm3 = ((x4 & x6) ^ (x4 & x67) ^ (x6 & x67) ^ (x67 & x72)) ^ ((x76 | xc2) ^ (x89 & (x1 ^ xc2)));

    uint_t(4) v = inverse[(uint_t(4))norm3 << 3 | (uint_t(4))norm2 << 2 | (uint_t(4))norm1 << 1 | norm0];
    bit v0 = v, v1 = v >> 1, v2 = v >> 2, v3 = v >> 3;

    bit y0 = ((v0 & x71) ^ (v1 & xbc)) ^ ((v2 & ~x5f) ^ (v3 & x8b));
    bit y1 = ((v0 & ~x95) ^ (v1 & xdd)) ^ (bit)~((v2 & xcf) ^ (v3 & ~xdb));
    bit y2 = ((v0 & ~x5f) ^ (v1 & x8b)) ^ (bit)~((v2 & xfa) ^ (v3 & x46));
    bit y3 = ((v0 & x12) ^ (v1 & ~x14)) ^ (bit)~((v2 & ~x95) ^ (v3 & xdd));
    bit y4 = ((v0 & x76) ^ (v1 & ~x09)) ^ ((v2 & xbe) ^ (v3 & ~x67));
    bit y5 = ((v0 & ~xdc) ^ (v1 & ~xfb)) ^ (bit)~((v2 & ~x72) ^ (v3 & ~xb0));
    bit y6 = ((v0 & ~x14) ^ (v1 & ~x95)) ^ (bit)~((v2 & xdd) ^ (v3 & xcf));
    bit y7 = ((v0 & x89) ^ (v1 & xc2)) ^ ((v2 & ~xdc) ^ (v3 & ~xfb));

    return (byte_t)y7 << 7 | (byte_t)y6 << 6 | (byte_t)y5 << 5 | (byte_t)y4 << 4 | (byte_t)y3 << 3 | (byte_t)y2 << 2 | (byte_t)y1 << 1 | y0;
}

static inline byte_t turn_byte(byte_t x, int n) {
    return x << n | x >> (8 - n);
}

/* Byte i of a word, from 1, the most significant one, as in the RFC. */
static inline byte_t byte_of(word_t word, int i) {
    return word >> (64 - 8 * i);
}

/* The F function (2.4.1). */
static inline word_t f(word_t in, word_t subkey) {
    word_t x = in ^ subkey;
    byte_t t1 = sbox1(byte_of(x, 1)), t2 = turn_byte(sbox1(byte_of(x, 2)), 1), t3 = turn_byte(sbox1(byte_of(x, 3)), 7);
    byte_t t4 = sbox1(turn_byte(byte_of(x, 4), 1)), t5 = turn_byte(sbox1(byte_of(x, 5)), 1), t6 = turn_byte(sbox1(byte_of(x, 6)), 7);
    byte_t t7 = sbox1(turn_byte(byte_of(x, 7), 1)), t8 = sbox1(byte_of(x, 8));

    byte_t y1 = t1 ^ t3 ^ t4 ^ t6 ^ t7 ^ t8, y2 = t1 ^ t2 ^ t4 ^ t5 ^ t7 ^ t8;
    byte_t y3 = t1 ^ t2 ^ t3 ^ t5 ^ t6 ^ t8, y4 = t2 ^ t3 ^ t4 ^ t5 ^ t6 ^ t7;
    byte_t y5 = t1 ^ t2 ^ t6 ^ t7 ^ t8, y6 = t2 ^ t3 ^ t5 ^ t7 ^ t8, y7 = t3 ^ t4 ^ t5 ^ t6 ^ t8, y8 = t1 ^ t4 ^ t5 ^ t6 ^ t7;
    return (word_t)y1 << 56 | (word_t)y2 << 48 | (word_t)y3 << 40 | (word_t)y4 << 32 | (word_t)y5 << 24 | (word_t)y6 << 16 | (word_t)y7 << 8 | y8;
}

static inline half_t turn_half(half_t x) {
    return x << 1 | x >> 31;
}

/* 2.4.2 */
static inline word_t fl(word_t in, word_t subkey) {
    half_t x1 = in >> 32, x2 = in, k1 = subkey >> 32, k2 = subkey;
    x2 ^= turn_half(x1 & k1);
    x1 ^= x2 | k2;
    return (word_t)x1 << 32 | x2;
}

/* 2.4.3 */
static inline word_t fl_inverse(word_t in, word_t subkey) {
    half_t y1 = in >> 32, y2 = in, k1 = subkey >> 32, k2 = subkey;
    y1 ^= y2 | k2;
    y2 ^= turn_half(y1 & k1);
    return (word_t)y1 << 32 | y2;
}

static inline block_t turn(block_t x, int n) {
    return n ? x << n | x >> (128 - n) : x;
}

/* The left half of a key turned by n bits; its right half is the left one after 64 bits more. */
static inline word_t window(block_t key, int n) {
    return turn(key, n % 128) >> 64;
}

/* Steps of a block, and of the key setup, one-hot: bit n is step n, none where no block is under way. An encryption goes from 1 to 20, a decryption
 * from 20 to 1, a key setup from 21 to 24. */
typedef uint_t(25) step_t;
#define FIRST 1
#define FL_1 7
#define FL_2 14
#define LAST 20
#define SETUP 21
#define SETUP_LAST 24

static inline bit is_at(step_t step, int n) {
    return step >> n;
}

static inline word_t where(bit here, word_t word) {
    return here ? word : (word_t)0;
}

/* The subkey of a step (2.2), by which FL goes, too. A decryption uses those of an FL layer the other way round; ke1 is k16, and ke2 is k15.
 * KA is made by its own subkeys: with D2 of two rounds as F gives it, the sum with KL after them is one with the second subkey. */
static inline word_t subkey_of(step_t step, bit decrypting, cipher_key_t kl, block_t ka) {
    bit ke1 = is_at(step, FL_1) & ~decrypting, ke2 = is_at(step, FL_1) & decrypting;
    bit ke3 = is_at(step, FL_2) & ~decrypting, ke4 = is_at(step, FL_2) & decrypting;

    return where(is_at(step, 1), window(ka, 0)) | where(is_at(step, 2), window(ka, 64)) |
           where(is_at(step, 3), window(kl, 15)) | where(is_at(step, 4), window(kl, 15 + 64)) |
           where(is_at(step, 5), window(ka, 15)) | where(is_at(step, 6), window(ka, 15 + 64)) |
           where(is_at(step, 8), window(kl, 45)) | where(is_at(step, 9), window(kl, 45 + 64)) |
           where(is_at(step, 10), window(ka, 45)) | where(is_at(step, 11), window(kl, 60 + 64)) |
           where(is_at(step, 12), window(ka, 60)) | where(is_at(step, 13), window(ka, 60 + 64)) |
           where(ke3, window(kl, 77)) | where(ke4, window(kl, 77 + 64)) |
           where(is_at(step, 15), window(kl, 94)) | where(is_at(step, 16), window(kl, 94 + 64)) |
           where(is_at(step, 17) | ke2, window(ka, 94)) | where(is_at(step, 18) | ke1, window(ka, 94 + 64)) |
           where(is_at(step, 19), window(kl, 111)) | where(is_at(step, LAST), window(kl, 111 + 64)) |
           where(is_at(step, SETUP), 0xA09E667F3BCC908B) | where(is_at(step, SETUP + 1), 0xB67AE8584CAA73B2 ^ window(kl, 64)) |
           where(is_at(step, SETUP + 2), 0xC6EF372FE94F82BE) | where(is_at(step, SETUP_LAST), 0x54FF53A5F1D36F1C);
}

/* The subkey by which the inverse of FL goes. */
static inline word_t other_subkey_of(step_t step, bit decrypting, cipher_key_t kl, block_t ka) {
    if (is_at(step, FL_1)) return decrypting ? window(ka, 30) : window(ka, 30 + 64);
    return decrypting ? window(kl, 77) : window(kl, 77 + 64);
}

HARDWARE void camellia128(void) {
    step_t step = 0;
    bit running = 0, last = 0; /* a step before the last one of a block, or one of a key setup; the last step of a block */
    bit decrypting = 0;
    bit key_taken = 0; /* the key of the next block is here already */
    cipher_key_t kl = any(cipher_key_t);
    block_t ka = any(block_t);
    word_t left = any(word_t), right = any(word_t); /* D1 and D2 before odd rounds, D2 and D1 before even ones */
    word_t subkey = any(word_t);

    for (;;) {
        expect_cycles(1);

        /* In the first two rounds that make KA nothing is added to F: the sum with KL after them would take it away. */
        bit gives_result = last;
        bit bare = is_at(step, SETUP) | is_at(step, SETUP + 1);
        word_t mixed = f(left, subkey) ^ (bare ? (word_t)0 : right);
        block_t text = ((block_t)left << 64 | mixed) ^ (decrypting ? kl : turn(ka, 111));

        bit offered = !running && stream_has(block);
        struct task next = any(struct task);
        if (offered) next = stream_peek(block);
        bit starting = offered && !(next.new_key && !key_taken);
        bit setting_up = offered && !starting && stream_has(key);
        bit direction = running ? decrypting : next.decrypt;
        cipher_key_t new_kl = any(cipher_key_t);

        if (starting) {
            stream_read(block);
            key_taken = 0;
        }
        if (setting_up) {
            new_kl = stream_read(key);
            key_taken = 1;
        }

        step_t next_step = running ? (decrypting ? step >> 1 : step << 1)
                                   : (step_t)(starting & ~next.decrypt) << FIRST | (step_t)(starting & next.decrypt) << LAST | (step_t)setting_up << SETUP;
        word_t next_subkey = subkey_of(next_step, direction, kl, ka);
        if (running) {
            block_t whole = (block_t)mixed << 64 | left;
            if (is_at(step, FL_1) | is_at(step, FL_2)) {
                right = fl_inverse(right, other_subkey_of(step, decrypting, kl, ka));
                left = fl(left, subkey);
            } else {
                right = left;
                left = mixed;
            }
            if (is_at(step, SETUP_LAST)) ka = whole; /* here, so that FL takes it from the register */
        } else {
            block_t whitened = next.data ^ (next.decrypt ? turn(ka, 111) : kl);
            left = setting_up ? (word_t)(new_kl >> 64) : (word_t)(whitened >> 64);
            right = whitened;
            if (setting_up) kl = new_kl;
            if (starting) decrypting = next.decrypt;
            if (setting_up) decrypting = 0;
        }
        subkey = next_subkey;
        step = next_step;
        last = decrypting ? is_at(step, FIRST) : is_at(step, LAST);
        running = step != 0 && !last;
        if (gives_result) stream_write(result, text);
    }
}
