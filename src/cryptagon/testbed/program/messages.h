// What goes through the unit, as the table of a project has it.
#ifndef CRYPTAGON_MESSAGES_H
#define CRYPTAGON_MESSAGES_H

#include <stdint.h>

// A part of a buffer: bytes of the table, or, where `literal` is null, the next bytes of the message's generator.
struct Piece {
    const uint8_t* literal;
    uint32_t bytes;
};

// A buffer that goes to the unit by the DMA engine `device`.
struct Image {
    const struct Piece* pieces;
    uint32_t piece_count, device, bytes;
};

// `size`: bytes of data, for people; `seed` of the generator (xorshift32). The answer of at most `output_bytes` comes by `output_device`.
struct Message {
    const struct Image* images;
    uint32_t image_count, size, seed, output_device, output_bytes;
};

struct Project {
    const char *board, *export_id, *unit;
    uint32_t unit_hz, bus_hz;
    const struct Message* messages;
    uint32_t message_count;
};

enum { MOST_IMAGES = 8 };

extern const struct Project project;

#endif
