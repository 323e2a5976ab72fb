/* SHA-256 (FIPS 180-4): one round a cycle, 65 cycles a block.
 *
 * Step 0 adds the state to the hash, which is where the next block begins, and takes that block; steps 1 to 64 are the rounds. Between messages
 * the hash rests at its initial value and the state at zero, so that the first block is taken like any other. After the last block step 0 gives
 * the digest instead.
 *
 * The 16 words of the message schedule move through a shift register, the oldest first. What a round adds to h, its constant and its word, is
 * added in the step before.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

typedef uint_t(32) word_t;
typedef uint_t(7) step_t;

#define LAST_STEP ((step_t)64)

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2). */
ROM static const word_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* The initial hash value (5.3.3). */
static const word_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static inline word_t rotate(word_t x, int n) {
    return x >> n | x << (32 - n);
}

/* The functions of 4.1.2. */
static inline word_t choice(word_t x, word_t y, word_t z) {
    return (x & y) ^ (~x & z);
}

static inline word_t majority(word_t x, word_t y, word_t z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

static inline word_t sum_0(word_t x) {
    return rotate(x, 2) ^ rotate(x, 13) ^ rotate(x, 22);
}

static inline word_t sum_1(word_t x) {
    return rotate(x, 6) ^ rotate(x, 11) ^ rotate(x, 25);
}

static inline word_t sigma_0(word_t x) {
    return rotate(x, 7) ^ rotate(x, 18) ^ x >> 3;
}

static inline word_t sigma_1(word_t x) {
    return rotate(x, 17) ^ rotate(x, 19) ^ x >> 10;
}

HARDWARE void sha256(void) {
    word_t hash[8], v[8] = {0}, w[16]; /* v: the working variables a to h */
    UNROLL for (int i = 0; i < 8; i++) hash[i] = initial[i];
    UNROLL for (int i = 0; i < 16; i++) w[i] = any(word_t);
    word_t ahead = any(word_t); /* h, constant and word of the round to come, added */
    bit last = 0;

    step_t step = 0;

    for (;;) {
        expect_cycles(1);
        step_t next_step = step == LAST_STEP ? (step_t)0 : (step_t)(step + 1);
        word_t next_h = v[6], next_w = w[1];
        if (step == 0) {
            word_t sum[8];
            UNROLL for (int i = 0; i < 8; i++) sum[i] = hash[i] + v[i];
            if (last) {
                digest_t digest = 0;
                UNROLL for (int i = 0; i < 8; i++) digest = digest << 32 | sum[i];
                stream_write(digest, digest);
                UNROLL for (int i = 0; i < 8; i++) hash[i] = initial[i];
                UNROLL for (int i = 0; i < 8; i++) v[i] = 0;
                last = 0;
                next_step = 0;
            } else {
                struct block block = stream_read(block);
                UNROLL for (int i = 0; i < 8; i++) hash[i] = v[i] = sum[i];
                UNROLL for (int i = 0; i < 16; i++) w[i] = block.data >> (480 - 32 * i);
                last = block.last;
                next_h = sum[7];
                next_w = w[0];
            }
        } else {
            word_t schedule = (sigma_1(w[14]) + w[9]) + (sigma_0(w[1]) + w[0]);
            word_t t1 = (ahead + choice(v[4], v[5], v[6])) + sum_1(v[4]);
            word_t t2 = sum_0(v[0]) + majority(v[0], v[1], v[2]);
            UNROLL for (int i = 7; i > 0; i--) v[i] = v[i - 1];
            v[4] += t1;
            v[0] = t1 + t2;
            UNROLL for (int i = 0; i < 15; i++) w[i] = w[i + 1];
            w[15] = schedule;
        }
        ahead = next_h + (constants[(uint_t(6))step] + next_w);
        step = next_step;
    }
}
