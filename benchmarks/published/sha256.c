/* SHA-256: a length, so many bytes of a message, and its digest. */
#include <cryptagon.h>

#include "sha256.c"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), digest)

static BYTE text[128], hash[32];
static SHA256_CTX context;

HARDWARE void unit(void)
{
    unsigned length = stream_read(message) & 127;
    for (unsigned i = 0; i < length; i++) text[i] = stream_read(message);
    sha256_init(&context);
    sha256_update(&context, text, length);
    sha256_final(&context, hash);
    for (int i = 0; i < 32; i++) stream_write(digest, hash[i]);
}
