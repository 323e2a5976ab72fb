/* Answers requests for one crypto_hash implementation (cryptagon_driver.h): the input is the message, the output its digest. */
#include "cryptagon_driver.h"

#include "api.h"

#ifndef CRYPTO_BYTES
#error "api.h does not define CRYPTO_BYTES"
#endif

/* Declared here, since a folder may bring a crypto_hash.h of its own with other things in it. */
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);

enum { OP_SIZES = 0, OP_HASH = 1 };

static void answer_size(void) {
    unsigned char output[8];
    for (int i = 0; i < 8; i++) output[i] = (unsigned char)((uint64_t)CRYPTO_BYTES >> 8 * i);
    answer(STATUS_DONE, 0, output, sizeof output);
}

static void answer_hash(buffer message) {
    buffer digest = make_buffer(CRYPTO_BYTES);
    int result = crypto_hash(digest.bytes, message.bytes, message.length);
    if (guards_stand(&digest) && guards_stand(&message)) {
        answer(STATUS_DONE, (uint64_t)(int64_t)result, digest.bytes, digest.length);
    } else {
        answer(STATUS_OUT_OF_BOUNDS, 0, NULL, 0);
    }
    free(digest.memory);
}

int main(void) {
    if (!open_answers()) return 1;
    for (;;) {
        uint64_t op = read_number();
        buffer message = make_buffer(read_number());
        read_exactly(message.bytes, message.length);
        if (op == OP_SIZES) answer_size();
        else answer_hash(message);
        free(message.memory);
    }
}
