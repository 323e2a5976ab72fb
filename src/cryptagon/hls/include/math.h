/* Declarations alone: hardware has no floating point, but a function that nothing calls may need them. */
#ifndef CRYPTAGON_MATH_H
#define CRYPTAGON_MATH_H

#if __STDC_HOSTED__
#include_next <math.h>
#else
typedef float float_t;
typedef double double_t;
#define HUGE_VAL __builtin_huge_val()
#ifndef INFINITY  /* since C23 float.h has these too */
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#endif
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4

/* In the three types, with `f` and `l` behind the name. */
#define CG_OF_ONE(name) double name(double x); float name##f(float x); long double name##l(long double x);
#define CG_OF_TWO(name) double name(double x, double y); float name##f(float x, float y); long double name##l(long double x, long double y);
#define CG_AND(name, kind) double name(double x, kind y); float name##f(float x, kind y); long double name##l(long double x, kind y);
#define CG_TO(kind, name) kind name(double x); kind name##f(float x); kind name##l(long double x);
#ifdef __cplusplus
extern "C" {
#endif
CG_OF_ONE(acos) CG_OF_ONE(acosh) CG_OF_ONE(asin) CG_OF_ONE(asinh) CG_OF_ONE(atan) CG_OF_ONE(atanh) CG_OF_ONE(cbrt) CG_OF_ONE(ceil)
CG_OF_ONE(cos) CG_OF_ONE(cosh) CG_OF_ONE(erf) CG_OF_ONE(erfc) CG_OF_ONE(exp) CG_OF_ONE(exp2) CG_OF_ONE(expm1) CG_OF_ONE(fabs)
CG_OF_ONE(floor) CG_OF_ONE(lgamma) CG_OF_ONE(log) CG_OF_ONE(log10) CG_OF_ONE(log1p) CG_OF_ONE(log2) CG_OF_ONE(logb) CG_OF_ONE(nearbyint)
CG_OF_ONE(rint) CG_OF_ONE(round) CG_OF_ONE(sin) CG_OF_ONE(sinh) CG_OF_ONE(sqrt) CG_OF_ONE(tan) CG_OF_ONE(tanh) CG_OF_ONE(tgamma)
CG_OF_ONE(trunc)
CG_OF_TWO(atan2) CG_OF_TWO(copysign) CG_OF_TWO(fdim) CG_OF_TWO(fmax) CG_OF_TWO(fmin) CG_OF_TWO(fmod) CG_OF_TWO(hypot) CG_OF_TWO(nextafter)
CG_OF_TWO(pow) CG_OF_TWO(remainder)
CG_AND(frexp, int *) CG_AND(ldexp, int) CG_AND(nexttoward, long double) CG_AND(scalbln, long) CG_AND(scalbn, int)
CG_TO(int, ilogb) CG_TO(long, lrint) CG_TO(long, lround) CG_TO(long long, llrint) CG_TO(long long, llround)
double fma(double x, double y, double z);
float fmaf(float x, float y, float z);
long double fmal(long double x, long double y, long double z);
double modf(double x, double *whole);
float modff(float x, float *whole);
long double modfl(long double x, long double *whole);
double nan(const char *kind);
float nanf(const char *kind);
long double nanl(const char *kind);
double remquo(double x, double y, int *quotient);
float remquof(float x, float y, int *quotient);
long double remquol(long double x, long double y, int *quotient);
#ifdef __cplusplus
}
#else
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)
#define signbit(x) __builtin_signbit(x)
#endif
#undef CG_OF_ONE
#undef CG_OF_TWO
#undef CG_AND
#undef CG_TO
#endif

#endif
