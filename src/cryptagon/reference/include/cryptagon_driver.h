/* What the drivers of reference software share: requests over standard input, answers over standard output, guarded buffers. Foreign code runs in
 * this process: whatever it does to its memory ends it and nothing else.
 *
 * A request is the number of an operation, the lengths of its inputs, then the inputs' bytes.
 * An answer is 3 numbers (status, value, length of output), then the output. Every number is 64 bits, least significant byte first.
 */
#ifndef CRYPTAGON_DRIVER_H
#define CRYPTAGON_DRIVER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Implementations are known to touch a few bytes past their buffers (whole words, the tag beside a decrypted message): SLACK bytes are allowed for
 * that and GUARD bytes beyond, on either side, must stay as they were. */
enum { SLACK = 256, GUARD = 4096, FILLING = 0xA5, MARGIN = SLACK + GUARD };
enum { STATUS_DONE = 0, STATUS_OUT_OF_BOUNDS = 1, STATUS_LENGTH = 2, STATUS_MEMORY = 3 };

typedef struct {
    unsigned char *memory;
    unsigned char *bytes;
    uint64_t length;
} buffer;

/* Answers go here; what foreign code prints goes to standard error. */
static FILE *answers;

static void read_exactly(void *to, uint64_t length) {
    if (length && fread(to, 1, length, stdin) != length) exit(0); /* the other side has gone */
}

static uint64_t read_number(void) {
    unsigned char bytes[8];
    uint64_t number = 0;
    read_exactly(bytes, 8);
    for (int i = 7; i >= 0; i--) number = number << 8 | bytes[i];
    return number;
}

static void write_number(uint64_t number) {
    for (int i = 0; i < 8; i++) putc((int)(number >> 8 * i & 0xFF), answers);
}

static void answer(uint64_t status, uint64_t value, const unsigned char *output, uint64_t length) {
    write_number(status);
    write_number(value);
    write_number(length);
    if (length) fwrite(output, 1, length, answers);
    fflush(answers);
}

static buffer make_buffer(uint64_t length) {
    buffer made = {malloc(length + 2 * MARGIN), NULL, length};
    if (!made.memory) {
        answer(STATUS_MEMORY, 0, NULL, 0);
        exit(1);
    }
    memset(made.memory, FILLING, length + 2 * MARGIN);
    made.bytes = made.memory + MARGIN;
    return made;
}

static int guards_stand(const buffer *checked) {
    const unsigned char *after = checked->bytes + checked->length + SLACK;
    for (int i = 0; i < GUARD; i++) {
        if (checked->memory[i] != FILLING || after[i] != FILLING) return 0;
    }
    return 1;
}

/* Answers go to where standard output went; what foreign code prints goes to standard error. */
static int open_answers(void) {
    answers = fdopen(dup(1), "wb");
    return answers && dup2(2, 1) >= 0;
}

#endif
