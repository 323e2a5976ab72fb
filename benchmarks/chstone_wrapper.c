// Makes a design of a program that checks itself: PROGRAM is its file, 0 on the stream means success.
#include "cryptagon.h"

STREAM_IN(bit, start)
STREAM_OUT(uint_t(32), outcome)

#define main program
#include PROGRAM
#undef main

HARDWARE void chstone(void) {
    stream_read(start);
    stream_write(outcome, program());
}
