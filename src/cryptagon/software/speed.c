/* speed SIZE ROUNDS SECONDS: a line a round, "CALLS NANOSECONDS RATE", of messages of SIZE bytes. A round lasts for SECONDS at least.
 * Time is that of the processor for this process, so that other programs do not count. RATE is that of the time stamp counter in GHz, by the clock on
 * the wall; 0 where there is none. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#if defined(__x86_64__)
#include <x86intrin.h>
#define COUNTER() __rdtsc()
#else
#define COUNTER() 0ULL
#endif

#include "api.h"

#ifdef OF_HASH
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);
enum { MORE = CRYPTO_BYTES };
#else
int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);
enum { MORE = CRYPTO_ABYTES };
static const unsigned char key[CRYPTO_KEYBYTES + 1], nonce[CRYPTO_NPUBBYTES + 1], secret[64];
#endif

static void work(unsigned char *out, const unsigned char *in, unsigned long long size) {
#ifdef OF_HASH
    crypto_hash(out, in, size);
#else
    unsigned long long length;
    crypto_aead_encrypt(out, &length, in, size, in, 0, secret, nonce, key);
#endif
}

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double many(unsigned char *out, const unsigned char *in, unsigned long long size, unsigned long calls) {
    const double begun = now(CLOCK_PROCESS_CPUTIME_ID);
    for (unsigned long i = 0; i < calls; i++) work(out, in, size);
    return now(CLOCK_PROCESS_CPUTIME_ID) - begun;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    const unsigned long long size = strtoull(argv[1], NULL, 10);
    const int rounds = atoi(argv[2]);
    const double least = strtod(argv[3], NULL);
    unsigned char *in = malloc(size + 256), *out = malloc(size + MORE + 256);
    if (!in || !out) return 3;
    for (unsigned long long i = 0; i < size; i++) in[i] = (unsigned char)(i % 251);
    unsigned long calls = 1;
    while (many(out, in, size, calls) < least) calls *= 2;
    for (int i = 0; i < rounds; i++) {
        const unsigned long long before = COUNTER();
        const double begun = now(CLOCK_MONOTONIC), spent = many(out, in, size, calls);
        const double passed = now(CLOCK_MONOTONIC) - begun;
        printf("%lu %.0f %.6f\n", calls, 1e9 * spent, 1e-9 * (double)(COUNTER() - before) / passed);
        fflush(stdout);
    }
    return 0;
}
