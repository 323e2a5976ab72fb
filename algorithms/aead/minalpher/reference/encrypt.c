/* Minalpher v1.1, mode AEAD: key of 128 bits, nonce of 104, tag of 128, blocks of 256. */
#include "api.h"
#include "crypto_aead.h"
#include "minalpher_p.h"

#include <string.h>

enum { TAG = 16, FLAG_AD = 0x00, FLAG_MESSAGE = 0x40 };

typedef struct {
    unsigned char byte[BLOCK];
} block;

static const unsigned char NO_NONCE[CRYPTO_NPUBBYTES];

static block add(block a, block b) {
    for (int i = 0; i < BLOCK; i++) a.byte[i] ^= b.byte[i];
    return a;
}

static block permute(block b, int inverse) {
    minalpher_p(b.byte, inverse);
    return b;
}

/* L: what a key, a flag and a nonce are worth as a tweak. */
static block new_tweak(const unsigned char *k, unsigned char flag, const unsigned char *nonce) {
    block seed = {{0}};
    memcpy(seed.byte, k, CRYPTO_KEYBYTES);
    seed.byte[CRYPTO_KEYBYTES] = flag;
    memcpy(seed.byte + BLOCK - CRYPTO_NPUBBYTES, nonce, CRYPTO_NPUBBYTES);
    return add(seed, permute(seed, 0));
}

/* By x in GF(2^8), with x^8 = x^7 + x^5 + x + 1. */
static unsigned char by_x(unsigned char a) {
    return (unsigned char)(a << 1 ^ (a >> 7) * 0xA3);
}

/* By y in GF((2^8)^32), with y^32 = y^3 + y^2 + x; the first byte is the coefficient of y^31. */
static block by_y(block a) {
    const unsigned char carry = a.byte[0];
    memmove(a.byte, a.byte + 1, BLOCK - 1);
    a.byte[BLOCK - 1] = by_x(carry);
    a.byte[BLOCK - 3] ^= carry;
    a.byte[BLOCK - 4] ^= carry;
    return a;
}

/* By y + 1. */
static block by_y1(block a) {
    return add(a, by_y(a));
}

/* The tweakable block cipher of Even and Mansour. */
static block tem(block tweak, block input, int inverse) {
    return add(tweak, permute(add(tweak, input), inverse));
}

static block padded(const unsigned char *bytes, unsigned long long size) {
    block b = {{0}};
    memcpy(b.byte, bytes, size < BLOCK ? size : BLOCK);
    if (size < BLOCK) b.byte[size] = 0x80;
    return b;
}

/* The sum over AD, whose last block takes that of all before it as part of its input; zero without AD. */
static block hash_ad(const unsigned char *k, const unsigned char *ad, unsigned long long adlen) {
    block sum = {{0}}, tweak = new_tweak(k, FLAG_AD, NO_NONCE);
    if (adlen == 0) return sum;
    for (; adlen > BLOCK; ad += BLOCK, adlen -= BLOCK) {
        tweak = by_y(tweak);
        sum = add(sum, tem(tweak, padded(ad, BLOCK), 0));
    }
    tweak = by_y1(adlen < BLOCK ? by_y1(tweak) : tweak);
    return tem(tweak, add(sum, padded(ad, adlen)), 0);
}

/* The tag of a ciphertext: its blocks go on with the sum over AD. `count` is at least 1. */
static block tag_of(block tweak, block sum, const unsigned char *c, unsigned long long count) {
    for (; count > 1; c += BLOCK, count--) {
        tweak = by_y(by_y(tweak));
        sum = add(sum, tem(tweak, padded(c, BLOCK), 0));
    }
    return tem(by_y1(by_y(tweak)), add(sum, padded(c, BLOCK)), 0);
}

int crypto_aead_encrypt(unsigned char *c, unsigned long long *clen, const unsigned char *m, unsigned long long mlen, const unsigned char *ad,
                        unsigned long long adlen, const unsigned char *nsec, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    const unsigned long long count = mlen / BLOCK + 1;
    const block l = new_tweak(k, FLAG_MESSAGE, npub);
    block tweak = by_y(l);
    for (unsigned long long i = 0; i < count; i++, tweak = by_y(by_y(tweak))) {
        const block output = tem(tweak, padded(m + i * BLOCK, mlen - i * BLOCK), 0);
        memcpy(c + i * BLOCK, output.byte, BLOCK);
    }
    const block tag = tag_of(l, hash_ad(k, ad, adlen), c, count);
    memcpy(c + count * BLOCK, tag.byte, TAG);
    *clen = count * BLOCK + TAG;
    return 0;
}

/* The bytes of a block before its padding, or -1 where it has none. */
static int before_padding(const block *b) {
    int size = BLOCK - 1;
    while (size > 0 && b->byte[size] == 0) size--;
    return b->byte[size] == 0x80 ? size : -1;
}

int crypto_aead_decrypt(unsigned char *m, unsigned long long *mlen, unsigned char *nsec, const unsigned char *c, unsigned long long clen,
                        const unsigned char *ad, unsigned long long adlen, const unsigned char *npub, const unsigned char *k) {
    (void)nsec;
    *mlen = 0;
    if (clen < BLOCK + TAG || (clen - TAG) % BLOCK) return -1;
    const unsigned long long count = (clen - TAG) / BLOCK;
    const block l = new_tweak(k, FLAG_MESSAGE, npub);
    const block tag = tag_of(l, hash_ad(k, ad, adlen), c, count);
    unsigned char difference = 0;
    for (int i = 0; i < TAG; i++) difference |= tag.byte[i] ^ c[count * BLOCK + i];
    if (difference) return -1; /* nothing unverified leaves */

    block tweak = by_y(l), output;
    int size = 0;
    for (unsigned long long i = 0; i < count; i++, tweak = by_y(by_y(tweak))) {
        output = tem(tweak, padded(c + i * BLOCK, BLOCK), 1);
        size = i + 1 < count ? BLOCK : before_padding(&output);
        if (size > 0) memcpy(m + i * BLOCK, output.byte, (unsigned)size);
    }
    if (size < 0) return -1;
    *mlen = (count - 1) * BLOCK + (unsigned)size;
    return 0;
}
