/* Blowfish (B. Schneier, FSE 1993) in 64-bit cipher feedback, with its key schedule: 521 encryptions for a key, then one a block of the message.
 *
 * One loop, one pass a cycle: 16 passes make an encryption, and the last of them gives its result to where it belongs, be it the tables or
 * the ciphertext. So a message of n blocks takes 16 (521 + n) cycles, or fewer with more rounds a cycle.
 *
 * The tables begin as the fraction of pi, the subkeys with the key added to it, and the key schedule replaces them by pairs, in order. They need
 * not be loaded: what is not yet replaced is read from the digits themselves.
 *
 *   ROUNDS_PER_CYCLE     1, 2 or 4: 16, 8 or 4 cycles an encryption
 */
#include <cryptagon.h>

#include "pi.h"

#ifndef ROUNDS_PER_CYCLE
#define ROUNDS_PER_CYCLE 1
#endif

/* Pairs of words of the tables, by their place in the order in which they are replaced: so chosen that an S-box begins at a multiple of its size. */
enum { BOX_PAIRS = 128, BOXES = BOX_PAIRS, SUBKEYS = BOXES - 9, LAST_SUBKEYS = BOXES - 1, END = BOXES + 4 * BOX_PAIRS, ROUNDS = 16 };

typedef uint_t(32) word_t;
typedef uint_t(64) pair_t; /* of words, the first one most significant: a block, two subkeys, two words of an S-box */
typedef uint_t(10) place_t;

struct job {
    uint_t(128) data; /* the key; a shorter one of 32 or 64 bits is repeated, as the key schedule does with any key */
    pair_t iv;
};

struct piece {
    pair_t data;
    bit last; /* of its message */
};

STREAM_IN(struct job, key)
STREAM_IN(struct piece, plaintext)
STREAM_OUT(pair_t, ciphertext)

static inline word_t half(pair_t pair, bit second) {
    return second ? (word_t)pair : (word_t)(pair >> 32);
}

static inline word_t initial_subkey(struct job job, uint_t(5) i) {
    return pi_subkeys[i] ^ (word_t)(job.data >> (96 - 32 * (i & 3)));
}

/* Word i of S-box n: of its row in memory, if that is replaced, or of pi. */
#define WORD_OF_BOX(n, i) (BOXES + n * BOX_PAIRS + (i >> 1) < next ? half(box##n[i >> 1], i & 1) : pi_box##n[i])

HARDWARE void blowfish(void) {
    DISTRIBUTED_RAM_READS(ROUNDS_PER_CYCLE) pair_t subkeys[16]; /* by the last four bits of their place */
    DISTRIBUTED_RAM_READS(ROUNDS_PER_CYCLE) pair_t box0[BOX_PAIRS];
    DISTRIBUTED_RAM_READS(ROUNDS_PER_CYCLE) pair_t box1[BOX_PAIRS];
    DISTRIBUTED_RAM_READS(ROUNDS_PER_CYCLE) pair_t box2[BOX_PAIRS];
    DISTRIBUTED_RAM_READS(ROUNDS_PER_CYCLE) pair_t box3[BOX_PAIRS];
    pair_t last_subkeys = any(pair_t); /* those after the rounds, since they are needed together with others */

    struct job job = any(struct job);
    word_t left = 0, right = 0;
    place_t next = SUBKEYS; /* pair to be replaced */
    bit finished = 0;

    for (uint_t(4) round = 0; !finished; round += ROUNDS_PER_CYCLE) {
        if (round == 0 && next == SUBKEYS) {
            job = stream_read(key);
            last_subkeys = (pair_t)initial_subkey(job, 16) << 32 | initial_subkey(job, 17);
        }

        UNROLL for (int i = 0; i < ROUNDS_PER_CYCLE; i++) {
            uint_t(4) r = round + i;
            place_t place = SUBKEYS + (r >> 1);
            left ^= place < next ? half(subkeys[place & 15], r & 1) : initial_subkey(job, r);
            uint_t(8) a = left >> 24, b = left >> 16, c = left >> 8, d = left;
            word_t mixed = right ^ (((WORD_OF_BOX(0, a) + WORD_OF_BOX(1, b)) ^ WORD_OF_BOX(2, c)) + WORD_OF_BOX(3, d));
            right = left;
            left = mixed;
        }

        if (round == ROUNDS - ROUNDS_PER_CYCLE) {
            pair_t block = ((pair_t)right << 32 | left) ^ (last_subkeys << 32 | last_subkeys >> 32);
            if (next < END) {
                uint_t(7) row = next;
                switch (next >> 7) {
                    case 0: subkeys[next & 15] = block; break;
                    case 1: box0[row] = block; break;
                    case 2: box1[row] = block; break;
                    case 3: box2[row] = block; break;
                    default: box3[row] = block;
                }
                if (next == LAST_SUBKEYS) last_subkeys = block;
                next++;
                if (next == END) block = job.iv;
            } else {
                struct piece piece = stream_read(plaintext);
                block ^= piece.data;
                stream_write(ciphertext, block);
                finished = piece.last;
            }
            left = block >> 32;
            right = block;
        }
    }
}
