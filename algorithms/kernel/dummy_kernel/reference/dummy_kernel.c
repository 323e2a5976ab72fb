/* The dummy kernel. Reads lines `word DATA LAST`, writes a line `sum SUM` after each last word.
 * Change first: what is computed from an item; then the items that are read and written, one line each, hexadecimal. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint32_t data, sum = 0;
    unsigned last;
    while (scanf(" word %" SCNx32 " %x", &data, &last) == 2) {
        sum = (sum << 1 | sum >> 31) ^ data;
        if (!last) continue;
        printf("sum %08" PRIx32 "\n", sum);
        sum = 0;
    }
    return ferror(stdin) || !feof(stdin);
}
