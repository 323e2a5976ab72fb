/* A hash function by SUPERCOP's interface: the length of a message, the message, and its digest. */
#include <cryptagon.h>

#include "api.h"
#include "crypto_hash.h"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), digest)

static unsigned char text[32], hash[CRYPTO_BYTES];

HARDWARE void unit(void)
{
    unsigned length = stream_read(message) & 31;
    for (unsigned i = 0; i < length; i++) text[i] = stream_read(message);
    crypto_hash(hash, text, length);
    for (int i = 0; i < CRYPTO_BYTES; i++) stream_write(digest, hash[i]);
}
