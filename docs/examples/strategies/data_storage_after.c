/* The same words in distributed RAM: 16 bits of it fit a look-up table. */
#include <cryptagon.h>

STREAM_IN(uint_t(32), in)
STREAM_OUT(uint_t(32), out)

HARDWARE void delay(void) {
    DISTRIBUTED_RAM REGISTER uint_t(32) words[64];
    REGISTER uint_t(6) place;
    REGISTER bit full;
    for (;;) {
        uint_t(32) old = words[place];
        words[place] = stream_read(in);
        if (full) stream_write(out, old);
        place++;
        if (place == 0) full = 1;
    }
}
