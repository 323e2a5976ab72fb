#ifndef JOLTIK_BC_H
#define JOLTIK_BC_H

/* Joltik-BC-192 of one block under a key and a tweak; `output` may be `input`. */
void encrypt_block(unsigned char output[8], const unsigned char input[8], const unsigned char key[16], const unsigned char tweak[8]);
void decrypt_block(unsigned char output[8], const unsigned char input[8], const unsigned char key[16], const unsigned char tweak[8]);

#endif
