/* Gimli-Hash (Bernstein et al., CHES 2017), a round a cycle: so many whole blocks of 16 bytes, then the shorter one
 * with 0x1f behind its last byte. */
#include <cryptagon.h>
#include <stdint.h>

typedef uint_t(128) block_t;
struct state {
    uint32_t w[12];
};

STREAM_IN(uint_t(16), blocks)
STREAM_IN(block_t, in)
STREAM_OUT(block_t, out)

static uint32_t left(uint32_t v, int n) {
    return v << n | v >> (32 - n);
}

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t kept = *a;
    *a = *b, *b = kept;
}

static struct state permuted(struct state s) {
    for (uint32_t round = 24; round > 0; round--) {
        UNROLL for (int i = 0; i < 4; i++) {
            uint32_t x = left(s.w[i], 24), y = left(s.w[4 + i], 9), z = s.w[8 + i];
            s.w[8 + i] = x ^ z << 1 ^ (y & z) << 2;
            s.w[4 + i] = y ^ x ^ (x | z) << 1;
            s.w[i] = z ^ y ^ (x & y) << 3;
        }
        if (round % 4 == 0) {
            swap(&s.w[0], &s.w[1]), swap(&s.w[2], &s.w[3]);
            s.w[0] ^= 0x9e377900 ^ round;
        } else if (round % 4 == 2) {
            swap(&s.w[0], &s.w[2]), swap(&s.w[1], &s.w[3]);
        }
    }
    return s;
}

static struct state absorbed(struct state s, block_t block) {
    UNROLL for (int i = 0; i < 4; i++) s.w[i] ^= (uint32_t)(block >> 32 * i);
    return s;
}

static block_t rate(struct state s) {
    return (block_t)s.w[3] << 96 | (block_t)s.w[2] << 64 | (block_t)s.w[1] << 32 | s.w[0];
}

HARDWARE void gimli_hash(void) {
    struct state s = {};
    uint_t(16) count = stream_read(blocks);
    for (uint_t(16) i = 0; i < count; i++) s = permuted(absorbed(s, stream_read(in)));

    s = absorbed(s, stream_read(in));
    s.w[3] ^= 0x80000000;
    s = permuted(s);
    stream_write(out, rate(s));
    s = permuted(s);
    stream_write(out, rate(s));
}
