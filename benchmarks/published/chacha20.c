/* ChaCha20 of D. J. Bernstein: 32 bytes of a key, 8 of a nonce, a length, so many bytes of text, and as many enciphered. */
#include <cryptagon.h>

#include "chacha.c"

STREAM_IN(uint_t(8), plain)
STREAM_OUT(uint_t(8), cipher)

static ECRYPT_ctx context;
static u8 key[32], nonce[8], text[128];

HARDWARE void unit(void)
{
    for (int i = 0; i < 32; i++) key[i] = stream_read(plain);
    for (int i = 0; i < 8; i++) nonce[i] = stream_read(plain);
    u32 length = stream_read(plain) & 127;
    for (u32 i = 0; i < length; i++) text[i] = stream_read(plain);
    ECRYPT_keysetup(&context, key, 256, 64);
    ECRYPT_ivsetup(&context, nonce);
    ECRYPT_encrypt_bytes(&context, text, text, length);
    for (u32 i = 0; i < length; i++) stream_write(cipher, text[i]);
}
