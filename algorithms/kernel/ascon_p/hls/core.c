/* The permutation of Ascon with its twelve rounds (Ascon v1.2, section 2.6) in every classical architecture of an iterated primitive.
 *
 *   -D ARCHITECTURE=     and -D              cycles a block                      what there is of a round
 *   FOLDED               CYCLES_PER_ROUND    1 + 12 * CYCLES_PER_ROUND           64 / CYCLES_PER_ROUND of the S-boxes, the whole linear layer
 *   BASIC                                    1 + 12                              one
 *   UNROLLED             ROUNDS_PER_CYCLE    1 + 12 / ROUNDS_PER_CYCLE           several, one behind the other
 *   PIPELINED            PIPELINE_STAGES     1; PIPELINE_STAGES blocks in flight all twelve, with registers between the stages
 */
#include "ascon.h"

#define FOLDED 1
#define BASIC 2
#define UNROLLED 3
#define PIPELINED 4
#define ROUNDS 12

#ifndef ARCHITECTURE
#define ARCHITECTURE BASIC
#endif
#ifndef CYCLES_PER_ROUND
#define CYCLES_PER_ROUND 2
#endif
#ifndef ROUNDS_PER_CYCLE
#define ROUNDS_PER_CYCLE 1
#endif
#ifndef PIPELINE_STAGES
#define PIPELINE_STAGES ROUNDS
#endif

STREAM_IN(struct state, block)
STREAM_OUT(struct state, result)

#if ARCHITECTURE == FOLDED

#define COLUMNS_PER_CYCLE (64 / CYCLES_PER_ROUND) /* at least 8: the round constant is added in the first of these cycles */
typedef uint_t(COLUMNS_PER_CYCLE) slice_t;

/* A word moved to the right, with a new slice on its left. */
static inline word_t push(word_t word, slice_t slice) {
    return word >> COLUMNS_PER_CYCLE | (word_t)slice << (64 - COLUMNS_PER_CYCLE);
}

/* The rightmost columns go through the S-boxes and come back on the left; after CYCLES_PER_ROUND such cycles every column is in its place. */
static inline struct state substitute_slice(struct state s) {
    struct state t = substitute((struct state){(slice_t)s.x0, (slice_t)s.x1, (slice_t)s.x2, (slice_t)s.x3, (slice_t)s.x4});
    return (struct state){push(s.x0, t.x0), push(s.x1, t.x1), push(s.x2, t.x2), push(s.x3, t.x3), push(s.x4, t.x4)};
}

HARDWARE void ascon_p(void) {
    struct state s = stream_read(block);
    for (int step = 0; step < ROUNDS * CYCLES_PER_ROUND; step++) {
        if (step % CYCLES_PER_ROUND == 0) s.x2 ^= round_constant(step / CYCLES_PER_ROUND);
        s = substitute_slice(s);
        if (step % CYCLES_PER_ROUND == CYCLES_PER_ROUND - 1) s = diffuse(s);
    }
    stream_write(result, s);
}

#elif ARCHITECTURE == BASIC || ARCHITECTURE == UNROLLED

HARDWARE void ascon_p(void) {
    struct state s = stream_read(block);
    for (int round = 0; round < ROUNDS; round += ROUNDS_PER_CYCLE) {
        UNROLL for (int i = 0; i < ROUNDS_PER_CYCLE; i++) s = permute_once(s, round + i);
    }
    stream_write(result, s);
}

#elif ARCHITECTURE == PIPELINED

/* In every cycle each stage does its rounds and hands over to the next; a stage that holds no block passes on that it does not. */
struct stage {
    bit full;
    struct state s;
};

HARDWARE void ascon_p(void) {
    struct stage stages[PIPELINE_STAGES] = {};

    for (;;) {
        struct stage moving = {stream_has(block), any(struct state)};
        if (moving.full) moving.s = stream_read(block);
        UNROLL for (int i = 0; i < PIPELINE_STAGES; i++) {
            struct stage here = stages[i];
            stages[i] = moving;
            UNROLL for (int r = 0; r < ROUNDS / PIPELINE_STAGES; r++) here.s = permute_once(here.s, i * ROUNDS / PIPELINE_STAGES + r);
            moving = here;
        }
        if (moving.full) stream_write(result, moving.s);
    }
}

#endif
