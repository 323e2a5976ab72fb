/* CRC-32 (ISO 3309) of frames, four bits a cycle: a frame is its length, a header of two bytes, so many bytes, and the CRC to compare with. */
#include <cryptagon.h>
#include <stdint.h>

STREAM_IN(uint8_t, in)
STREAM_IN(uint32_t, expected)
STREAM_OUT(uint32_t, crc)
STREAM_OUT(bit, right)

static uint32_t with_byte(uint32_t sum, uint8_t byte) {
    sum ^= byte;
    for (int half = 0; half < 2; half++) {
        UNROLL for (int i = 0; i < 4; i++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return sum;
}

HARDWARE void crc32_frames(void) {
    uint8_t length = stream_read(in);
    uint32_t sum = 0xffffffff;
    for (int i = 0; i < 2; i++) sum = with_byte(sum, stream_read(in));
    for (uint8_t i = 0; i < length; i++) sum = with_byte(sum, stream_read(in));
    stream_write(crc, ~sum);
    stream_write(right, stream_read(expected) == ~sum);
}
