// A hash function's buffer: bytes come one by one, a full block is mixed in.
#include <cryptagon.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCK 16
#if defined BYTE
typedef uint8_t place_t;
#elif defined UNSIGNED
typedef unsigned place_t;
#elif defined INT
typedef int place_t;
#elif defined SIZE_T
typedef size_t place_t;
#endif
STREAM_IN(uint8_t, in)
STREAM_OUT(uint32_t, out)
typedef struct {
    uint8_t data[BLOCK];
    place_t used;
    uint32_t state[4];
} context_t;
static context_t context;

static void mix(context_t *c)
{
    UNROLL for (int i = 0, j = 0; i < 4; i++, j += 4)
        c->state[i] = c->state[i] * 5 + ((uint32_t)c->data[j] << 24 | c->data[j + 1] << 16 | c->data[j + 2] << 8 | c->data[j + 3]);
}

static void update(context_t *c, uint8_t byte)
{
    c->data[c->used] = byte;
    c->used++;
    if (c->used == BLOCK) {
        mix(c);
        c->used = 0;
    }
}

HARDWARE void hash(void)
{
    for (;;) {
        context.used = 0;
        for (int i = 0; i < 4; i++) context.state[i] = i;
        for (int n = stream_read(in); n; n--) update(&context, stream_read(in));
        for (int i = 0; i < 4; i++) stream_write(out, context.state[i]);
    }
}
