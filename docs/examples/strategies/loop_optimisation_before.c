/* CRC-32 of a word, a bit a cycle. */
#include <cryptagon.h>

STREAM_IN(uint_t(32), in)
STREAM_OUT(uint_t(32), out)

HARDWARE void crc(void) {
    uint_t(32) crc = 0xffffffff;
    for (;;) {
        crc ^= stream_read(in);
        for (int i = 0; i < 32; i++) crc = crc >> 1 ^ (crc & 1 ? (uint_t(32))0xedb88320 : (uint_t(32))0);
        stream_write(out, crc);
    }
}
