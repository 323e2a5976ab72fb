/* Block copies and fills of constant size. A size that varies is refused when the source becomes hardware. */
#ifndef CRYPTAGON_STRING_H
#define CRYPTAGON_STRING_H

#define memcpy(target, source, size) __builtin_memcpy(target, source, size)
#define memmove(target, source, size) __builtin_memmove(target, source, size)
#define memset(target, byte, size) __builtin_memset(target, byte, size)

#endif
