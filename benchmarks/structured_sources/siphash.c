/* SipHash-2-4 (Aumasson and Bernstein, INDOCRYPT 2012), a round a cycle: a key, and so many words of a padded message. */
#include <cryptagon.h>
#include <stdint.h>

struct state {
    uint64_t v0, v1, v2, v3;
};

STREAM_IN(uint64_t, key)
STREAM_IN(uint_t(16), words)
STREAM_IN(uint64_t, in)
STREAM_OUT(uint64_t, out)

static uint64_t left(uint64_t v, int n) {
    return v << n | v >> (64 - n);
}

static struct state rounds(struct state s, int count) {
    for (int i = 0; i < count; i++) {
        s.v0 += s.v1, s.v1 = left(s.v1, 13) ^ s.v0, s.v0 = left(s.v0, 32);
        s.v2 += s.v3, s.v3 = left(s.v3, 16) ^ s.v2;
        s.v0 += s.v3, s.v3 = left(s.v3, 21) ^ s.v0;
        s.v2 += s.v1, s.v1 = left(s.v1, 17) ^ s.v2, s.v2 = left(s.v2, 32);
    }
    return s;
}

HARDWARE void siphash(void) {
    uint64_t k0 = stream_read(key), k1 = stream_read(key);
    struct state s = {k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261, k1 ^ 0x7465646279746573};

    uint_t(16) count = stream_read(words);
    for (uint_t(16) i = 0; i < count; i++) {
        uint64_t m = stream_read(in);
        s.v3 ^= m;
        s = rounds(s, 2);
        s.v0 ^= m;
    }

    s.v2 ^= 0xff;
    s = rounds(s, 4);
    stream_write(out, s.v0 ^ s.v1 ^ s.v2 ^ s.v3);
}
