// Records in a ring, of which one member changes.
#include <cryptagon.h>
#include <stdint.h>

#define RECORDS 50
struct point { uint32_t x, y, z; };
STREAM_IN(uint8_t, in)
STREAM_OUT(uint32_t, out)
static struct point points[RECORDS];

HARDWARE void records(void)
{
    for (;;) {
        uint8_t n = stream_read(in);
#if defined INDEX
        unsigned p = 0;
        for (int i = 0; i < n; i++) {
            points[p].y ^= n + i;
            p = p == RECORDS - 1 ? 0 : p + 1;
        }
#elif defined POINTER
        struct point *p = points;
        for (int i = 0; i < n; i++) {
            p->y ^= n + i;
            p = p == &points[RECORDS - 1] ? points : p + 1;
        }
#elif defined REMAINDER
        for (int i = 0; i < n; i++) points[i % RECORDS].y ^= n + i;
#endif
        stream_write(out, points[n % RECORDS].y);
    }
}
