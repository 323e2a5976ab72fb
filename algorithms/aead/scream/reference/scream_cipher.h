#ifndef SCREAM_CIPHER_H
#define SCREAM_CIPHER_H

/* The tweakable block cipher Scream with ten steps; `output` may be `input`. */
void scream_encrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16], const unsigned char tweak[16]);
void scream_decrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16], const unsigned char tweak[16]);

#endif
