/* Answers requests of cryptagon.software for one crypto_hash implementation (cryptagon_driver.h). Unlike the driver of reference software it tells
 * what becomes of the message and of the bytes past the digest's end.
 * An output is the flags and CRYPTO_BYTES (8 bytes each, least significant first), and the digest. */
#include "supercop_try.h"

#include "api.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);

enum { OP_SIZES = 0, OP_CHECKSUM = 3, TEXT_CHANGED = 8, PAST_END = 16, HEAD = 16 };

static void answer_hash(uint64_t op, buffer message, buffer copy) {
    buffer digest = make_buffer(CRYPTO_BYTES), told = make_buffer(HEAD + CRYPTO_BYTES);
    uint64_t flags = 0;
    int result = op == OP_SIZES ? 0 : crypto_hash(digest.bytes, message.bytes, message.length);
    for (int i = 0; i < SLACK; i++) {
        if (digest.bytes[digest.length + i] != FILLING) flags |= PAST_END;
    }
    if (memcmp(message.bytes, copy.bytes, message.length) != 0) flags |= TEXT_CHANGED;
    for (int i = 0; i < 8; i++) told.bytes[i] = (unsigned char)(flags >> 8 * i);
    for (int i = 0; i < 8; i++) told.bytes[8 + i] = (unsigned char)((uint64_t)CRYPTO_BYTES >> 8 * i);
    memcpy(told.bytes + HEAD, digest.bytes, CRYPTO_BYTES);
    if (guards_stand(&digest) && guards_stand(&message)) answer(STATUS_DONE, (uint64_t)(int64_t)result, told.bytes, told.length);
    else answer(STATUS_OUT_OF_BOUNDS, 0, NULL, 0);
    free(digest.memory);
    free(told.memory);
}

static int checksum_loop(uint64_t greatest) {
    buffer message = made_input(random_number() % (greatest + 1)), digest = make_buffer(CRYPTO_BYTES);
    int wrong = crypto_hash(digest.bytes, message.bytes, message.length) != 0;
    add_to_checksum(digest.bytes, digest.length);
    free(message.memory);
    free(digest.memory);
    return wrong;
}

int main(void) {
    if (!open_answers()) return 1;
    for (;;) {
        uint64_t op = read_number();
        uint64_t length = read_number();
        buffer message = make_buffer(length), copy = make_buffer(length);
        read_exactly(message.bytes, length);
        memcpy(copy.bytes, message.bytes, length);
        if (op == OP_CHECKSUM) answer_checksum(message, checksum_loop);
        else answer_hash(op, message, copy);
        free(message.memory);
        free(copy.memory);
    }
}
