/* Answers requests for one crypto_aead implementation over standard input and output, in a process of its own: whatever foreign code does
 * to its memory ends this process and no other.
 *
 * A request is 5 numbers (op, key length, nonce length, AD length, input length), then the bytes of key, nonce, AD and input.
 * An answer is 3 numbers (status, value, length of output), then the output. Every number is 64 bits, least significant byte first.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api.h"

/* Declared here, since a folder may bring a crypto_aead.h of its own with other things in it. */
int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);
int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k);

#ifndef CRYPTO_KEYBYTES
#error "api.h does not define CRYPTO_KEYBYTES"
#endif
#ifndef CRYPTO_NPUBBYTES
#error "api.h does not define CRYPTO_NPUBBYTES"
#endif
#ifndef CRYPTO_ABYTES
#error "api.h does not define CRYPTO_ABYTES"
#endif
#ifndef CRYPTO_NSECBYTES
#define CRYPTO_NSECBYTES 0
#endif

/* Implementations are known to touch a few bytes past their buffers (whole words, the tag beside a decrypted message): SLACK bytes are allowed for
 * that and GUARD bytes beyond, on either side, must stay as they were. */
enum { SLACK = 256, GUARD = 4096, FILLING = 0xA5, MARGIN = SLACK + GUARD };
enum { OP_SIZES = 0, OP_ENCRYPT = 1, OP_DECRYPT = 2 };
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

static void answer_sizes(void) {
    const uint64_t sizes[4] = {CRYPTO_KEYBYTES, CRYPTO_NSECBYTES, CRYPTO_NPUBBYTES, CRYPTO_ABYTES};
    unsigned char output[sizeof sizes];
    for (size_t i = 0; i < sizeof output; i++) output[i] = (unsigned char)(sizes[i / 8] >> 8 * (i % 8));
    answer(STATUS_DONE, 0, output, sizeof output);
}

/* Input buffers are key, nonce, AD and the plaintext or ciphertext, in this order. */
static void answer_call(uint64_t op, buffer inputs[4]) {
    const buffer key = inputs[0], nonce = inputs[1], ad = inputs[2], text = inputs[3];
    buffer nsec = make_buffer(CRYPTO_NSECBYTES);
    buffer output = make_buffer(op == OP_ENCRYPT ? text.length + CRYPTO_ABYTES + CRYPTO_NSECBYTES : text.length);
    unsigned long long length = 0;
    int result;
    if (op == OP_ENCRYPT) {
        result = crypto_aead_encrypt(output.bytes, &length, text.bytes, text.length, ad.bytes, ad.length, nsec.bytes, nonce.bytes, key.bytes);
    } else {
        result = crypto_aead_decrypt(output.bytes, &length, nsec.bytes, text.bytes, text.length, ad.bytes, ad.length, nonce.bytes, key.bytes);
    }
    int intact = guards_stand(&output) && guards_stand(&nsec);
    for (int i = 0; i < 4; i++) intact = intact && guards_stand(&inputs[i]);
    if (!intact) {
        answer(STATUS_OUT_OF_BOUNDS, 0, NULL, 0);
    } else if (result == 0 && length > output.length) {
        answer(STATUS_LENGTH, length, NULL, 0);
    } else {
        answer(STATUS_DONE, (uint64_t)(int64_t)result, output.bytes, result == 0 ? length : 0);
    }
    free(nsec.memory);
    free(output.memory);
}

int main(void) {
    answers = fdopen(dup(1), "wb");
    if (!answers || dup2(2, 1) < 0) return 1;
    for (;;) {
        uint64_t op = read_number();
        uint64_t lengths[4];
        buffer inputs[4];
        for (int i = 0; i < 4; i++) lengths[i] = read_number();
        for (int i = 0; i < 4; i++) inputs[i] = make_buffer(lengths[i]);
        for (int i = 0; i < 4; i++) read_exactly(inputs[i].bytes, lengths[i]);
        if (op == OP_SIZES) answer_sizes();
        else answer_call(op, inputs);
        for (int i = 0; i < 4; i++) free(inputs[i].memory);
    }
}
