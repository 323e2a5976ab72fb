/* SHA3-256 of tiny_sha3: a length, so many bytes of a message, and its digest. */
#include <cryptagon.h>

#include "sha3.c"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), digest)

static uint8_t text[128], hash[32];

HARDWARE void unit(void)
{
    unsigned length = stream_read(message) & 127;
    for (unsigned i = 0; i < length; i++) text[i] = stream_read(message);
    sha3(text, length, hash, sizeof hash);
    for (int i = 0; i < 32; i++) stream_write(digest, hash[i]);
}
