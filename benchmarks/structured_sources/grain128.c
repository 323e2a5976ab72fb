/* Grain-128 (Hell et al., ISIT 2006), 32 steps a cycle: key and IV, then so many words of key stream. Bit 0 leaves first. */
#include <cryptagon.h>

typedef uint_t(32) word_t;
typedef uint_t(128) register_t_;
struct state {
    register_t_ b, s;
};

STREAM_IN(register_t_, key)
STREAM_IN(uint_t(96), iv)
STREAM_IN(uint_t(16), words)
STREAM_OUT(word_t, out)

#define B(n) ((word_t)(x.b >> (n)))
#define S(n) ((word_t)(x.s >> (n)))

static word_t output(struct state x) {
    word_t h = (B(12) & S(8)) ^ (S(13) & S(20)) ^ (B(95) & S(42)) ^ (S(60) & S(79)) ^ (B(12) & B(95) & S(95));
    return B(2) ^ B(15) ^ B(36) ^ B(45) ^ B(64) ^ B(73) ^ B(89) ^ h ^ S(93);
}

static struct state clocked(struct state x, word_t fed_back) {
    word_t s = S(0) ^ S(7) ^ S(38) ^ S(70) ^ S(81) ^ S(96) ^ fed_back;
    word_t b = S(0) ^ B(0) ^ B(26) ^ B(56) ^ B(91) ^ B(96) ^ (B(3) & B(67)) ^ (B(11) & B(13)) ^ (B(17) & B(18)) ^ (B(27) & B(59)) ^
               (B(40) & B(48)) ^ (B(61) & B(65)) ^ (B(68) & B(84)) ^ fed_back;
    return (struct state){(register_t_)b << 96 | x.b >> 32, (register_t_)s << 96 | x.s >> 32};
}

HARDWARE void grain128(void) {
    struct state x = {stream_read(key), stream_read(iv) | (register_t_)0xffffffff << 96};
    for (int i = 0; i < 256 / 32; i++) x = clocked(x, output(x));

    uint_t(16) count = stream_read(words);
    for (uint_t(16) i = 0; i < count; i++) {
        stream_write(out, output(x));
        x = clocked(x, 0);
    }
}
