/* The permutation of Minalpher. */
#ifndef MINALPHER_P_H
#define MINALPHER_P_H

enum { BLOCK = 32 };

/* Minalpher-P, or its inverse, in place. */
void minalpher_p(unsigned char block[BLOCK], int inverse);

#endif
