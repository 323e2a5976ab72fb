#ifndef STATE_H
#define STATE_H

enum { WORD = 16, WORDS = 8, BLOCK = 2 * WORD };

/* The state S: eight words, each one of AES. */
typedef struct {
    unsigned char word[WORDS][WORD];
} aegis_state;

/* Initialization: the state of a key and a nonce. */
aegis_state aegis_start(const unsigned char key[WORD], const unsigned char nonce[WORD]);

/* StateUpdate128L: one AES round a word; the two words of `message` enter at S0 and S4. */
void aegis_update(aegis_state *s, const unsigned char message[BLOCK]);

/* The 32 bytes that the state adds to a block of the message. */
void aegis_keystream(const aegis_state *s, unsigned char keystream[BLOCK]);

/* Finalization: the tag, of the lengths in bytes. */
void aegis_finish(aegis_state *s, unsigned long long ad_bytes, unsigned long long message_bytes, unsigned char tag[WORD]);

#endif
