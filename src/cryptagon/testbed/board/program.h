// The program of the processor's side: buffers, DMA, timer.
#ifndef CRYPTAGON_PROGRAM_H
#define CRYPTAGON_PROGRAM_H

#include <string>
#include <vector>

#include "machine.h"

// A transfer of a channel: `device` is its place among the register blocks.
struct Transfer {
    uint32_t device, address, bytes;
};

struct Job {
    std::vector<Transfer> inputs, outputs;
};

struct Received {
    uint32_t bytes;
    bool error;  // the unit marked one
};

struct Report {
    uint64_t ticks = 0;        // of the timer
    uint64_t unit_cycles = 0;  // of the unit's clock, from its first item in to its last one out
    std::vector<Received> outputs;
};

// On the machine that the platform has (platform.h). Throws std::runtime_error, saying what is wrong.
Report run(Machine& machine, const Job& job);

#endif
