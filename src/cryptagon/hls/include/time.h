/* Declarations alone: hardware has no clock of the day, but a function that nothing calls may need them. */
#ifndef CRYPTAGON_TIME_H
#define CRYPTAGON_TIME_H

#if __STDC_HOSTED__
#include_next <time.h>
#else
#include <stddef.h>

typedef long time_t;
typedef long clock_t;
#define CLOCKS_PER_SEC 1000000
#ifdef __cplusplus
extern "C" {
#endif
time_t time(time_t *place);
clock_t clock(void);
#ifdef __cplusplus
}
#endif
#endif

#endif
