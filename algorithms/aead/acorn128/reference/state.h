#ifndef STATE_H
#define STATE_H

enum { STATE_BITS = 293 };

/* The state S, one bit a byte. */
typedef struct {
    unsigned char bit[STATE_BITS];
} acorn_state;

/* StateUpdate128 without its last line: mixes the state for one step and returns the step's key stream bit ks. */
unsigned char acorn_mix(acorn_state *s);

/* The rest of the step: shifts the state and feeds in the message bit m under the control bits ca and cb. `ks` is what acorn_mix returned. */
void acorn_shift(acorn_state *s, unsigned char ks, unsigned char m, unsigned char ca, unsigned char cb);

#endif
