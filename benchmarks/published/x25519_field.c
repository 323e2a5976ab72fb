/* The field of X25519 by TweetNaCl: two numbers of 32 bytes, and their product modulo 2^255 - 19. */
#include <cryptagon.h>

#include "tweetnacl.c"

STREAM_IN(uint_t(8), factors)
STREAM_OUT(uint_t(8), product)

static u8 first[32], second[32], result[32];

HARDWARE void unit(void)
{
    gf a, b, c;
    for (int i = 0; i < 32; i++) first[i] = stream_read(factors);
    for (int i = 0; i < 32; i++) second[i] = stream_read(factors);
    unpack25519(a, first);
    unpack25519(b, second);
    M(c, a, b);
    pack25519(result, c);
    for (int i = 0; i < 32; i++) stream_write(product, result[i]);
}
