// The program of the registers: DMA engines and timer. It knows them alone, so it is the same in simulation and on any board.
#ifndef CRYPTAGON_TRANSFERS_H
#define CRYPTAGON_TRANSFERS_H

#include <stdint.h>

enum Outcome { TRANSFERS_DONE, TRANSFER_REFUSED, TRANSFER_FAILED, TRANSFER_HANGS };

// A transfer of a channel: `device` is its place among the register blocks, `address` that of its buffer in the DMA's eyes.
struct DmaTransfer {
    uint32_t device, address, bytes;
    uint32_t received, marked;  // of an output, afterwards: how many bytes came, and whether the unit marked an error
};

// What goes on at one time; `ticks` of the timer and the device `at_fault` are there afterwards.
struct DmaJob {
    struct DmaTransfer *inputs, *outputs;
    uint32_t input_count, output_count;
    uint64_t ticks;
    uint32_t at_fault;
};

// Starts the timer, then all transfers; stops it when the last output has been seen to end.
enum Outcome run_job(struct DmaJob* job);

#endif
