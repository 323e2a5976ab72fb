/* host SIZE SECONDS: the bytes of an answer in hexadecimal, then nanoseconds of the processor a message, measured for that long at least. Byte i of the
 * message is i modulo 251. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include WORK

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const unsigned size = (unsigned)strtoul(argv[1], NULL, 10);
    const double least = strtod(argv[2], NULL);
    unsigned char *in = malloc(size + 1), *out = malloc(size + MOST_MORE);
    if (!in || !out) return 3;
    for (unsigned i = 0; i < size; i++) in[i] = (unsigned char)(i % 251);

    const unsigned length = work(out, in, size);
    for (unsigned i = 0; i < length; i++) printf("%02x", out[i]);
    unsigned long messages = 0;
    double begun = now(), spent = 0;
    for (; spent < least; spent = now() - begun, messages++) work(out, in, size);
    printf("\n%.3f\n", messages ? 1e9 * spent / (double)messages : 0.0);
    return 0;
}
