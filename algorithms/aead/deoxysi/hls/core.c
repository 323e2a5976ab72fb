/* Deoxys-I-128-128 v1.41: one round of Deoxys-BC-256 with its tweakey step a cycle, 15 cycles a block of AD or data. */
#define KEY_BITS 128
#define BLOCK_BITS 128
#define COUNTS_PARTIAL 1
#include <cipher_core.h>

#include "key_byte.h"
#include "deoxys_cipher.h"
#include "tweakable_mode.h"

HARDWARE void deoxysi(void) {
    struct mode mode = {IDLE};
    struct cipher cipher = any(struct cipher);
    cipher.running = cipher.last = 0;
    for (;;) {
        expect_cycles(1);
        run_mode(&mode, &cipher);
    }
}
