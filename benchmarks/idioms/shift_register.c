// A shift register of 80 bits with feedback, as of Trivium's kind, one bit a cycle.
#include <cryptagon.h>
#include <stdbool.h>
#include <stdint.h>

STREAM_IN(uint8_t, in)
STREAM_OUT(bool, out)
#define BITS 80

#if defined WIDE
static unsigned _BitInt(BITS) state;
#define BIT(i) ((bool)(state >> (i) & 1))
static void shift(bool bit) { state = state << 1 | bit; }
#elif defined WORDS
static uint32_t state[3];
#define BIT(i) (state[(i) / 32] >> (i) % 32 & 1)
static void shift(bool bit)
{
    state[2] = state[2] << 1 | state[1] >> 31;
    state[1] = state[1] << 1 | state[0] >> 31;
    state[0] = state[0] << 1 | bit;
}
#elif defined BOOLS
static bool state[BITS];
#define BIT(i) state[i]
static void shift(bool bit)
{
    UNROLL for (int i = BITS - 1; i; i--) state[i] = state[i - 1];
    state[0] = bit;
}
#elif defined RING
static bool state[BITS];
static unsigned newest;
#define BIT(i) state[(newest + (i)) % BITS]
static void shift(bool bit)
{
    newest = newest ? newest - 1 : BITS - 1;
    state[newest] = bit;
}
#endif

HARDWARE void generator(void)
{
    for (;;) {
        uint8_t n = stream_read(in);
        for (int i = 0; i < n; i++) {
            bool bit = BIT(79) ^ BIT(65) ^ (BIT(43) & BIT(12)) ^ (i < 8 ? n >> i & 1 : 0);
            shift(bit);
            stream_write(out, bit);
        }
    }
}
