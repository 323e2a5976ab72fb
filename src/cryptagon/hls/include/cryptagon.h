/* Cryptagon's C for hardware: the whole set of annotations. The same file runs natively and compiles to Verilog.
 *
 * The model: a loop that stays rolled is clocked, one iteration is one clock cycle. Straight-line code costs no cycle; it belongs to the cycle of the
 * loop it leads into. Unrolled loops and functions are logic. A stream moves at most one item a cycle.
 */
#ifndef CRYPTAGON_H
#define CRYPTAGON_H

/* Unsigned integer of exactly n bits; arithmetic wraps. `bit` is the one-bit case. */
#define uint_t(n) unsigned _BitInt(n)
typedef uint_t(1) bit;

/* Marks the function that becomes the hardware. It takes and returns nothing and is run again whenever it returns. */
#define HARDWARE CG_C [[clang::annotate("cryptagon.hardware")]]
#ifdef __cplusplus
#define CG_C extern "C"
#define CG_EXTERN extern "C"
#else
#define CG_C
#define CG_EXTERN extern
#endif

/* As HARDWARE; a clock cycle has n levels of look-up tables at most, as far as the compiler's estimate tells. What is longer takes more cycles. */
#define HARDWARE_LEVELS(n) HARDWARE CG_ANNOTATE(cryptagon.levels.n)

/* A stream of items with valid and ready. Ports: NAME, NAME_valid, NAME_ready; a struct gives one port a field,
 * NAME for the field called `data` and NAME_FIELD for the others. */
#define STREAM_IN(type, name)                                                                                                              \
    type cg_stream_in_##name;                                                                                                              \
    CG_EXTERN void cg_read_##name(type *item);                                                                                             \
    CG_EXTERN void cg_peek_##name(type *item);                                                                                             \
    CG_EXTERN void cg_has_##name(bit *answer);                                                                                             \
    static inline type cg_get_##name(void) { type item; cg_read_##name(&item); return item; }                                              \
    static inline type cg_look_##name(void) { type item; cg_peek_##name(&item); return item; }                                             \
    static inline bit cg_offers_##name(void) { bit answer; cg_has_##name(&answer); return answer; }
#define STREAM_OUT(type, name)                                                                                                             \
    type cg_stream_out_##name;                                                                                                             \
    CG_EXTERN void cg_write_##name(type *item);                                                                                            \
    static inline void cg_put_##name(type item) { cg_write_##name(&item); }

/* After a stream's declaration: a FIFO of n items, 1 or more, stands at its port, inside the module. stream_has asks the FIFO. */
#define STREAM_DEPTH(name, n) const long long cg_stream_depth_##name = n;

/* A plain input sampled in the cycle in which it is read. Port: NAME. */
#define WIRE_IN(type, name)                                                                                                                \
    type cg_wire_in_##name;                                                                                                                \
    CG_EXTERN void cg_read_##name(type *item);                                                                                             \
    static inline type cg_get_##name(void) { type item; cg_read_##name(&item); return item; }

/* stream_peek waits for the next item like stream_read, but leaves it in the stream; a read in the same cycle takes the same item.
 * stream_has never waits: one bit, whether the stream offers an item in this cycle. A read in the same cycle, where it is 1, does not wait either.
 * When items come is not part of what a design computes: what it writes, and in which order, must not depend on the answers. */
#define stream_read(name) cg_get_##name()
#define stream_peek(name) cg_look_##name()
#define stream_has(name) cg_offers_##name()
#define stream_write(name, ...) cg_put_##name(__VA_ARGS__)
#define wire_read(name) cg_get_##name()

/* Makes the loop that follows logic: all of it, or n iterations a cycle. */
#define UNROLL _Pragma("clang loop unroll(full)")
#define UNROLL_BY(n) CG_PRAGMA(clang loop unroll_count(n))
#define CG_PRAGMA(text) _Pragma(#text)

/* A table of constants, kept as a read-only memory in logic. */
#define ROM static const

/* A variable that keeps its value between runs of the hardware function; its initialiser is its reset value. */
#define REGISTER static

/* Before REGISTER: flip-flops without reset, which then hold anything after it; no initialiser. A native run fills them with noise, as any(type). */
#if __STDC_HOSTED__
#define NO_RESET __attribute__((section("cg_no_reset")))
#else
#define NO_RESET CG_ANNOTATE(cryptagon.no_reset)
#endif

/* An array that is a memory block, one element a word, with one write port and one read port, or n read ports. A distributed RAM (of look-up
 * tables) is read in the same cycle; a block RAM takes the address in one cycle and gives the element in the next. The initialiser of a static
 * one is what it holds at configuration; reset does not restore it. */
#define DISTRIBUTED_RAM DISTRIBUTED_RAM_READS(1)
#define DISTRIBUTED_RAM_READS(n) CG_ANNOTATE(cryptagon.ram.distributed.n)
#define BLOCK_RAM BLOCK_RAM_READS(1)
#define BLOCK_RAM_READS(n) CG_ANNOTATE(cryptagon.ram.block.n)

/* Before a function: one unit in hardware, or n, outside of the datapath, whichever places call it. A cycle has as many calls as there are units;
 * the next call on the same way begins a new cycle. It is logic that takes and gives integers, or structs of them, by value; without streams,
 * static variables, clocked loops and calls of other shared functions. */
#define SHARED SHARED_UNITS(1)
#define SHARED_UNITS(n) CG_ANNOTATE(cryptagon.shared.n) CG_PACKED_CALL
#if defined __x86_64__ || !__STDC_HOSTED__  /* the latter is hardware, whatever machine this is */
#define CG_PACKED_CALL [[gnu::sysv_abi]] /* what the compiler expects of operands and results of units */
#else
#define CG_PACKED_CALL
#endif
#define CG_ANNOTATE(text) [[clang::annotate(#text)]]

/* A value that does not matter: what the hardware makes cheapest there. A native run fills it with noise, so that a result that hangs on it shows. */
CG_EXTERN void cg_fill_any(void *value, unsigned long size);
#define any(type) ({ type cg_value; cg_fill_any(&cg_value, sizeof cg_value); cg_value; })

/* Statements in a loop's body: each of its iterations takes so many clock cycles, inner loops included, or the design does not compile. */
CG_EXTERN void cg_expect_cycles(unsigned least, unsigned most);
#define expect_cycles(n) cg_expect_cycles(n, n)
#define expect_cycles_between(least, most) cg_expect_cycles(least, most)

/* Statement in a loop's body: each iteration is split into k balanced stages, and so takes k clock cycles, for a faster clock. */
CG_EXTERN void cg_cycles(unsigned stages);
#define cycles(k) cg_cycles(k)

/* Statement in a loop's body: in hardware the loop stays one of its own, though others do the same. */
CG_EXTERN void cg_not_shared(void);
#define not_shared() cg_not_shared()

/* Before an array outside of functions: it lies in a memory outside of the module, which reads and writes it through a port. Its elements are
 * integers of 8, 16, 32 ... 1024 bits. Ports of NAME: the streams NAME_request (write, address, write_data, byte_enables) and NAME_response
 * (read_data); addresses count elements. memory_fence waits until all that was written before is in the memory. */
#define MEMORY_PORT CG_ANNOTATE(cryptagon.ram.port.1)
CG_EXTERN void cg_memory_fence(const void *array);
#define memory_fence(array) cg_memory_fence(array)

/* Ends the clock cycle here. */
CG_EXTERN void cg_wait(void);
#define wait() cg_wait()

#endif
