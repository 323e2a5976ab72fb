/* The order of a JPEG decoder: coefficients are put where a table of pointers into the block says, runs of zeros are skipped (ITU-T T.81, A.6). */
#include <cryptagon.h>
#include <stdint.h>
#include <string.h>

struct code { uint_t(4) run; uint_t(12) value; };
STREAM_IN(struct code, codes) /* run 15 and value 0: the end of the block */
STREAM_OUT(uint_t(12), coefficients)

static const uint8_t zigzag[64] = {0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
                                   41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
                                   30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};
static uint_t(12) block[64];

HARDWARE void unit(void)
{
    const uint8_t *place = zigzag;
    memset(block, 0, sizeof block);
    for (;;) {
        struct code next = stream_read(codes);
        if (next.run == 15 && next.value == 0) break;
        place += next.run;
        block[*place++] = next.value;
    }
    for (uint_t(12) *row = block; row < block + 64; row += 8)
        for (uint_t(12) *p = row; p < row + 8; p++) stream_write(coefficients, *p);
}
