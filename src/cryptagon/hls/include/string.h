/* Block copies, fills and comparisons of constant size. A size that varies is refused when the source becomes hardware.
 * memcpy takes blocks that overlap too: C leaves open what it does then, and hardware would differ from the native run. */
#ifndef CRYPTAGON_STRING_H
#define CRYPTAGON_STRING_H

#define memcpy(target, source, size) __builtin_memmove(target, source, size)
#define memmove(target, source, size) __builtin_memmove(target, source, size)
#define memset(target, byte, size) __builtin_memset(target, byte, size)
#define memcmp(left, right, size) cg_compare(left, right, size)

/* Above, equal to or below 0 as the first byte that differs is in `left`; all bytes are compared at once. */
static inline int cg_compare(const void *left, const void *right, unsigned long size)
{
    const unsigned char *a = left, *b = right;
    int order = 0;
    _Pragma("clang loop unroll(full)") for (unsigned long i = size; i-- > 0;)
        if (a[i] != b[i]) order = a[i] - b[i];
    return order;
}

#endif
