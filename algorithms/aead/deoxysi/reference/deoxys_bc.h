#ifndef DEOXYS_BC_H
#define DEOXYS_BC_H

/* Deoxys-BC-256 of one block under a key and a tweak; `output` may be `input`. */
void deoxys_bc_encrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16], const unsigned char tweak[16]);
void deoxys_bc_decrypt(unsigned char output[16], const unsigned char input[16], const unsigned char key[16], const unsigned char tweak[16]);

#endif
