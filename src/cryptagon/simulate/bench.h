// The testbench engine and the design under test meet here. The glue of a design is generated; the engine is the same for all.
#ifndef CRYPTAGON_BENCH_H
#define CRYPTAGON_BENCH_H

#include <cstddef>
#include <cstdint>
#include <vector>

// One stream with valid and ready, `width` bits of data. `data` points to the port in the simulated design: `bytes` bytes, least significant first.
struct Port {
    const char* name;
    unsigned width;
    bool to_design;
    bool primary;  // its transfers are the ones that stamp a message's first and last input
    void* data;
    size_t bytes;
    uint8_t* valid;
    uint8_t* ready;
    int fed_by;          // of an input: the output whose items come back on it through a FIFO, by its place among the ports; -1 for none
    size_t depth;        // items that this FIFO holds
    const uint8_t* clear;  // empties it; null where the design has no such port
};

struct Design {
    std::vector<Port> ports;
    uint8_t* clk;
    uint8_t* rst;
    uint8_t* key_update;  // null where the design has no such port
    void (*eval)();
    void (*open_waveform)(const char* path);
    void (*dump_waveform)(uint64_t time);
    void (*close_waveform)();
};

// Builds the design with every register that has no reset value at a random one.
Design make_design(uint64_t seed);

#endif
