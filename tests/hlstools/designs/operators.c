/* Every operator on widths that differ from those of C, signed and not. */
#include <cryptagon.h>
#include <stdint.h>

enum kind { ADD, SHIFT = 3, REST };

typedef _BitInt(13) signed_t;
typedef uint_t(77) wide_t;

struct work {
    uint_t(7) a;
    uint_t(7) b;
    wide_t wide;
    signed_t small;
    uint8_t byte;
    bool flag;
};

STREAM_IN(struct work, work)
STREAM_OUT(struct answer { uint_t(7) sum; uint_t(14) product; wide_t wide; signed_t small; uint32_t word; bit less; }, answer)

ROM uint_t(9) table[8] = {1, 0x1ff, 3, 257};

static signed_t turned(signed_t x, uint_t(7) by) {
    return x < 0 ? -x : x - by;
}

HARDWARE void operators(void) {
    struct work w = stream_read(work);
    uint_t(7) sum = w.a + w.b;
    bit carried = (w.a + w.b) >> 6;
    uint_t(14) product = (uint_t(14))w.a * w.b;
    uint32_t word = w.byte * 3u + w.flag;
    wide_t wide = ~w.wide;
    signed_t small = turned(w.small, w.b);
    switch (w.a & 3) {
    case ADD:
        wide += w.b;
        word ^= table[w.b & 7];
        break;
    case 1:
        wide = wide << 5 | w.wide >> 70;
        small >>= 2;
        word -= small;
        sum ^= (uint_t(7))REST;
        break;
    case SHIFT:
        wide ^= (wide_t)word << 40;
        small -= 1000;
        sum++;
        break;
    default:
        wide = w.flag ? wide - 1 : (wide_t)w.byte;
        product %= (uint_t(14))(w.b | 1);
        sum = w.b ? w.a / w.b : 5;
        break;
    }
    int count = 0;
    for (int i = 0; i < 7; i++) {
        if (!(w.a >> i & 1)) continue;
        count += i;
        if (count > 12) break;
    }
    word += count * -3;
    stream_write(answer, (struct answer){sum, product, wide, small, word, carried && w.small < (signed_t)w.b});
}
