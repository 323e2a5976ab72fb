#ifndef AES128_H
#define AES128_H

/* CIPH_K of SP 800-38D: one block of AES-128. `output` may be `input`. */
void aes128_encrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16]);

#endif
