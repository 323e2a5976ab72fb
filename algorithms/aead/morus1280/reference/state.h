#ifndef STATE_H
#define STATE_H

#include <stdint.h>

enum { ELEMENTS = 5, WORDS = 4, BLOCK = 32 };

/* A block or an element of the state: 256 bits as four words, the first byte least significant in the first of them. */
typedef struct {
    uint64_t word[WORDS];
} morus_block;

/* The state S0 to S4. */
typedef struct {
    morus_block s[ELEMENTS];
} morus_state;

/* StateUpdate: five rounds, into all but the first of which the message block goes. */
void morus_update(morus_state *state, const morus_block *message);

/* What is added to the plaintext of the next block. */
morus_block morus_keystream(const morus_state *state);

#endif
