/* Block copies, fills and comparisons, and strings. What has a constant size is wiring and logic; what varies is a clocked loop.
 * memcpy takes blocks that overlap too: C leaves open what it does then, and hardware would differ from the native run. */
#ifndef CRYPTAGON_STRING_H
#define CRYPTAGON_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* In C what has an address: a call through a constant pointer to one of these is a call by its name. */
extern void *memcpy(void *target, const void *source, size_t size);
extern void *memmove(void *target, const void *source, size_t size);
extern void *memset(void *target, int byte, size_t size);

/* Above, equal to or below 0 as the first byte that differs is in `left`. */
extern int cg_compare(const void *left, const void *right, unsigned long size) __attribute__((pure));

/* The bytes before the first 0. */
extern unsigned long cg_length(const char *text) __attribute__((pure));
#ifdef __cplusplus

/* Names and no macros: they are in `std` too. */
extern int memcmp(const void *left, const void *right, size_t size) __asm__("cg_compare") __attribute__((pure));
extern size_t strlen(const char *text) __asm__("cg_length") __attribute__((pure));
}
#else
#define memcpy(target, source, size) __builtin_memmove(target, source, size)
#define memmove(target, source, size) __builtin_memmove(target, source, size)
#define memset(target, byte, size) __builtin_memset(target, byte, size)
#define memcmp(left, right, size) cg_compare(left, right, size)
#define strlen(text) cg_length(text)
#endif

/* Strings: a byte a cycle. */
#define strcmp(left, right) cg_compare_strings(left, right, (size_t)-1)
#define strncmp(left, right, size) cg_compare_strings(left, right, size)
#define strcpy(target, source) cg_copy_string(target, source)
#define strncpy(target, source, size) cg_copy_padded(target, source, size)
#define strcat(target, source) cg_append_string(target, source)
#define strchr(text, byte) cg_find_in_string(text, byte)
#define memchr(block, byte, size) cg_find_in_block(block, byte, size)

static inline int cg_compare_strings(const char *left, const char *right, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char one = (unsigned char)left[i], other = (unsigned char)right[i];
        if (one != other) return one < other ? -1 : 1;
        if (!one) break;
    }
    return 0;
}

static inline char *cg_copy_string(char *target, const char *source) {
    size_t i = 0;
    for (; source[i]; i++) target[i] = source[i];
    target[i] = 0;
    return target;
}

static inline char *cg_copy_padded(char *target, const char *source, size_t size) {
    size_t i = 0;
    for (; i < size && source[i]; i++) target[i] = source[i];
    for (; i < size; i++) target[i] = 0;
    return target;
}

static inline char *cg_append_string(char *target, const char *source) {
    size_t end = 0;
    while (target[end]) end++;
    cg_copy_string(target + end, source);
    return target;
}

static inline char *cg_find_in_string(const char *text, int byte) {
    for (size_t i = 0;; i++) {
        if (text[i] == (char)byte) return (char *)text + i;
        if (!text[i]) return (char *)0;
    }
}

static inline void *cg_find_in_block(const void *block, int byte, size_t size) {
    const unsigned char *bytes = (const unsigned char *)block;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == (unsigned char)byte) return (unsigned char *)bytes + i;
    }
    return (void *)0;
}

#ifdef __cplusplus
namespace std { /* what `std::strcmp` and the others are by the macros above */
using ::cg_append_string, ::cg_compare_strings, ::cg_copy_padded, ::cg_copy_string, ::cg_find_in_block, ::cg_find_in_string;
}
#endif

#endif
