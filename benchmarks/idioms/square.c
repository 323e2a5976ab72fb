// Rounds on a square of 5 by 5 words, as in Keccak's chi.
#include <cryptagon.h>
#include <stdint.h>
#include <string.h>

STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)

#if defined ROWS
typedef uint32_t square_t[5][5];
#define WORD(a, x, y) a[y][x]
#define NEXT(x, by) (((x) + (by)) % 5)
#elif defined FLAT
typedef uint32_t square_t[25];
#define WORD(a, x, y) a[5 * (y) + (x)]
#define NEXT(x, by) (((x) + (by)) % 5)
#elif defined TABLE
typedef uint32_t square_t[25];
static const int next[2][5] = {{1, 2, 3, 4, 0}, {2, 3, 4, 0, 1}};
#define WORD(a, x, y) a[5 * (y) + (x)]
#define NEXT(x, by) next[(by) - 1][x]
#endif

static void round(square_t a, int number)
{
    square_t b;
    UNROLL for (int y = 0; y < 5; y++)
        UNROLL for (int x = 0; x < 5; x++)
            WORD(b, y, x) = WORD(a, x, y) << (x + y) | WORD(a, x, y) >> (31 - x - y) >> 1;
    UNROLL for (int y = 0; y < 5; y++)
        UNROLL for (int x = 0; x < 5; x++)
            WORD(a, x, y) = WORD(b, x, y) ^ (~WORD(b, NEXT(x, 1), y) & WORD(b, NEXT(x, 2), y));
    WORD(a, 0, 0) ^= number;
}

HARDWARE void rounds(void)
{
    square_t a;
    for (;;) {
        for (int i = 0; i < 25; i++) WORD(a, i % 5, i / 5) = stream_read(in);
        for (int number = 0; number < 12; number++) round(a, number);
        for (int i = 0; i < 25; i++) stream_write(out, WORD(a, i % 5, i / 5));
    }
}
