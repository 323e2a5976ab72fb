/* Answers requests of cryptagon.software for one crypto_aead implementation (cryptagon_driver.h). Unlike the driver of reference software it tells
 * what becomes of the inputs, of the bytes past the output's end, and of the output of a refused message.
 * An output is the flags, the length that the implementation gives (8 bytes each, least significant first), and the whole buffer. */
#include "cryptagon_driver.h"

#include "api.h"

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);
int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k);

enum { OP_SIZES = 0, OP_ENCRYPT = 1, OP_DECRYPT = 2, KEY = 0, NONCE, AD, TEXT, INPUTS, HEAD = 16, PAST_END = 16 };

static void put_number(unsigned char *to, uint64_t number) {
    for (int i = 0; i < 8; i++) to[i] = (unsigned char)(number >> 8 * i);
}

static void answer_sizes(void) {
    unsigned char output[24];
    put_number(output, CRYPTO_KEYBYTES);
    put_number(output + 8, CRYPTO_NPUBBYTES);
    put_number(output + 16, CRYPTO_ABYTES);
    answer(STATUS_DONE, 0, output, sizeof output);
}

static int past_end(const buffer *output) {
    for (int i = 0; i < SLACK; i++) {
        if (output->bytes[output->length + i] != FILLING) return 1;
    }
    return 0;
}

static void answer_call(uint64_t op, buffer inputs[INPUTS], buffer copies[INPUTS]) {
    const buffer key = inputs[KEY], nonce = inputs[NONCE], ad = inputs[AD], text = inputs[TEXT];
    buffer secret = make_buffer(64);
    const uint64_t room = op == OP_ENCRYPT ? text.length + CRYPTO_ABYTES : text.length < CRYPTO_ABYTES ? 0 : text.length - CRYPTO_ABYTES;
    buffer output = make_buffer(room), told = make_buffer(HEAD + room);
    unsigned long long length = ~0ULL;
    int result;
    if (op == OP_ENCRYPT)
        result = crypto_aead_encrypt(output.bytes, &length, text.bytes, text.length, ad.bytes, ad.length, secret.bytes, nonce.bytes, key.bytes);
    else
        result = crypto_aead_decrypt(output.bytes, &length, secret.bytes, text.bytes, text.length, ad.bytes, ad.length, nonce.bytes, key.bytes);
    uint64_t flags = past_end(&output) ? PAST_END : 0;
    int intact = guards_stand(&output);
    for (int i = 0; i < INPUTS; i++) {
        intact = intact && guards_stand(&inputs[i]);
        if (memcmp(inputs[i].bytes, copies[i].bytes, inputs[i].length) != 0) flags |= 1ULL << i;
    }
    put_number(told.bytes, flags);
    put_number(told.bytes + 8, length);
    memcpy(told.bytes + HEAD, output.bytes, room);
    if (intact) answer(STATUS_DONE, (uint64_t)(int64_t)result, told.bytes, told.length);
    else answer(STATUS_OUT_OF_BOUNDS, 0, NULL, 0);
    free(secret.memory);
    free(output.memory);
    free(told.memory);
}

int main(void) {
    if (!open_answers()) return 1;
    for (;;) {
        uint64_t op = read_number();
        uint64_t lengths[INPUTS];
        buffer inputs[INPUTS], copies[INPUTS];
        for (int i = 0; i < INPUTS; i++) lengths[i] = read_number();
        for (int i = 0; i < INPUTS; i++) inputs[i] = make_buffer(lengths[i]);
        for (int i = 0; i < INPUTS; i++) copies[i] = make_buffer(lengths[i]);
        for (int i = 0; i < INPUTS; i++) read_exactly(inputs[i].bytes, lengths[i]);
        for (int i = 0; i < INPUTS; i++) memcpy(copies[i].bytes, inputs[i].bytes, lengths[i]);
        if (op == OP_SIZES) answer_sizes();
        else answer_call(op, inputs, copies);
        for (int i = 0; i < INPUTS; i++) free(inputs[i].memory);
        for (int i = 0; i < INPUTS; i++) free(copies[i].memory);
    }
}
