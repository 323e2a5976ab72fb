/* assert: a check of the native run, which ends with file and line where it fails. Hardware has none: what it looks at is not computed. */
#include <stddef.h>

#undef assert
#if __STDC_HOSTED__
extern void cg_assert(const char *what, const char *file, unsigned line);
#define assert(...) ((__VA_ARGS__) ? (void)0 : cg_assert(#__VA_ARGS__, __FILE__, __LINE__))
#else
#define assert(...) ((void)0)
#endif
