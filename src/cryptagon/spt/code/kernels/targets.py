"""OpenCL and CUDA: what kernels are written in, by a few macros, so that one text is C for a
processor as well.
"""

from dataclasses import dataclass

ROWS = """    for (int row = 0; row < 8; row++)
        if (table >> row & 1) result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);"""
"""A gate of three inputs by its truth table, in C."""
OPENCL = """#ifndef ON_THE_CPU
typedef uchar uint8_t;
typedef uint uint32_t;
typedef ulong uint64_t;
#ifdef AVX512 /* vectors of 512 bits, where the device's compiler does not know by itself that the processor has them */
#define WIDE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"), min_vector_width(512)))
#else
#define WIDE
#endif
#define KERNEL WIDE __kernel
#define GLOBAL __global
#define STATIC WIDE static inline
#define TABLE __constant
#define ITEM get_global_id(0)
#define STRAIGHT _Pragma("unroll")
#ifdef __ENDIAN_LITTLE__ /* eight bytes at once, the first the most significant; buffers are aligned */
#define UNIT 8
#define TURNED(x) as_ulong(as_uchar8(x).s76543210)
#define LOADED(at) TURNED(*(__global const ulong *)(at))
#define STORED(at, x) (*(__global ulong *)(at) = TURNED((ulong)(x)))
#endif
#endif"""
CUDA = """#ifndef ON_THE_CPU
#include <stdint.h>
#define KERNEL extern "C" __global__
#define GLOBAL
#define STATIC static __device__ __forceinline__
#define STRAIGHT _Pragma("unroll")
#define ITEM ((uint64_t)blockIdx.x * blockDim.x + threadIdx.x)
/* Four bytes at once, the first the most significant; buffers are aligned to 16 bytes. */
#define UNIT 4
#define TURNED(x) __byte_perm(x, 0, 0x0123)
#define GATE(table, a, b, c) gate<table>(a, b, c)
/* Bit 4 a + 2 b + c of the table, for each bit of a, b and c: an instruction of the GPU. */
template <int table>
static __device__ __forceinline__ uint32_t gate(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t result = 0;
#ifdef __CUDA_ARCH__
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(table));
#else
ROWS
#endif
    return result;
}
#endif""".replace("ROWS", ROWS)
OPENCL_VECTORS = """/* Blocks of a work item: 64 for each element of a vector. */
#define WORD 64
typedef uint64_t word;
#ifndef ON_THE_CPU
#ifdef AVX512
#define LANES 512
typedef ulong8 vec;
#else
#define LANES 256
typedef ulong4 vec;
#endif
#define LANE(bits) ((vec)(bits))
#endif"""
CUDA_VECTORS = """/* Blocks of a thread; block i of it is SIDE behind block i - 1, so that threads beside each other read and write side by side. */
#define WORD 32
#define LANES 32
#define SIDE 32
typedef uint32_t word;
#ifndef ON_THE_CPU
typedef uint32_t vec;
#define LANE(bits) ((vec)(bits))
#endif"""
SHIM = """/* What a kernel needs to be C: one work item after the other, whose number is `item`. */
#include <stdint.h>
#define ON_THE_CPU
#define KERNEL static
#define GLOBAL
#define STATIC static inline
#define TABLE static const
#define STRAIGHT
#define ITEM item
static uint64_t item;"""
SHIM_VECTORS = {
    "opencl": """#define LANES 256
typedef uint64_t vec __attribute__((vector_size(32)));
#define LANE(bits) ((vec){0} | (uint64_t)(bits))""",
    "cuda": """typedef uint32_t vec;
#define LANE(bits) ((vec)(bits))
#define GATE gate
static __attribute__((unused)) inline vec gate(int table, vec a, vec b, vec c) {
    vec result = 0;
ROWS
    return result;
}""".replace("ROWS", ROWS),
}


@dataclass(frozen=True)
class Target:
    """`word` is the C type of a word of bit slices, of so many `bits`; `registers` tells that arrays
    of slices are to be registers.
    """

    name: str
    suffix: str
    prelude: str
    vectors: str
    word: str
    bits: int
    registers: bool


TARGETS = {
    "opencl": Target("opencl", "cl", OPENCL, OPENCL_VECTORS, "uint64_t", 64, registers=False),
    "cuda": Target("cuda", "cu", CUDA, CUDA_VECTORS, "uint32_t", 32, registers=True),
}
