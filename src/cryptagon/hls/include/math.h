/* Declarations alone: hardware has no floating point, but a function that nothing calls may need them. */
#ifndef CRYPTAGON_MATH_H
#define CRYPTAGON_MATH_H

#if __STDC_HOSTED__
#include_next <math.h>
#else
#ifdef __cplusplus
extern "C" {
#endif
double fabs(double x);
double floor(double x);
double ceil(double x);
double round(double x);
double sqrt(double x);
double pow(double x, double y);
double exp(double x);
double log(double x);
double log2(double x);
double log10(double x);
double sin(double x);
double cos(double x);
double tan(double x);
double atan(double x);
double fmod(double x, double y);
#ifdef __cplusplus
}
#endif
#endif

#endif
