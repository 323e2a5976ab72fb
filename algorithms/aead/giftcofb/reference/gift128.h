/* GIFT-128, written from the GIFT-COFB submission (version 1.1), section 2.3. */
#ifndef GIFT128_H
#define GIFT128_H

/* All arguments have 16 bytes; `result` may be `block`. */
void gift128_encrypt(unsigned char *result, const unsigned char *block, const unsigned char *key);

#endif
