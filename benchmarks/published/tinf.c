/* tinf's inflate: a length of two bytes, so many bytes of a deflate stream (RFC 1951), and what it holds. */
#include <cryptagon.h>
#include <stdint.h>

#include "tinflate.c"

STREAM_IN(uint_t(8), deflated)
STREAM_OUT(uint_t(8), text)

static uint8_t source[1024], target[1024];

HARDWARE void unit(void)
{
    unsigned length = stream_read(deflated);
    length |= (unsigned)stream_read(deflated) << 8;
    for (unsigned i = 0; i < length; i++) source[i & 1023] = stream_read(deflated);
    unsigned size = sizeof target;
    tinf_uncompress(target, &size, source, length);
    for (unsigned i = 0; i < size; i++) stream_write(text, target[i & 1023]);
}
