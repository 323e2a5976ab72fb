// Whether two tags of 16 bytes are equal.
#include <cryptagon.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

STREAM_IN(uint8_t, in)
STREAM_OUT(bool, out)

static bool equal(const uint8_t *a, const uint8_t *b)
{
#if defined EARLY_END
    UNROLL for (int i = 0; i < 16; i++)
        if (a[i] != b[i]) return false;
    return true;
#elif defined DIFFERENCES
    uint8_t differ = 0;
    UNROLL for (int i = 0; i < 16; i++) differ |= a[i] ^ b[i];
    return differ == 0;
#elif defined LIBRARY
    return memcmp(a, b, 16) == 0;
#elif defined SMEARED
    unsigned differ = 0;
    UNROLL for (int i = 0; i < 16; i++) differ |= a[i] ^ b[i];
    return 1 & (differ - 1) >> 8;
#endif
}

HARDWARE void compare(void)
{
    for (;;) {
        uint8_t a[16], b[16];
        for (int i = 0; i < 16; i++) a[i] = stream_read(in);
        for (int i = 0; i < 16; i++) b[i] = stream_read(in) ^ a[i];
        stream_write(out, equal(a, b));
    }
}
