/* Poly1305: 32 bytes of a key, a length, so many bytes of a message, and its tag. POLY1305_8BIT or POLY1305_32BIT choose the arithmetic. */
#include <cryptagon.h>

#include "poly1305-donna.c"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), tag)

static unsigned char key[32], text[64], mac[16];

HARDWARE void unit(void)
{
    for (int i = 0; i < 32; i++) key[i] = stream_read(message);
    unsigned length = stream_read(message) & 63;
    for (unsigned i = 0; i < length; i++) text[i] = stream_read(message);
    poly1305_auth(mac, text, length, key);
    for (int i = 0; i < 16; i++) stream_write(tag, mac[i]);
}
