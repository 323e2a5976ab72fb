/* Answers requests for one crypto_aead implementation (cryptagon_driver.h): inputs are key, nonce, AD, and plaintext or ciphertext.
 * A secret message number is in front of the plaintext; encrypted it is where the implementation puts it in its ciphertext. */
#include "cryptagon_driver.h"

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

enum { OP_SIZES = 0, OP_ENCRYPT = 1, OP_DECRYPT = 2 };

static void answer_sizes(void) {
    const uint64_t sizes[4] = {CRYPTO_KEYBYTES, CRYPTO_NSECBYTES, CRYPTO_NPUBBYTES, CRYPTO_ABYTES};
    unsigned char output[sizeof sizes];
    for (size_t i = 0; i < sizeof output; i++) output[i] = (unsigned char)(sizes[i / 8] >> 8 * (i % 8));
    answer(STATUS_DONE, 0, output, sizeof output);
}

static void answer_call(uint64_t op, buffer inputs[4]) {
    const buffer key = inputs[0], nonce = inputs[1], ad = inputs[2], text = inputs[3];
    const int encrypts = op == OP_ENCRYPT;
    buffer nsec = make_buffer(CRYPTO_NSECBYTES);
    buffer output = make_buffer(encrypts ? text.length - CRYPTO_NSECBYTES + CRYPTO_ABYTES : text.length);
    unsigned long long length = 0;
    int result;
    if (encrypts) {
        memcpy(nsec.bytes, text.bytes, CRYPTO_NSECBYTES);
        result = crypto_aead_encrypt(output.bytes, &length, text.bytes + CRYPTO_NSECBYTES, text.length - CRYPTO_NSECBYTES, ad.bytes, ad.length,
                                     nsec.bytes, nonce.bytes, key.bytes);
    } else {
        result = crypto_aead_decrypt(output.bytes, &length, nsec.bytes, text.bytes, text.length, ad.bytes, ad.length, nonce.bytes, key.bytes);
        if (result == 0 && length + CRYPTO_NSECBYTES <= output.length) {
            memmove(output.bytes + CRYPTO_NSECBYTES, output.bytes, length);
            memcpy(output.bytes, nsec.bytes, CRYPTO_NSECBYTES);
        }
        length += CRYPTO_NSECBYTES;
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
    if (!open_answers()) return 1;
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
