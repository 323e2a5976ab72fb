/* SHA-512: a length, so many bytes of a message, and its digest. */
#include <cryptagon.h>

#include "sha384-512.c"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), digest)

static uint8_t text[128], hash[SHA512HashSize];
static SHA512Context context;

HARDWARE void unit(void)
{
    unsigned length = stream_read(message) & 127;
    for (unsigned i = 0; i < length; i++) text[i] = stream_read(message);
    SHA512Reset(&context);
    SHA512Input(&context, text, length);
    SHA512Result(&context, hash);
    for (int i = 0; i < SHA512HashSize; i++) stream_write(digest, hash[i]);
}
