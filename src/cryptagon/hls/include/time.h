/* Declarations alone: hardware has no clock of the day, but a function that nothing calls may need them. */
#ifndef CRYPTAGON_TIME_H
#define CRYPTAGON_TIME_H

#if __STDC_HOSTED__
#include_next <time.h>
#else
#include <stddef.h>

typedef long time_t;
typedef long clock_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
#define CLOCKS_PER_SEC 1000000
#ifdef __cplusplus
extern "C" {
#endif
time_t time(time_t *place);
clock_t clock(void);
struct tm *gmtime(const time_t *seconds);
struct tm *localtime(const time_t *seconds);
time_t mktime(struct tm *date);
time_t timegm(struct tm *date);
double difftime(time_t end, time_t start);
#ifdef __cplusplus
}
#endif
#endif

#endif
