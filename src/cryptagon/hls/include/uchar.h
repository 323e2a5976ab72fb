/* What headers of C++ ask for of wide characters; hardware has none. */
#ifndef CRYPTAGON_UCHAR_H
#define CRYPTAGON_UCHAR_H

#if __STDC_HOSTED__
#include_next <uchar.h>
#else
typedef struct { unsigned state; } mbstate_t;
#endif

#endif
