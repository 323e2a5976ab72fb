/* abs, labs, llabs; div, ldiv, lldiv; exit, which halts: the design takes and gives nothing more. malloc, whose block is a variable. */
#ifndef CRYPTAGON_STDLIB_H
#define CRYPTAGON_STDLIB_H

#include <stddef.h>

#if __STDC_HOSTED__
#include_next <stdlib.h>
extern void cg_halt(void);
#else
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

static inline int abs(int x) { return x < 0 ? -x : x; }
static inline long labs(long x) { return x < 0 ? -x : x; }
static inline long long llabs(long long x) { return x < 0 ? -x : x; }

#ifdef __cplusplus
extern "C"
#endif
void cg_wait(void);
[[noreturn]] static inline void cg_halt(void) { for (;;) cg_wait(); }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
static inline div_t div(int x, int y) { return (div_t){x / y, x % y}; }
static inline ldiv_t ldiv(long x, long y) { return (ldiv_t){x / y, x % y}; }
static inline lldiv_t lldiv(long long x, long long y) { return (lldiv_t){x / y, x % y}; }

/* Each call has a block of its own. */
void *malloc(size_t size);
void free(void *block);
__attribute__((nodebug)) static inline void *calloc(size_t count, size_t size) { return __builtin_memset(malloc(count * size), 0, count * size); }
void *realloc(void *block, size_t size);

/* What a function that nothing calls may need. */
int rand(void);
void srand(unsigned seed);
int atoi(const char *text);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
void qsort(void *block, size_t count, size_t size, int (*order)(const void *, const void *));
#endif

#ifndef CRYPTAGON_RUNTIME
#define exit(status) ((void)(status), cg_halt())
#define abort() cg_halt()
#endif

#endif
