/* The environment of a native run: offers items to the design, records what it writes, and ends the program when there is nothing more to offer.
 *
 * The stimulus on standard input is a list of presentations. One is offered at a time: its wires are set and its items queued together. The next
 * follows when the design asks for an item that no queue has, or, with all queues empty and all expected outputs written, samples a wire.
 * That is when hardware would see the wires of the next presentation. A design that only asks whether there is an item (stream_has) gets the next
 * presentation when it asks with all queues empty and all expected outputs written.
 * What is written to a port that feeds another one goes into the queue of that one, through a FIFO that holds everything; it is no output.
 *
 * Input, little-endian 32-bit words: number of presentations; for each: expected outputs, number of records; for each record: port, number of
 * items (for a wire: the stream whose last item makes it fall to zero, -1 for none); then the items as they lie in memory. Output: records of port and one item; port -1 ends a presentation; -2 ends the run, with the
 * port that was asked for in vain after it (-1 if none, -3 after the most items, -4 after the most samples) and the microseconds of processor time.
 *
 * The contents of memory ports, as they lie in memory, come before the presentations, in the order of the source; what they hold in the end
 * follows the end of the run.
 *
 * Arguments: the most items to write, the most times to sample a wire, and what noise is made from; without them nothing is limited.
 */
#define CRYPTAGON_RUNTIME
#define _GNU_SOURCE /* mmap without a file */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The heap of C++: new and delete, of single variables and of arrays, the latter with sizes or without. */
#define WEAK __attribute__((weak))
WEAK void *_Znwm(size_t size) { return malloc(size); }
WEAK void *_Znam(size_t size) { return malloc(size); }
WEAK void _ZdlPv(void *block) { free(block); }
WEAK void _ZdaPv(void *block) { free(block); }
WEAK void _ZdlPvm(void *block, size_t size) { (void)size, free(block); }
WEAK void _ZdaPvm(void *block, size_t size) { (void)size, free(block); }

#define MAX_PORTS 64
#define PATIENCE 10000

struct queue {
    unsigned char *items;
    size_t next, end, capacity;
};

extern const uint32_t cg_port_count;
extern const uint32_t cg_port_sizes[];
extern const unsigned char cg_port_is_wire[];
extern const uint32_t cg_port_fed_by[]; /* of an input, the output whose items come back on it; -1 for none */
extern const uint32_t cg_memory_count;
extern void *const cg_memories[]; /* the arrays of the memory ports */
extern const uint32_t cg_memory_sizes[]; /* in bytes */
extern void cg_run_hardware(void);

static struct queue queues[MAX_PORTS];
static unsigned char *wires[MAX_PORTS];
static uint32_t falls_with[MAX_PORTS];
static uint32_t presentations_left, outputs_missing, begun;
static uint32_t asked_in_vain; /* how often stream_has said no since anything moved */
static uint64_t items_left = UINT64_MAX, samples_left = UINT64_MAX, noise = 1;

static uint32_t get_word(void) {
    uint32_t word;
    if (fread(&word, sizeof word, 1, stdin) != 1) exit(3);
    return word;
}

static void put_word(uint32_t word) {
    fwrite(&word, sizeof word, 1, stdout);
}

static void finish(uint32_t wanted) {
    put_word((uint32_t)-2);
    put_word(wanted);
    put_word((uint32_t)((uint64_t)clock() * 1000000 / CLOCKS_PER_SEC));
    for (uint32_t i = 0; i < cg_memory_count; i++) fwrite(cg_memories[i], cg_memory_sizes[i], 1, stdout);
    fflush(stdout);
    exit(0);
}

static int all_taken(void) {
    for (uint32_t i = 0; i < cg_port_count; i++) {
        if (!cg_port_is_wire[i] && queues[i].next != queues[i].end) return 0;
    }
    return 1;
}

/* Room for so many bytes more at the end of a queue. */
static unsigned char *extend(struct queue *queue, size_t bytes) {
    if (queue->next == queue->end) queue->next = queue->end = 0;
    if (queue->end + bytes > queue->capacity) {
        queue->capacity = 2 * (queue->end + bytes);
        queue->items = realloc(queue->items, queue->capacity);
        if (!queue->items) exit(4);
    }
    queue->end += bytes;
    return queue->items + queue->end - bytes;
}

void cg_halt(void);
#include "tasks.h"

static void append(uint32_t port, uint32_t count) {
    size_t bytes = (size_t)count * cg_port_sizes[port];
    unsigned char *room = extend(&queues[port], bytes);
    if (bytes && fread(room, bytes, 1, stdin) != 1) exit(3);
}

