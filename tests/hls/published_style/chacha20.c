/* ChaCha20 with a context: pointers that walk over message and cipher, memcpy of the tail (RFC 8439). */
#include <cryptagon.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>

struct chacha20_context { uint32_t state[16]; };

static uint32_t rotl32(uint32_t x, int n) { return x << n | x >> (32 - n); }

static uint32_t load32_le(const uint8_t *p) { return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }

static void store32_le(uint8_t *p, uint32_t x)
{
    p[0] = x; p[1] = x >> 8; p[2] = x >> 16; p[3] = x >> 24;
}

#define QUARTERROUND(a, b, c, d) \
    do { \
        a += b; d = rotl32(d ^ a, 16); c += d; b = rotl32(b ^ c, 12); \
        a += b; d = rotl32(d ^ a, 8); c += d; b = rotl32(b ^ c, 7); \
    } while (0)

static void chacha20_init(struct chacha20_context *ctx, const uint8_t *key, const uint8_t *nonce, uint32_t counter)
{
    static const char constants[16] = "expand 32-byte k";
    for (int i = 0; i < 4; i++) ctx->state[i] = load32_le((const uint8_t *)constants + 4 * i);
    for (int i = 0; i < 8; i++) ctx->state[4 + i] = load32_le(key + 4 * i);
    ctx->state[12] = counter;
    for (int i = 0; i < 3; i++) ctx->state[13 + i] = load32_le(nonce + 4 * i);
}

static void chacha20_block(const struct chacha20_context *ctx, uint8_t *out)
{
    uint32_t x[16];
    memcpy(x, ctx->state, sizeof x);
    for (int i = 0; i < 10; i++) {
        QUARTERROUND(x[0], x[4], x[8], x[12]);
        QUARTERROUND(x[1], x[5], x[9], x[13]);
        QUARTERROUND(x[2], x[6], x[10], x[14]);
        QUARTERROUND(x[3], x[7], x[11], x[15]);
        QUARTERROUND(x[0], x[5], x[10], x[15]);
        QUARTERROUND(x[1], x[6], x[11], x[12]);
        QUARTERROUND(x[2], x[7], x[8], x[13]);
        QUARTERROUND(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++) store32_le(out + 4 * i, x[i] + ctx->state[i]);
}

static void chacha20_xor(struct chacha20_context *ctx, const uint8_t *in, uint8_t *out, size_t len)
{
    uint8_t stream[64], tmp[64];
    while (len > 0) {
        size_t now = len < 64 ? len : 64;
        chacha20_block(ctx, stream);
        ctx->state[12]++;
        memcpy(tmp, in, now);
        for (size_t i = 0; i < 64; i++) tmp[i] ^= stream[i];
        memcpy(out, tmp, now);
        in += now;
        out += now;
        len -= now;
    }
}

STREAM_IN(uint_t(8), text)
STREAM_OUT(uint_t(8), cipher)
static uint8_t message[80], result[80];
static struct chacha20_context ctx;
HARDWARE void unit(void)
{
    static const uint8_t nonce[12] = {0, 0, 0, 0, 0, 0, 0, 0x4a};
    uint8_t key[32];
    for (int i = 0; i < 32; i++) key[i] = i;
    for (int i = 0; i < 80; i++) message[i] = stream_read(text);
    chacha20_init(&ctx, key, nonce, 1);
    chacha20_xor(&ctx, message, result, 80);
    for (int i = 0; i < 80; i++) stream_write(cipher, result[i]);
}
