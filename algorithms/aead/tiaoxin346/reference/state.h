#ifndef STATE_H
#define STATE_H

enum { WORD = 16, BLOCK = 2 * WORD };

/* The three components of the state T, of 3, 4 and 6 words of AES. */
typedef struct {
    unsigned char t3[3][WORD], t4[4][WORD], t6[6][WORD];
} tiaoxin_state;

/* Initialization: the state of a key and a nonce. */
tiaoxin_state tiaoxin_start(const unsigned char key[WORD], const unsigned char nonce[WORD]);

/* Update(T, M0, M1, M0 + M1): the step of a block of AD or of the message. */
void tiaoxin_absorb(tiaoxin_state *t, const unsigned char block[BLOCK]);

/* What the state after the step of a block gives as that block's ciphertext. */
void tiaoxin_output(const tiaoxin_state *t, unsigned char block[BLOCK]);

/* Finalization: the tag, of the lengths in bytes. */
void tiaoxin_finish(tiaoxin_state *t, unsigned long long ad_bytes, unsigned long long message_bytes, unsigned char tag[WORD]);

#endif
