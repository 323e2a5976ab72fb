/* DES with its own tests, which give 1 where all is right: its header, included twice, keeps itself from that by a name that it does not define. */
#include <cryptagon.h>

#include "des.c"
#define DES_H
#define main main_of_the_tests
#include "des_test.c"

STREAM_IN(bool, start)
STREAM_OUT(uint_t(16), outcome)

HARDWARE void unit(void)
{
    stream_read(start);
    stream_write(outcome, SELF_TESTS());
}
