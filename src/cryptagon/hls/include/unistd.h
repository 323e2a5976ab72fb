/* The calls of a system: types alone, as hardware has none. */
#ifndef CRYPTAGON_UNISTD_H
#define CRYPTAGON_UNISTD_H

#if __STDC_HOSTED__
#include_next <unistd.h>
#else
#include <sys/types.h>
#endif

#endif
