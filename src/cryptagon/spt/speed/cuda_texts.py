"""The host's side of kernels for CUDA: copies and launches, and a program that takes the time."""

ON_GPU = """/* ECB and CTR of NAME on the first GPU. Messages are copied there and back. */
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include "NAME.h"
#define NAME_ecb ecb_kernel
#define NAME_ctr ctr_kernel
#include "NAME.cu"
#undef NAME_ecb
#undef NAME_ctr

/* Threads of a group. */
#ifndef THREADS
#define THREADS 128
#endif
#ifndef LAUNCH
#define LAUNCH(kernel, groups, ...) kernel<<<(groups), THREADS>>>(__VA_ARGS__)
#endif

static void must(cudaError_t found, const char *what) {
    if (found == cudaSuccess) return;
    fprintf(stderr, "CUDA cannot %s: %s\\n", what, cudaGetErrorString(found));
    exit(1);
}

static uint8_t *room(size_t bytes) {
    void *at = NULL;
    must(cudaMalloc(&at, bytes), "get memory");
    return (uint8_t *)at;
}

static uint8_t *sent(const void *from, size_t bytes) {
    uint8_t *to = room(bytes);
    must(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copy to the GPU");
    return to;
}

/* All addresses are of the GPU. A thread takes LANES blocks. */
static void launch(int counts, const uint8_t *keys, const uint8_t *counter, const uint8_t *in, uint8_t *out, size_t bytes) {
    const size_t each = (size_t)LANES * BLOCK, items = (bytes + each - 1) / each;
    const unsigned groups = (unsigned)((items + THREADS - 1) / THREADS);
    if (counts)
        LAUNCH(ctr_kernel, groups, (const word *)keys, counter, in, out, (uint64_t)bytes);
    else
        LAUNCH(ecb_kernel, groups, (const word *)keys, in, out, (uint64_t)(bytes / BLOCK));
    must(cudaGetLastError(), "launch the kernel");
}

static void done(void) { must(cudaDeviceSynchronize(), "run the kernel"); }

/* In place, as callers may ask for. */
static void answer(int counts, const NAME_keys *keys, const uint8_t *counter, const uint8_t *in, uint8_t *out, size_t bytes) {
    uint8_t *round_keys = sent(keys, sizeof *keys), *start = sent(counter, BLOCK), *message = sent(in, bytes);
    launch(counts, round_keys, start, message, message, bytes);
    done();
    must(cudaMemcpy(out, message, bytes, cudaMemcpyDeviceToHost), "copy from the GPU");
    cudaFree(round_keys);
    cudaFree(start);
    cudaFree(message);
}

extern "C" void NAME_ecb(const NAME_keys *keys, const uint8_t *in, uint8_t *out, size_t blocks, int threads) {
    const uint8_t unused[BLOCK] = {0};
    (void)threads;
    if (blocks) answer(0, keys, unused, in, out, blocks * BLOCK);
}

extern "C" void NAME_ctr(const NAME_keys *keys, const uint8_t counter[BLOCK], const uint8_t *in, uint8_t *out, size_t bytes, int threads) {
    (void)threads;
    if (bytes) answer(1, keys, counter, in, out, bytes);
}
"""

TIMED = """
#include <string.h>
#include <time.h>

/* Bytes of a message at least, if an eighth of the memory is as much: more than the caches hold. */
#ifndef LEAST
#define LEAST ((size_t)1 << 28)
#endif
/* Launches begun before the first one is waited for. */
#define LAUNCHES 8

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int told(cudaDeviceAttr which, const char *what) {
    int value = 0;
    must(cudaDeviceGetAttribute(&value, which, 0), what);
    return value;
}

/* A line: the clock of the memory in kHz, bits of its bus, the name. */
static int device(void) {
    cudaDeviceProp about;
    must(cudaGetDeviceProperties(&about, 0), "tell which GPU there is");
    const int clock_ = told(cudaDevAttrMemoryClockRate, "tell the clock of the memory");
    printf("%d %d %s\\n", clock_, told(cudaDevAttrGlobalMemoryBusWidth, "tell the width of the bus"), about.name);
    return 0;
}

static size_t length(size_t least) {
    size_t unused = 0, whole = 0;
    must(cudaMemGetInfo(&unused, &whole), "tell its memory");
    const size_t most = unused / 8, wanted = least > LEAST ? least : LEAST;
    return (wanted < most ? wanted : most) / BLOCK * BLOCK;
}

/* Bytes a second of launches under a key of zeros, without copies. */
static double speed(int counts, size_t least, double seconds) {
    static NAME_keys keys;
    const uint8_t KEYS_OF_ZEROS, zeros[BLOCK] = {0};
    const size_t bytes = length(least);
    NAME_schedule(&keysARGUMENTS);
    uint8_t *round_keys = sent(&keys, sizeof keys), *counter = sent(zeros, BLOCK), *message = room(bytes);
    must(cudaMemset(message, 0x5a, bytes), "fill memory");
    launch(counts, round_keys, counter, message, message, bytes);
    done();
    const double start = now();
    double time = 0;
    long count = 0;
    while (time < seconds) {
        for (int i = 0; i < LAUNCHES; i++) launch(counts, round_keys, counter, message, message, bytes);
        done();
        count += LAUNCHES;
        time = now() - start;
    }
    return (double)count * (double)bytes / time;
}

/* Arguments: `device`, or ctr or ecb, a number of threads that means nothing, bytes, seconds. */
int main(int count, char **given) {
    if (count == 2 && !strcmp(given[1], "device")) return device();
    if (count != 5) return 1;
    printf("%.0f\\n", speed(!strcmp(given[1], "ctr"), (size_t)atol(given[3]), atof(given[4])));
    return 0;
}
"""
