/* Answers requests of cryptagon.software for one crypto_aead implementation (cryptagon_driver.h). Unlike the driver of reference software it tells
 * what becomes of the inputs, of the bytes past the output's end, and of the output of a refused message.
 * An output is the flags, the length that the implementation gives (8 bytes each, least significant first), and the whole buffer. */
#include "supercop_try.h"

#include "api.h"

#ifndef CRYPTO_NSECBYTES
#define CRYPTO_NSECBYTES 0
#endif

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k);
int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k);

enum { OP_SIZES = 0, OP_ENCRYPT = 1, OP_DECRYPT = 2, OP_CHECKSUM = 3, KEY = 0, NONCE, AD, TEXT, INPUTS, HEAD = 16, PAST_END = 16 };

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

/* What crypto_aead/try.c does with the last outputs, forgeries, takes six numbers and adds nothing. */
static int checksum_loop(uint64_t greatest) {
    const uint64_t length = random_number() % (greatest + 1), data = random_number() % (greatest + 1);
    buffer message = made_input(length), ad = made_input(data), secret = made_input(CRYPTO_NSECBYTES);
    buffer nonce = made_input(CRYPTO_NPUBBYTES), key = made_input(CRYPTO_KEYBYTES);
    buffer sealed = make_buffer(length + CRYPTO_ABYTES), opened = make_buffer(length + CRYPTO_ABYTES), told = make_buffer(CRYPTO_NSECBYTES);
    unsigned long long there = 0, back = 0;
    enum { RIGHT, ENCRYPTION, DECRYPTION } wrong = RIGHT;
    int result = crypto_aead_encrypt(sealed.bytes, &there, message.bytes, length, ad.bytes, data, secret.bytes, nonce.bytes, key.bytes);
    if (result != 0 || there < length || there > sealed.length) wrong = ENCRYPTION;
    else {
        add_to_checksum(sealed.bytes, there);
        result = crypto_aead_decrypt(opened.bytes, &back, told.bytes, sealed.bytes, there, ad.bytes, data, nonce.bytes, key.bytes);
        if (result != 0 || back != length || memcmp(opened.bytes, message.bytes, length) != 0) wrong = DECRYPTION;
        else {
            add_to_checksum(opened.bytes, back);
            add_to_checksum(told.bytes, CRYPTO_NSECBYTES);
        }
    }
    for (int i = 0; i < 6; i++) random_number();
    const buffer all[] = {message, ad, secret, nonce, key, sealed, opened, told};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i].memory);
    return wrong;
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
        else if (op == OP_CHECKSUM) answer_checksum(inputs[TEXT], checksum_loop);
        else answer_call(op, inputs, copies);
        for (int i = 0; i < INPUTS; i++) free(inputs[i].memory);
        for (int i = 0; i < INPUTS; i++) free(copies[i].memory);
    }
}
