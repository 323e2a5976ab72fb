/* GHASH of SP 800-38D, 6.3 and 6.4, bit by bit. */
#include "ghash.h"

/* R = 11100001 || 0^120: x^128 = x^7 + x^2 + x + 1. */
static const uint64_t reduction = (uint64_t)0xe1 << 56;

element element_from_bytes(const unsigned char bytes[16]) {
    element a = {0, 0};
    for (int i = 0; i < 8; i++) {
        a.left = a.left << 8 | bytes[i];
        a.right = a.right << 8 | bytes[8 + i];
    }
    return a;
}

void element_to_bytes(unsigned char bytes[16], element a) {
    for (int i = 0; i < 8; i++) {
        bytes[i] = (unsigned char)(a.left >> (56 - 8 * i));
        bytes[8 + i] = (unsigned char)(a.right >> (56 - 8 * i));
    }
}

/* Algorithm 1: z collects those v = b x^i for which a has the coefficient of x^i. */
static element multiply(element a, element b) {
    element z = {0, 0}, v = b;
    for (int i = 0; i < 128; i++) {
        const uint64_t coefficient = (i < 64 ? a.left >> (63 - i) : a.right >> (127 - i)) & 1;
        z.left ^= v.left & (0 - coefficient);
        z.right ^= v.right & (0 - coefficient);
        const uint64_t carry = v.right & 1;
        v.right = v.right >> 1 | v.left << 63;
        v.left = v.left >> 1 ^ (reduction & (0 - carry));
    }
    return z;
}

element ghash(element y, element h, const unsigned char *bytes, unsigned long long length) {
    for (unsigned long long at = 0; at < length; at += 16) {
        unsigned char block[16] = {0};
        for (unsigned i = 0; i < 16 && at + i < length; i++) block[i] = bytes[at + i];
        const element x = element_from_bytes(block);
        y = multiply((element){y.left ^ x.left, y.right ^ x.right}, h);
    }
    return y;
}
