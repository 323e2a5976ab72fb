/* Deoxys≠-128-128 v1.3: one round of Deoxys-BC-256 with its tweakey step a cycle, in either direction, 15 cycles a block of AD or data. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#define COUNTS_PARTIAL 0
#include <cipher_core.h>

#include "key_byte.h"
#include "deoxys_structured.h"
#include "tweakable_mode_structured.h"

HARDWARE void deoxysneq(void) {
    key_or_message();
}
