/* SHA3-256 of the Keccak team's readable and compact source: a length, so many bytes of a message, and its digest. */
#include <cryptagon.h>

#include "Keccak-readable-and-compact.c"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), digest)

static unsigned char text[128], hash[32];

HARDWARE void unit(void)
{
    unsigned length = stream_read(message) & 127;
    for (unsigned n = 0; n < length; n++) text[n] = stream_read(message);
    FIPS202_SHA3_256(text, length, hash);
    for (int n = 0; n < 32; n++) stream_write(digest, hash[n]);
}
