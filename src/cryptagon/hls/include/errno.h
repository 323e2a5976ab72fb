/* The number of an error, which a program may set and read. */
#ifndef CRYPTAGON_ERRNO_H
#define CRYPTAGON_ERRNO_H

#if __STDC_HOSTED__
#include_next <errno.h>
#else
static int cg_errno;
#define errno cg_errno
#define ENOENT 2
#define EIO 5
#define E2BIG 7
#define EAGAIN 11
#define ENOMEM 12
#define EFAULT 14
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#define ENOSYS 38
#define EPROTO 71
#define EBADMSG 74
#define EOVERFLOW 75
#define EILSEQ 84
#define EMSGSIZE 90
#define ENOTSUP 95
#define ENOBUFS 105
#define ETIMEDOUT 110
#endif

#endif
