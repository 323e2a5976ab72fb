/* BLAKE2s with a state that buffers: update takes any length, in any pieces (RFC 7693). */
#include <cryptagon.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>
#include <assert.h>

enum { BLOCKBYTES = 64, OUTBYTES = 32 };

typedef struct { uint32_t h[8], t[2], f[2]; uint8_t buf[BLOCKBYTES]; size_t buflen, outlen; } blake2s_state;

static const uint32_t blake2s_IV[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};

static const uint8_t blake2s_sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static inline uint32_t load32(const void *src) { uint32_t w; memcpy(&w, src, sizeof w); return w; }
static inline void store32(void *dst, uint32_t w) { memcpy(dst, &w, sizeof w); }
static inline uint32_t rotr32(uint32_t w, unsigned c) { return w >> c | w << (32 - c); }

static void blake2s_increment_counter(blake2s_state *S, uint32_t inc)
{
    S->t[0] += inc;
    S->t[1] += S->t[0] < inc;
}

static int blake2s_init(blake2s_state *S, size_t outlen)
{
    if (!outlen || outlen > OUTBYTES) return -1;
    memset(S, 0, sizeof *S);
    for (size_t i = 0; i < 8; ++i) S->h[i] = blake2s_IV[i];
    S->h[0] ^= 0x01010000 ^ outlen;
    S->outlen = outlen;
    return 0;
}

#define G(r, i, a, b, c, d) \
    do { \
        a = a + b + m[blake2s_sigma[r][2 * i + 0]]; d = rotr32(d ^ a, 16); c = c + d; b = rotr32(b ^ c, 12); \
        a = a + b + m[blake2s_sigma[r][2 * i + 1]]; d = rotr32(d ^ a, 8); c = c + d; b = rotr32(b ^ c, 7); \
    } while (0)

static void blake2s_compress(blake2s_state *S, const uint8_t in[BLOCKBYTES])
{
    uint32_t m[16], v[16];
    for (size_t i = 0; i < 16; ++i) m[i] = load32(in + i * sizeof m[i]);
    for (size_t i = 0; i < 8; ++i) v[i] = S->h[i];
    v[8] = blake2s_IV[0]; v[9] = blake2s_IV[1]; v[10] = blake2s_IV[2]; v[11] = blake2s_IV[3];
    v[12] = S->t[0] ^ blake2s_IV[4]; v[13] = S->t[1] ^ blake2s_IV[5]; v[14] = S->f[0] ^ blake2s_IV[6]; v[15] = S->f[1] ^ blake2s_IV[7];
    for (int r = 0; r < 10; r++) {
        G(r, 0, v[0], v[4], v[8], v[12]);
        G(r, 1, v[1], v[5], v[9], v[13]);
        G(r, 2, v[2], v[6], v[10], v[14]);
        G(r, 3, v[3], v[7], v[11], v[15]);
        G(r, 4, v[0], v[5], v[10], v[15]);
        G(r, 5, v[1], v[6], v[11], v[12]);
        G(r, 6, v[2], v[7], v[8], v[13]);
        G(r, 7, v[3], v[4], v[9], v[14]);
    }
    for (size_t i = 0; i < 8; ++i) S->h[i] ^= v[i] ^ v[i + 8];
}

static int blake2s_update(blake2s_state *S, const void *pin, size_t inlen)
{
    const unsigned char *in = pin;
    if (inlen > 0) {
        size_t left = S->buflen, fill = BLOCKBYTES - left;
        if (inlen > fill) {
            S->buflen = 0;
            memcpy(S->buf + left, in, fill);
            blake2s_increment_counter(S, BLOCKBYTES);
            blake2s_compress(S, S->buf);
            in += fill;
            inlen -= fill;
            while (inlen > BLOCKBYTES) {
                blake2s_increment_counter(S, BLOCKBYTES);
                blake2s_compress(S, in);
                in += BLOCKBYTES;
                inlen -= BLOCKBYTES;
            }
        }
        memcpy(S->buf + S->buflen, in, inlen);
        S->buflen += inlen;
    }
    return 0;
}

static int blake2s_final(blake2s_state *S, void *out)
{
    uint8_t buffer[OUTBYTES] = {0};
    if (S->f[0]) return -1;
    blake2s_increment_counter(S, S->buflen);
    S->f[0] = -1;
    memset(S->buf + S->buflen, 0, BLOCKBYTES - S->buflen);
    blake2s_compress(S, S->buf);
    for (int i = 0; i < 8; ++i) store32(buffer + sizeof S->h[i] * i, S->h[i]);
    memcpy(out, buffer, S->outlen);
    return 0;
}

STREAM_IN(uint_t(8), pieces) /* lengths of the pieces of a message of bytes 0, 1, 2, ... up to 0 */
STREAM_OUT(uint_t(8), digest)
static blake2s_state S;
static uint8_t text[16];
HARDWARE void unit(void)
{
    uint8_t out[OUTBYTES], next = 0;
    blake2s_init(&S, OUTBYTES);
    for (;;) {
        size_t n = stream_read(pieces) & 15;
        if (!n) break;
        for (size_t i = 0; i < 16; i++) text[i] = next + i;
        next += n;
        assert(n <= sizeof text);
        blake2s_update(&S, text, n);
    }
    blake2s_final(&S, out);
    for (int i = 0; i < OUTBYTES; i++) stream_write(digest, out[i]);
}
