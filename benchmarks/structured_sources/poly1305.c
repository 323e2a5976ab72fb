/* Poly1305 (RFC 8439, section 2.5), a product of 130 x 26 bits a cycle: r and s, then blocks with their sizes until one is the last. */
#include <cryptagon.h>

typedef uint_t(128) block_t;
typedef uint_t(130) number_t;
typedef uint_t(160) product_t;
struct block {
    block_t data;
    uint_t(5) size; /* bytes, 1 to 16 */
    bit last;
};

STREAM_IN(block_t, key)
STREAM_IN(struct block, in)
STREAM_OUT(block_t, tag)

/* What is above 2^130 counts five times: 2^130 = 5 modulo 2^130 - 5. */
static uint_t(131) folded(product_t v) {
    return (uint_t(131))(number_t)v + 5 * (uint_t(131))(v >> 130);
}

HARDWARE void poly1305(void) {
    number_t r = stream_read(key) & 0x0ffffffc0ffffffc0ffffffc0fffffffuwb;
    block_t s = stream_read(key);

    uint_t(131) a = 0;
    bit ends;
    do {
        struct block block = stream_read(in);
        ends = block.last;
        uint_t(156) sum = (uint_t(156))a + block.data + ((uint_t(156))1 << (uint_t(8))block.size * 8);
        a = 0;
        for (int limb = 0; limb < 6; limb++) { /* the highest limb of 26 bits first */
            product_t shifted = (product_t)folded((product_t)a << 26);
            a = folded(shifted + (product_t)r * (uint_t(26))(sum >> 130));
            sum <<= 26;
        }
    } while (!ends);

    number_t low = (number_t)a;
    uint_t(131) above = (uint_t(131))folded(a) + 5;
    if (above >> 130) low = (number_t)above; else low = (number_t)folded(a);
    stream_write(tag, (block_t)low + s);
}
