/* X25519 by TweetNaCl: 32 bytes of a scalar, 32 of a point, and 32 of their product. */
#include <cryptagon.h>

#include "tweetnacl.c"

STREAM_IN(uint_t(8), factors)
STREAM_OUT(uint_t(8), product)

static u8 scalar[32], point[32], result[32];

HARDWARE void unit(void)
{
    for (int i = 0; i < 32; i++) scalar[i] = stream_read(factors);
    for (int i = 0; i < 32; i++) point[i] = stream_read(factors);
    crypto_scalarmult(result, scalar, point);
    for (int i = 0; i < 32; i++) stream_write(product, result[i]);
}
