/* SHA-256 by init, update and final, one byte at a time into the block (FIPS 180-4). */
#include <cryptagon.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>

typedef struct { uint8_t data[64]; uint32_t datalen; uint64_t bitlen; uint32_t state[8]; } SHA256_CTX;

#define ROTRIGHT(a, b) (((a) >> (b)) | ((a) << (32 - (b))))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define EP0(x) (ROTRIGHT(x, 2) ^ ROTRIGHT(x, 13) ^ ROTRIGHT(x, 22))
#define EP1(x) (ROTRIGHT(x, 6) ^ ROTRIGHT(x, 11) ^ ROTRIGHT(x, 25))
#define SIG0(x) (ROTRIGHT(x, 7) ^ ROTRIGHT(x, 18) ^ ((x) >> 3))
#define SIG1(x) (ROTRIGHT(x, 17) ^ ROTRIGHT(x, 19) ^ ((x) >> 10))

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static void sha256_transform(SHA256_CTX *ctx, const uint8_t data[])
{
    uint32_t s[8], m[16];
    const uint8_t *p = data;
    const uint32_t *constant = k;
    for (int i = 0; i < 16; ++i, p += 4) m[i] = (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];
    memcpy(s, ctx->state, sizeof s);
    for (int i = 0; i < 64; ++i) {
        uint32_t t1 = s[7] + EP1(s[4]) + CH(s[4], s[5], s[6]) + *constant++ + m[0];
        uint32_t t2 = EP0(s[0]) + MAJ(s[0], s[1], s[2]), next = SIG1(m[14]) + m[9] + SIG0(m[1]) + m[0];
        memmove(m, m + 1, 15 * sizeof *m);
        m[15] = next;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    UNROLL for (int i = 0; i < 8; ++i) ctx->state[i] += s[i];
}

static void sha256_init(SHA256_CTX *ctx)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    ctx->datalen = 0;
    ctx->bitlen = 0;
    memcpy(ctx->state, start, sizeof start);
}

static void sha256_update(SHA256_CTX *ctx, const uint8_t *data, size_t len)
{
    while (len--) {
        ctx->data[ctx->datalen++] = *data++;
        if (ctx->datalen == 64) {
            sha256_transform(ctx, ctx->data);
            ctx->bitlen += 512;
            ctx->datalen = 0;
        }
    }
}

static void sha256_final(SHA256_CTX *ctx, uint8_t hash[])
{
    uint32_t i = ctx->datalen;
    ctx->data[i++] = 0x80;
    if (ctx->datalen < 56) {
        memset(ctx->data + i, 0, 56 - i);
    } else {
        memset(ctx->data + i, 0, 64 - i);
        sha256_transform(ctx, ctx->data);
        memset(ctx->data, 0, 56);
    }
    ctx->bitlen += ctx->datalen * 8;
    for (i = 0; i < 8; i++) ctx->data[63 - i] = ctx->bitlen >> (8 * i);
    sha256_transform(ctx, ctx->data);
    for (i = 0; i < 32; i++) hash[i] = ctx->state[i >> 2] >> (24 - 8 * (i & 3));
}

STREAM_IN(uint_t(8), length) /* of a message of bytes 0, 1, 2, ... */
STREAM_OUT(uint_t(8), digest)
static SHA256_CTX ctx;
static uint8_t message[72], hash[32];
HARDWARE void unit(void)
{
    size_t n = stream_read(length);
    for (int i = 0; i < 72; i++) message[i] = i;
    sha256_init(&ctx);
    sha256_update(&ctx, message, n);
    sha256_final(&ctx, hash);
    for (int i = 0; i < 32; i++) stream_write(digest, hash[i]);
}
