/* AEZ v5: how a tweak and keys make a call of the cipher. */
#include "api.h"
#include "crypto_aead.h"

#include "aez_aead.h"

/* E with the tweak (j, i): ten rounds of AES where j is LONG, else four. */
static void cipher(const keys *k, int j, unsigned long long i, unsigned char *y, const unsigned char *input) {
    block x;
    memcpy(x, input, BLOCK);
    if (j == LONG) {
        const unsigned char *const order[3] = {k->i, k->j, k->l};
        add_multiple(x, k->l, (unsigned)i);
        for (int round = 0; round < 10; round++) aes_round(x, order[round % 3]);
    } else {
        const block zero = {0};
        block power;
        memcpy(power, k->i, BLOCK);
        for (unsigned long long n = (i + 7) / 8; n; n--) twice(power);
        add_multiple(x, k->j, (unsigned)j);
        add_multiple(x, k->l, (unsigned)(i % 8));
        add(x, power);
        aes_round(x, k->j);
        aes_round(x, k->i);
        aes_round(x, k->l);
        aes_round(x, zero);
    }
    memcpy(y, x, BLOCK);
}
