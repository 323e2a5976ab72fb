/* SipHash-2-4: sixteen bytes of a key, a length, so many bytes of a message, and its tag of eight bytes. */
#include <cryptagon.h>

#include "siphash.c"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), tag)

static uint8_t key[16], text[64], result[8];

HARDWARE void unit(void)
{
    for (int i = 0; i < 16; i++) key[i] = stream_read(message);
    unsigned length = stream_read(message) & 63;
    for (unsigned i = 0; i < length; i++) text[i] = stream_read(message);
    siphash(text, length, key, result, sizeof result);
    for (int i = 0; i < 8; i++) stream_write(tag, result[i]);
}
