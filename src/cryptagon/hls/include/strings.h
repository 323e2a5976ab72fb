/* What older programs have in place of `string.h`. */
#ifndef CRYPTAGON_STRINGS_H
#define CRYPTAGON_STRINGS_H

#include <ctype.h>
#include <string.h>

#define bzero(block, size) ((void)memset(block, 0, size))
#define bcopy(source, target, size) ((void)memmove(target, source, size))
#define bcmp(left, right, size) memcmp(left, right, size)
#define index(text, byte) strchr(text, byte)
#define strcasecmp(left, right) cg_compare_caseless(left, right, (size_t)-1)
#define strncasecmp(left, right, size) cg_compare_caseless(left, right, size)
#define ffs(x) __builtin_ffs(x)

static inline int cg_compare_caseless(const char *left, const char *right, size_t size) {
    for (size_t i = 0; i < size; i++) {
        int one = tolower((unsigned char)left[i]), other = tolower((unsigned char)right[i]);
        if (one != other) return one < other ? -1 : 1;
        if (!one) break;
    }
    return 0;
}

#endif
