/* HMAC with SHA-256 of BearSSL: a length and a key, a length and a message; its tag. The hash is an argument: a table of functions. */
#include <cryptagon.h>

#include "bearssl.h"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), tag)

static unsigned char key[32], text[64], mac[32];

static unsigned taken(unsigned char *bytes, unsigned most)
{
    unsigned length = stream_read(message) & most;
    for (unsigned i = 0; i < length; i++) bytes[i] = stream_read(message);
    return length;
}

HARDWARE void unit(void)
{
    br_hmac_key_context keyed;
    br_hmac_context context;
    br_hmac_key_init(&keyed, &br_sha256_vtable, key, taken(key, 31));
    br_hmac_init(&context, &keyed, 0);
    br_hmac_update(&context, text, taken(text, 63));
    br_hmac_out(&context, mac);
    for (int i = 0; i < 32; i++) stream_write(tag, mac[i]);
}
