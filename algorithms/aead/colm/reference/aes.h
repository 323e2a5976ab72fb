#ifndef AES_H
#define AES_H

/* AES-128 (FIPS 197) of one block; `output` may be `input`. */
void aes_encrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16]);
void aes_decrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16]);

#endif
