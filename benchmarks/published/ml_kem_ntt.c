/* The NTT of ML-KEM: 256 coefficients, and their transform. */
#include <cryptagon.h>

#include "reduce.c"
#include "ntt.c"

STREAM_IN(int16_t, polynomial)
STREAM_OUT(int16_t, transform)

static int16_t coefficients[256];

HARDWARE void unit(void)
{
    for (int i = 0; i < 256; i++) coefficients[i] = stream_read(polynomial);
    ntt(coefficients);
    for (int i = 0; i < 256; i++) stream_write(transform, coefficients[i]);
}