/* Ends the run when nothing is left, or the task that runs; `wanted` is the port that waits. */
static void present(uint32_t wanted) {
    while (running && begun && (!presentations_left || !all_taken())) {
        wait_in_task();
        if (queues[wanted].next != queues[wanted].end) return;
    }
    if (begun) put_word((uint32_t)-1);
    begun = 1;
    if (!presentations_left) finish((uint32_t)-1);
    if (!all_taken()) finish(wanted);
    presentations_left--;
    asked_in_vain = 0;
    outputs_missing = get_word();
    for (uint32_t records = get_word(); records; records--) {
        uint32_t port = get_word(), count = get_word();
        if (cg_port_is_wire[port]) {
            falls_with[port] = count;
            if (fread(wires[port], cg_port_sizes[port], 1, stdin) != 1) exit(3);
        } else {
            append(port, count);
        }
    }
}

/* The design waits for what will never come; what was written until now counts. */
static void hang(uint32_t port) {
    put_word((uint32_t)-1);
    finish(port);
}

void cg_native_peek(uint32_t port, void *item) {
    struct queue *queue = &queues[port];
    if (!begun) present(port);
    while (queue->next == queue->end) {
        if (cg_port_fed_by[port] != (uint32_t)-1) hang(port); /* nobody else fills it */
        present(port);
    }
    memcpy(item, queue->items + queue->next, cg_port_sizes[port]);
}

void cg_native_read(uint32_t port, void *item) {
    struct queue *queue = &queues[port];
    cg_native_peek(port, item);
    asked_in_vain = 0;
    moves++;
    queue->next += cg_port_sizes[port];
    for (uint32_t i = 0; i < cg_port_count; i++) {
        if (cg_port_is_wire[i] && falls_with[i] == port && queue->next == queue->end) memset(wires[i], 0, cg_port_sizes[i]);
    }
}

void cg_native_sample(uint32_t port, void *item) {
    if (!begun || (all_taken() && outputs_missing == 0)) present(port);
    if (samples_left-- == 0) finish((uint32_t)-4);
    memcpy(item, wires[port], cg_port_sizes[port]);
}

/* The next presentation comes when all that this one should give is written; or when the design has asked so long that nothing more will come. */
int cg_native_has(uint32_t port) {
    struct queue *queue = &queues[port];
    int waits_for_nothing = outputs_missing == 0 || asked_in_vain > PATIENCE;
    if (!begun || (all_taken() && waits_for_nothing)) present(port);
    if (queue->next != queue->end) return 1;
    if (++asked_in_vain > PATIENCE && !all_taken()) hang(port);
    return 0;
}

/* The input that an output feeds; -1 for none. */
static uint32_t fed_from(uint32_t output) {
    for (uint32_t i = 0; i < cg_port_count; i++) {
        if (cg_port_fed_by[i] == output) return i;
    }
    return (uint32_t)-1;
}

void cg_native_write(uint32_t port, const void *item) {
    uint32_t fed = fed_from(port);
    asked_in_vain = 0;
    moves++;
    if (fed != (uint32_t)-1) {
        memcpy(extend(&queues[fed], cg_port_sizes[port]), item, cg_port_sizes[port]);
        return;
    }
    put_word(port);
    fwrite(item, cg_port_sizes[port], 1, stdout);
    if (outputs_missing) outputs_missing--;
    if (--items_left == 0) finish((uint32_t)-3);
}

void cg_wait(void) {
}

void cg_expect_cycles(unsigned least, unsigned most) {
    (void)least;
    (void)most;
}

void cg_cycles(unsigned stages) {
    (void)stages;
}

void cg_cycles_about(unsigned stages) {
    (void)stages;
}

void cg_not_shared(void) {
}

void cg_memory_fence(const void *array) {
    (void)array;
}

/* exit: nothing more is taken or given. */
void cg_halt(void) {
    if (begun) put_word((uint32_t)-1);
    finish((uint32_t)-1);
}

/* An assertion that fails ends the run, with a line on standard error that tells file, line and what was asserted. */
#define ASSERTED 8

void cg_assert(const char *what, const char *file, unsigned line) {
    fprintf(stderr, "%s\t%u\t%s\n", file, line, what);
    exit(ASSERTED);
}

int cg_compare(const void *left, const void *right, unsigned long size) {
    const unsigned char *a = left, *b = right;
    for (unsigned long i = 0; i < size; i++) {
        if (a[i] != b[i]) return a[i] - b[i];
    }
    return 0;
}

unsigned long cg_length(const char *text) {
    unsigned long length = 0;
    while (text[length]) length++;
    return length;
}

