/* Serpent with a key of 256 bits: 32 bytes of a key, sixteen of a block, and sixteen enciphered. */
#include <cryptagon.h>

#include "serpent.c"

STREAM_IN(uint_t(8), plain)
STREAM_OUT(uint_t(8), cipher)

static uint8_t key[32];
static serpent_blk block;
static serpent_key round_keys;

HARDWARE void unit(void)
{
    for (int i = 0; i < 32; i++) key[i] = stream_read(plain);
    for (int i = 0; i < 16; i++) block.b[i] = stream_read(plain);
    serpent_setkey(&round_keys, key);
    serpent_encrypt(&block, &round_keys, SERPENT_ENCRYPT);
    for (int i = 0; i < 16; i++) stream_write(cipher, block.b[i]);
}
