/* BLAKE2s-256: a length, so many bytes of a message, and its digest. */
#include <cryptagon.h>

#include "blake2s-ref.c"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), digest)

static uint8_t text[128], hash[32];

HARDWARE void unit(void)
{
    unsigned length = stream_read(message) & 127;
    for (unsigned i = 0; i < length; i++) text[i] = stream_read(message);
    blake2s(hash, sizeof hash, text, length, NULL, 0);
    for (int i = 0; i < 32; i++) stream_write(digest, hash[i]);
}
