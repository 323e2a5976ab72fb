/* Camellia-128: sixteen bytes of a key, sixteen of a block, and sixteen enciphered. */
#include <cryptagon.h>

#define MBEDTLS_CONFIG_FILE <stddef.h>
#define MBEDTLS_CAMELLIA_C
#include "camellia.c"

STREAM_IN(uint_t(8), plain)
STREAM_OUT(uint_t(8), cipher)

static unsigned char key[16], block[16];
static mbedtls_camellia_context context;

HARDWARE void unit(void)
{
    for (int i = 0; i < 16; i++) key[i] = stream_read(plain);
    for (int i = 0; i < 16; i++) block[i] = stream_read(plain);
    mbedtls_camellia_setkey_enc(&context, key, 128);
    mbedtls_camellia_crypt_ecb(&context, MBEDTLS_CAMELLIA_ENCRYPT, block, block);
    for (int i = 0; i < 16; i++) stream_write(cipher, block[i]);
}
