// A frame: 0xff, a length, so many bytes, a check.
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint8_t, in)
STREAM_OUT(uint32_t, out)

#if defined STRUCTURED
HARDWARE void parse(void)
{
    for (;;) {
        while (stream_read(in) != 0xff) {}
        uint8_t left = stream_read(in);
        uint32_t sum = 0;
        while (left--) sum += stream_read(in);
        stream_write(out, sum ^ stream_read(in));
    }
}
#elif defined SWITCH
enum state { IDLE, LENGTH, DATA, CHECK };
static enum state state = IDLE;
static int left;
static uint32_t sum;

static void step(uint8_t byte)
{
    switch (state) {
    case IDLE:
        if (byte == 0xff) state = LENGTH;
        break;
    case LENGTH:
        left = byte;
        sum = 0;
        state = byte ? DATA : CHECK;
        break;
    case DATA:
        sum += byte;
        if (--left == 0) state = CHECK;
        break;
    case CHECK:
        stream_write(out, sum ^ byte);
        state = IDLE;
        break;
    }
}

HARDWARE void parse(void)
{
    for (;;) step(stream_read(in));
}
#elif defined FUNCTIONS
typedef void state_t(uint8_t byte);
static state_t idle, length, data, check, *state = idle;
static int left;
static uint32_t sum;

static void idle(uint8_t byte)
{
    if (byte == 0xff) state = length;
}

static void length(uint8_t byte)
{
    left = byte;
    sum = 0;
    state = byte ? data : check;
}

static void data(uint8_t byte)
{
    sum += byte;
    if (--left == 0) state = check;
}

static void check(uint8_t byte)
{
    stream_write(out, sum ^ byte);
    state = idle;
}

HARDWARE void parse(void)
{
    for (;;) state(stream_read(in));
}
#endif
