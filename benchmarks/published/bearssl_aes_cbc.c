/* AES-128-CBC of BearSSL: 16 bytes of a key, 16 of an initial value, 32 of plaintext; ciphertext. The cipher is a table of functions, kept in the context. */
#include <cryptagon.h>

#include "bearssl.h"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), ciphertext)

static unsigned char key[16], iv[16], text[32];

static void taken(unsigned char *bytes, unsigned length)
{
    for (unsigned i = 0; i < length; i++) bytes[i] = stream_read(message);
}

static void encrypt(const br_block_cbcenc_class *cipher)
{
    br_aes_gen_cbcenc_keys keys;
    cipher->init(&keys.vtable, key, sizeof key);
    keys.vtable->run(&keys.vtable, iv, text, sizeof text);
}

HARDWARE void unit(void)
{
    taken(key, 16);
    taken(iv, 16);
    taken(text, 32);
    encrypt(&br_aes_ct_cbcenc_vtable);
    for (int i = 0; i < 32; i++) stream_write(ciphertext, text[i]);
}