/* Noise from a linear congruential generator, the same in every run. */
void cg_fill_any(void *value, unsigned long size) {
    for (unsigned long i = 0; i < size; i++) {
        noise = noise * 6364136223846793005u + 1442695040888963407u;
        ((unsigned char *)value)[i] = noise >> 56;
    }
}

/* The variables with NO_RESET, which lie in a section of their own; the linker knows where one begins and ends that is there. */
extern unsigned char __start_cg_no_reset[] __attribute__((weak)), __stop_cg_no_reset[] __attribute__((weak));

static void fill_variables_without_reset(void) {
    if (__start_cg_no_reset) cg_fill_any(__start_cg_no_reset, __stop_cg_no_reset - __start_cg_no_reset);
}

/* What clang's checks of addresses call (UndefinedBehaviorSanitizer's interface): an index outside of its array ends the run, with a line on
 * standard error that tells file, line, column, the array's type and the index; so does an access through a pointer that leaves its variable. */
#define OUT_OF_BOUNDS 5

struct cg_place { const char *file; uint32_t line, column; };
struct cg_type { uint16_t kind, information; char name[]; };
struct cg_index { struct cg_place place; const struct cg_type *array, *index; };

void __ubsan_handle_out_of_bounds_abort(const struct cg_index *found, uintptr_t index) {
    const char *form = found->index->information & 1 ? "%s\t%u\t%u\t%s\t%lld\n" : "%s\t%u\t%u\t%s\t%llu\n";
    fprintf(stderr, form, found->place.file, found->place.line, found->place.column, found->array->name, (long long)index);
    exit(OUT_OF_BOUNDS);
}

void __ubsan_handle_local_out_of_bounds_abort(void) {
    exit(OUT_OF_BOUNDS);
}

/* A shift by the width of its value or more: what it gives is undefined. The line has the value's type last. */
#define SHIFTED_OUT 6

struct cg_shift { struct cg_place place; const struct cg_type *value, *distance; };

void __ubsan_handle_shift_out_of_bounds_abort(const struct cg_shift *found, uintptr_t value, uintptr_t distance) {
    (void)value, (void)distance;
    fprintf(stderr, "%s\t%u\t%u\t%s\n", found->place.file, found->place.line, found->place.column, found->value->name);
    exit(SHIFTED_OUT);
}

/* A division by 0, or of the smallest number by -1: what it gives is undefined. The line has the type, and the divisor last. A number of at most
 * 64 bits comes itself, a wider one is where `divisor` points; its lowest byte tells 0 from -1. */
#define NOT_DIVISIBLE 7

struct cg_overflow { struct cg_place place; const struct cg_type *type; };

void __ubsan_handle_divrem_overflow_abort(const struct cg_overflow *found, uintptr_t dividend, uintptr_t divisor) {
    (void)dividend;
    int wide = found->type->information >> 1 > 6; /* the logarithm of the type's bits, rounded up */
    unsigned char low = wide ? *(const unsigned char *)divisor : divisor;
    const char *form = low ? "%s\t%u\t%u\t%s\t-1\n" : "%s\t%u\t%u\t%s\t0\n";
    fprintf(stderr, form, found->place.file, found->place.line, found->place.column, found->type->name);
    exit(NOT_DIVISIBLE);
}

void __ubsan_handle_divrem_overflow(const struct cg_overflow *found, uintptr_t dividend, uintptr_t divisor) {
    __ubsan_handle_divrem_overflow_abort(found, dividend, divisor);
}

/* A sum, difference or product of signed numbers that does not fit wraps around, as in hardware. */
void __ubsan_handle_add_overflow(void) {
}

void __ubsan_handle_sub_overflow(void) {
}

void __ubsan_handle_mul_overflow(void) {
}

void __ubsan_handle_negate_overflow(void) {
}

/* In a function of its own: in GNU89 a variable of a for loop lives on behind it. */
static void read_memories(void) {
    for (uint32_t i = 0; i < cg_memory_count; i++) {
        if (fread(cg_memories[i], cg_memory_sizes[i], 1, stdin) != 1) exit(3);
    }
}

int main(int argc, char **argv) {
    if (argc == 4) {
        items_left = strtoull(argv[1], NULL, 10);
        samples_left = strtoull(argv[2], NULL, 10);
        noise = strtoull(argv[3], NULL, 10);
        setvbuf(stdout, NULL, _IONBF, 0); /* what was written counts even when time runs out */
    }
    for (uint32_t i = 0; i < cg_port_count; i++) {
        wires[i] = calloc(1, cg_port_sizes[i]);
        falls_with[i] = (uint32_t)-1;
    }
    fill_variables_without_reset();
    read_memories();
    presentations_left = get_word();
    for (;;) cg_run_hardware();
}
