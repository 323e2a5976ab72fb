/* SipHash-2-4 as a library has it: a walk over the message by pointer, the tail by a switch that falls through.
 * J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. */
#include <cryptagon.h>
#include <stdint.h>
#include <stddef.h>

#define ROTL(x, b) (uint64_t)(((x) << (b)) | ((x) >> (64 - (b))))
#define U8TO64_LE(p) \
    ((uint64_t)(p)[0] | (uint64_t)(p)[1] << 8 | (uint64_t)(p)[2] << 16 | (uint64_t)(p)[3] << 24 | (uint64_t)(p)[4] << 32 | \
     (uint64_t)(p)[5] << 40 | (uint64_t)(p)[6] << 48 | (uint64_t)(p)[7] << 56)
#define SIPROUND \
    do { \
        v0 += v1; v1 = ROTL(v1, 13); v1 ^= v0; v0 = ROTL(v0, 32); \
        v2 += v3; v3 = ROTL(v3, 16); v3 ^= v2; \
        v0 += v3; v3 = ROTL(v3, 21); v3 ^= v0; \
        v2 += v1; v1 = ROTL(v1, 17); v1 ^= v2; v2 = ROTL(v2, 32); \
    } while (0)

static void siphash(const uint8_t *in, size_t inlen, const uint8_t *k, uint64_t *out)
{
    uint64_t k0 = U8TO64_LE(k), k1 = U8TO64_LE(k + 8);
    uint64_t v0 = 0x736f6d6570736575 ^ k0, v1 = 0x646f72616e646f6d ^ k1, v2 = 0x6c7967656e657261 ^ k0, v3 = 0x7465646279746573 ^ k1;
    const uint8_t *end = in + inlen - inlen % 8;
    const int left = inlen & 7;
    uint64_t b = (uint64_t)inlen << 56;
    for (; in != end; in += 8) {
        uint64_t m = U8TO64_LE(in);
        v3 ^= m;
        for (int i = 0; i < 2; ++i) SIPROUND;
        v0 ^= m;
    }
    switch (left) {
    case 7: b |= (uint64_t)in[6] << 48; /* fallthrough */
    case 6: b |= (uint64_t)in[5] << 40; /* fallthrough */
    case 5: b |= (uint64_t)in[4] << 32; /* fallthrough */
    case 4: b |= (uint64_t)in[3] << 24; /* fallthrough */
    case 3: b |= (uint64_t)in[2] << 16; /* fallthrough */
    case 2: b |= (uint64_t)in[1] << 8; /* fallthrough */
    case 1: b |= (uint64_t)in[0];
    }
    v3 ^= b;
    for (int i = 0; i < 2; ++i) SIPROUND;
    v0 ^= b;
    v2 ^= 0xff;
    for (int i = 0; i < 4; ++i) SIPROUND;
    *out = v0 ^ v1 ^ v2 ^ v3;
}

STREAM_IN(uint_t(8), length)
STREAM_OUT(uint64_t, tag)
static uint8_t message[16], key[16];
HARDWARE void unit(void)
{
    size_t n = stream_read(length) & 15;
    for (int i = 0; i < 16; i++) message[i] = key[i] = i;
    uint64_t out;
    siphash(message, n, key, &out);
    stream_write(tag, out);
}
