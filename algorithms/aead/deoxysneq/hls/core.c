/* Deoxys≠-128-128 v1.3: one round of Deoxys-BC-256 with its tweakey step a cycle, 15 cycles a block of AD or data. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#define COUNTS_PARTIAL 0
#include <cipher_core.h>

#include "key_byte.h"
#include "deoxys_cipher.h"
#include "tweakable_mode.h"

HARDWARE void deoxysneq(void) {
    struct mode mode = {IDLE};
    struct cipher cipher = any(struct cipher);
    cipher.running = cipher.last = cipher.backward = 0;
    for (;;) {
        expect_cycles(1);
        run_mode(&mode, &cipher);
    }
}
