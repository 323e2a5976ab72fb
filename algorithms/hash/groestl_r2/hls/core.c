/* Groestl-256 of round 2: half a round a cycle, for P and Q by turns; 21 cycles a block.
 *
 * While the S-boxes work for one permutation, MixBytes works for the other. P takes a block with the chain value, Q takes it in the next cycle. What P
 * gives is added to the chain value in the last cycle of a block, what Q gives in the first cycle of the next one. The output transformation is P
 * alone; the digest leaves in its last cycle.
 */
#define BLOCK_BITS 512
#define DIGEST_BITS 256
#include <hash_core.h>

#include "aes.h"

#define HALF_ROUNDS 20 /* of P and of Q together: in each cycle one of both */

typedef uint_t(512) state_t; /* byte 0 is the most significant one; byte 8c + r is that of row r in column c */
typedef uint_t(5) step_t;

static const state_t initial = 256; /* the digest's length in bits */

static inline byte_t byte_of(state_t a, int i) {
    return a >> (504 - 8 * i);
}

static inline state_t byte_at(byte_t byte, int i) {
    return (state_t)byte << (504 - 8 * i);
}

/* AddRoundConstant in this step: of P to the first byte of row 0, of Q to the first byte of row 7. */
static inline state_t with_constant(state_t a, step_t step) {
    byte_t round = step >> 1;
    return a ^ (step & 1 ? byte_at(~round, 7) : byte_at(round, 0));
}

/* SubBytes and ShiftBytes: row r moves r columns to the left. */
SHARED static state_t substitute_and_shift(state_t a) {
    state_t shifted = 0;
    UNROLL for (int i = 0; i < 64; i++) shifted |= byte_at(substitute(byte_of(a, (i + 8 * (i % 8)) % 64)), i);
    return shifted;
}

/* MixBytes, the circulant matrix with the first row 02 02 03 04 05 03 05 07: each byte is 4 x + 2 y + y', sums of four and of five bytes. */
SHARED static state_t mix(state_t a) {
    state_t mixed = 0;
    UNROLL for (int c = 0; c < 64; c += 8) {
        byte_t x[8], y[8];
        UNROLL for (int i = 0; i < 8; i++) {
            byte_t a0 = byte_of(a, c + i), a1 = byte_of(a, c + (i + 1) % 8), a2 = byte_of(a, c + (i + 2) % 8);
            byte_t a3 = byte_of(a, c + (i + 3) % 8), a4 = byte_of(a, c + (i + 4) % 8), a6 = byte_of(a, c + (i + 6) % 8);
            x[i] = a0 ^ a1 ^ a3 ^ a4;
            y[i] = a0 ^ a1 ^ a2 ^ a3 ^ a6;
        }
        UNROLL for (int i = 0; i < 8; i++) mixed |= byte_at(xtime(xtime(x[(i + 3) % 8]) ^ y[(i + 7) % 8]) ^ y[(i + 4) % 8], c + i);
    }
    return mixed;
}

HARDWARE void groestl_r2(void) {
    state_t chain = initial, whole = any(state_t), shifted = 0; /* what comes to the S-boxes, and to MixBytes; that of zero is zero */
    bit last = 0, output = any(bit);
    do {
        output = last; /* behind the last block comes the output transformation */
        bit first = 1;
        for (step_t i = 0; i <= HALF_ROUNDS; i++) {
            expect_cycles(1);
            state_t mixed = mix(shifted), added = first ? chain : (state_t)0;
            if (first && !output) added ^= stream_peek(block).data;
            if (i == 1 && !output) {
                struct block block = stream_read(block);
                last = block.last;
                added = block.data;
            }
            if (first || i == HALF_ROUNDS) chain ^= mixed;
            shifted = first ? (state_t)0 : substitute_and_shift(whole);
            whole = with_constant(mixed ^ added, i);
            first = 0;
        }
    } while (!output);
    stream_write(digest, (digest_t)chain);
}
