/* Block copies, fills and comparisons. What has a constant size is wiring and logic; what varies is a clocked loop.
 * memcpy takes blocks that overlap too: C leaves open what it does then, and hardware would differ from the native run. */
#ifndef CRYPTAGON_STRING_H
#define CRYPTAGON_STRING_H

#include <stddef.h>

#ifndef __cplusplus
/* What has an address: a call through a constant pointer to one of these is a call by its name. */
extern void *memcpy(void *target, const void *source, size_t size);
extern void *memmove(void *target, const void *source, size_t size);
extern void *memset(void *target, int byte, size_t size);
#endif

#define memcpy(target, source, size) __builtin_memmove(target, source, size)
#define memmove(target, source, size) __builtin_memmove(target, source, size)
#define memset(target, byte, size) __builtin_memset(target, byte, size)
#define memcmp(left, right, size) cg_compare(left, right, size)
#define strlen(text) cg_length(text)

/* Above, equal to or below 0 as the first byte that differs is in `left`. */
extern int cg_compare(const void *left, const void *right, unsigned long size) __attribute__((pure));

/* The bytes before the first 0. */
extern unsigned long cg_length(const char *text) __attribute__((pure));

#endif
