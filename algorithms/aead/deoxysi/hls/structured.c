/* Deoxys-I-128-128 v1.41: one round of Deoxys-BC-256 with its tweakey step a cycle, in either direction, 15 cycles a block of AD or data. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#define COUNTS_PARTIAL 1
#include <cipher_core.h>

#include "key_byte.h"
#include "deoxys_structured.h"
#include "tweakable_mode_structured.h"

HARDWARE void deoxysi(void) {
    key_or_message();
}
