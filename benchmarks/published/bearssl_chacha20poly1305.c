/* ChaCha20-Poly1305 of BearSSL: 32 bytes of a key, 12 of a nonce, 12 of AD, a length and a plaintext; ciphertext and tag. The stream cipher is an argument. */
#include <cryptagon.h>

#include "bearssl.h"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), sealed)

static unsigned char key[32], nonce[12], ad[12], text[128], tag[16];

static void taken(unsigned char *bytes, unsigned length)
{
    for (unsigned i = 0; i < length; i++) bytes[i] = stream_read(message);
}

HARDWARE void unit(void)
{
    taken(key, 32);
    taken(nonce, 12);
    taken(ad, 12);
    unsigned length = stream_read(message) & 127;
    taken(text, length);
    br_poly1305_ctmul_run(key, nonce, text, length, ad, 12, tag, br_chacha20_ct_run, 1);
    for (unsigned i = 0; i < length; i++) stream_write(sealed, text[i]);
    for (int i = 0; i < 16; i++) stream_write(sealed, tag[i]);
}
