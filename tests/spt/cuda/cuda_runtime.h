// A stand-in for the runtime of CUDA, so far as cryptagon spt needs it: the processor is the GPU, its memory that of the GPU.
// Launches run one thread after the other. FAKE_GPU in the environment breaks something, by name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define THREADS 32
#define LEAST 4096
#define LAUNCH(kernel, groups, ...)                                                                          \
    do {                                                                                                     \
        blockDim.x = THREADS;                                                                                \
        for (blockIdx.x = 0; blockIdx.x < (groups); blockIdx.x++)                                            \
            for (threadIdx.x = 0; threadIdx.x < THREADS; threadIdx.x++)                                      \
                if (!broken("launch")) kernel(__VA_ARGS__);                                                  \
    } while (0)

struct uint3 {
    unsigned x, y, z;
};
static uint3 blockIdx, blockDim, threadIdx;

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation, cudaErrorInvalidValue, cudaErrorLaunchFailure };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost };
enum cudaDeviceAttr { cudaDevAttrMemoryClockRate, cudaDevAttrGlobalMemoryBusWidth };
struct cudaDeviceProp {
    char name[256];
};

static bool broken(const char *what) {
    const char *said = getenv("FAKE_GPU");
    return said && !strcmp(said, what);
}

static const char *cudaGetErrorString(cudaError_t error) {
    const char *const names[] = {"no error", "out of memory", "invalid argument", "unspecified launch failure"};
    return names[error];
}

// Memory of the GPU, so that what is no address of it is refused.
static std::set<void *> memory;
static cudaError_t known(const void *at) { return memory.count(const_cast<void *>(at)) ? cudaSuccess : cudaErrorInvalidValue; }

static cudaError_t cudaMalloc(void **at, size_t bytes) {
    if (broken("memory")) return cudaErrorMemoryAllocation;
    memory.insert(*at = malloc(bytes));
    return cudaSuccess;
}

static cudaError_t cudaFree(void *at) {
    memory.erase(at);
    free(at);
    return cudaSuccess;
}

static cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    if (known(kind == cudaMemcpyHostToDevice ? to : from)) return cudaErrorInvalidValue;
    if (!known(kind == cudaMemcpyHostToDevice ? from : to)) return cudaErrorInvalidValue;
    memcpy(to, from, bytes);
    return cudaSuccess;
}

static cudaError_t cudaMemset(void *at, int value, size_t bytes) {
    memset(at, value, bytes);
    return known(at);
}

static cudaError_t cudaMemGetInfo(size_t *unused, size_t *whole) {
    *unused = *whole = 1 << 20;
    return cudaSuccess;
}

static cudaError_t cudaGetLastError() { return cudaSuccess; }
static cudaError_t cudaDeviceSynchronize() { return broken("launch") ? cudaErrorLaunchFailure : cudaSuccess; }

// What an H100 SXM tells.
static cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr which, int) {
    *value = broken("clock") ? 0 : which == cudaDevAttrMemoryClockRate ? 2619000 : 5120;
    return cudaSuccess;
}

static cudaError_t cudaGetDeviceProperties(cudaDeviceProp *about, int) {
    strcpy(about->name, "NVIDIA H100 of wood");
    return cudaSuccess;
}

// The bytes of x (numbers 0 to 3) and y (4 to 7) that the digits of `which` name, the lowest first.
static uint32_t __byte_perm(uint32_t x, uint32_t y, uint32_t which) {
    const uint64_t all = (uint64_t)y << 32 | x;
    uint32_t found = 0;
    for (int i = 0; i < 4; i++) found |= (uint32_t)(all >> 8 * (which >> 4 * i & 7) & 255) << 8 * i;
    return found;
}
