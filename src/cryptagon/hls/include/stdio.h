/* Printing: the native run prints on standard error, hardware does not print. What the arguments do beside is done in both. */
#ifndef CRYPTAGON_STDIO_H
#define CRYPTAGON_STDIO_H

#include <stddef.h>

#if __STDC_HOSTED__
#include_next <stdio.h>
#define cg_print(...) fprintf(stderr, __VA_ARGS__)
#else
extern int cg_print(const char *form, ...);
#define stdout 1
#define stderr 2
#define fprintf(file, ...) cg_print(__VA_ARGS__)
#endif

#ifndef CRYPTAGON_RUNTIME
#define printf(...) cg_print(__VA_ARGS__)
#define puts(text) cg_print("%s\n", text)
#define putchar(character) cg_print("%c", character)
#endif

#endif
