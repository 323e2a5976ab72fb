/* Authenticated encryption by SUPERCOP's interface, with the secret message number that CAESAR has: key, nonce, this number, the lengths of
 * associated data and message, these two; and the ciphertext with its tag. */
#include <cryptagon.h>

#include "api.h"
#include "crypto_aead.h"

STREAM_IN(uint_t(8), message)
STREAM_OUT(uint_t(8), sealed)

static unsigned char key[CRYPTO_KEYBYTES], nonce[CRYPTO_NPUBBYTES], secret[CRYPTO_NSECBYTES + 1];
static unsigned char data[32], text[32], ciphertext[32 + CRYPTO_ABYTES];

HARDWARE void unit(void)
{
    unsigned long long size;
    for (int i = 0; i < CRYPTO_KEYBYTES; i++) key[i] = stream_read(message);
    for (int i = 0; i < CRYPTO_NPUBBYTES; i++) nonce[i] = stream_read(message);
    for (int i = 0; i < CRYPTO_NSECBYTES; i++) secret[i] = stream_read(message);
    unsigned data_size = stream_read(message) & 31, text_size = stream_read(message) & 31;
    for (unsigned i = 0; i < data_size; i++) data[i] = stream_read(message);
    for (unsigned i = 0; i < text_size; i++) text[i] = stream_read(message);
    crypto_aead_encrypt(ciphertext, &size, text, text_size, data, data_size, secret, nonce, key);
    for (unsigned i = 0; i < size; i++) stream_write(sealed, ciphertext[i]);
}
