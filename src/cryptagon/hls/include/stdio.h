/* Printing: the native run prints on standard error, hardware does not print. What the arguments do beside is done in both. */
#ifndef CRYPTAGON_STDIO_H
#define CRYPTAGON_STDIO_H

#include <stddef.h>

#if __STDC_HOSTED__
#include_next <stdio.h>
#define cg_print(...) fprintf(stderr, __VA_ARGS__)
#else
typedef struct cg_file FILE;
#ifdef __cplusplus
extern "C" {
#endif
int cg_print(const char *form, ...);
/* What a function that nothing calls may need. */
int sprintf(char *text, const char *form, ...);
int snprintf(char *text, size_t size, const char *form, ...);
int sscanf(const char *text, const char *form, ...);
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *file);
int fflush(FILE *file);
size_t fread(void *block, size_t size, size_t count, FILE *file);
size_t fwrite(const void *block, size_t size, size_t count, FILE *file);
char *fgets(char *text, int size, FILE *file);
int fputs(const char *text, FILE *file);
int fputc(int character, FILE *file);
int fgetc(FILE *file);
int getchar(void);
#ifdef __cplusplus
}
#endif
#define EOF (-1)
#define stdin ((FILE *)0)
#define stdout ((FILE *)1)
#define stderr ((FILE *)2)
#define fprintf(file, ...) cg_print(__VA_ARGS__)
#endif

#ifndef CRYPTAGON_RUNTIME
#define printf(...) cg_print(__VA_ARGS__)
#define puts(text) cg_print("%s\n", text)
#define putchar(character) cg_print("%c", character)
#endif

#endif
