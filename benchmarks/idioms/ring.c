// A buffer of twelve words, first in, first out.
#include <cryptagon.h>
#include <stdint.h>

#define WORDS 12
STREAM_IN(uint32_t, in)
STREAM_OUT(uint32_t, out)
static uint32_t ring[WORDS];

#if defined COMPARE
typedef unsigned place_t;
#define FIRST 0
#define AT(place) ring[place]
#define NEXT(place) ((place) == WORDS - 1 ? 0 : (place) + 1)
#elif defined REMAINDER
typedef unsigned place_t;
#define FIRST 0
#define AT(place) ring[place]
#define NEXT(place) (((place) + 1) % WORDS)
#elif defined POINTER
typedef uint32_t *place_t;
#define FIRST ring
#define AT(place) (*(place))
#define NEXT(place) ((place) + 1 == ring + WORDS ? ring : (place) + 1)
#endif

HARDWARE void fifo(void)
{
    place_t head = FIRST, tail = FIRST;
    unsigned used = 0;
    for (;;) {
        uint32_t x = stream_read(in);
        if (x & 1 && used < WORDS) {
            AT(head) = x;
            head = NEXT(head);
            used++;
        } else if (used) {
            stream_write(out, AT(tail));
            tail = NEXT(tail);
            used--;
        }
    }
}
