// Words of an array one behind the other.
#include <cryptagon.h>
#include <stdint.h>

#define WORDS 64
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
static uint32_t words[WORDS];

static void fill(unsigned n)
{
#if defined INDEX
    for (unsigned i = 0; i < n; i++) words[i] ^= stream_read(in);
#elif defined POINTER_TO_END
    for (uint32_t *p = words; p != words + n; p++) *p ^= stream_read(in);
#elif defined COUNT_DOWN
    uint32_t *p = words;
    while (n--) *p++ ^= stream_read(in);
#endif
}

static void give(void)
{
#if defined INDEX
    for (unsigned i = 0; i < WORDS; i++) stream_write(out, words[i]);
#elif defined POINTER_TO_END
    for (const uint32_t *p = words; p < words + WORDS; p++) stream_write(out, *p);
#elif defined COUNT_DOWN
    const uint32_t *p = words;
    for (int left = WORDS; left; left--) stream_write(out, *p++);
#endif
}

HARDWARE void walk(void)
{
    for (;;) {
        fill(stream_read(in) % WORDS);
        give();
    }
}
