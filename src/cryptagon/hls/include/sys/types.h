/* The types of a system, which programs include for sizes. */
#ifndef CRYPTAGON_SYS_TYPES_H
#define CRYPTAGON_SYS_TYPES_H

#if __STDC_HOSTED__
#include_next <sys/types.h>
#else
#include <stddef.h>
#include <stdint.h>

typedef long ssize_t;
typedef long off_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
#endif

#endif
