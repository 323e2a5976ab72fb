/* A program's own tests of itself, which give 1 where all is right: an item that starts them, and what they give. */
#include <cryptagon.h>

#define main main_of_the_tests
#include "sources.h"

STREAM_IN(bool, start)
STREAM_OUT(uint_t(16), outcome)

HARDWARE void unit(void)
{
    stream_read(start);
    stream_write(outcome, SELF_TESTS());
}
