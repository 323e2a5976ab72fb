#include "transfers.h"

#include "platform.h"

enum { ADDRESS = 0, LENGTH = 4, CONTROL = 8, RECEIVED = 12 };           // registers of a DMA engine
enum { BUSY = 1, REFUSED = 2, FAILED = 4, MARKED = 8 };                 // bits of its status
enum { TIMER_CONTROL = 0, TIMER_LOW = 4, TIMER_HIGH = 8, TIMER = 0 };   // the timer is the first register block
enum { DEVICE = 16, STOP = 0, START = 1 };                              // bytes of a register block

static void start(const struct DmaTransfer* transfer) {
    const uint32_t base = transfer->device * DEVICE;
    write32(base + ADDRESS, transfer->address);
    write32(base + LENGTH, transfer->bytes);
    write32(base + CONTROL, START);
}

static enum Outcome finish(struct DmaJob* job, struct DmaTransfer* transfer) {
    uint32_t polls = 0;
    for (;;) {
        const uint32_t status = read32(transfer->device * DEVICE + CONTROL);
        job->at_fault = transfer->device;
        transfer->marked = (status & MARKED) != 0;
        if (status & REFUSED) return TRANSFER_REFUSED;
        if (status & FAILED) return TRANSFER_FAILED;
        if (!(status & BUSY)) return TRANSFERS_DONE;
        if (given_up(++polls)) return TRANSFER_HANGS;
    }
}

static enum Outcome finish_all(struct DmaJob* job, struct DmaTransfer* transfers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const enum Outcome outcome = finish(job, &transfers[i]);
        if (outcome != TRANSFERS_DONE) return outcome;
    }
    return TRANSFERS_DONE;
}

enum Outcome run_job(struct DmaJob* job) {
    write32(TIMER * DEVICE + TIMER_CONTROL, START);
    for (uint32_t i = 0; i < job->output_count; i++) start(&job->outputs[i]);
    for (uint32_t i = 0; i < job->input_count; i++) start(&job->inputs[i]);
    enum Outcome outcome = finish_all(job, job->outputs, job->output_count);
    if (outcome != TRANSFERS_DONE) return outcome;
    write32(TIMER * DEVICE + TIMER_CONTROL, STOP);
    outcome = finish_all(job, job->inputs, job->input_count);
    if (outcome != TRANSFERS_DONE) return outcome;
    const uint32_t low = read32(TIMER * DEVICE + TIMER_LOW);  // which keeps the high half for the next read
    job->ticks = low | (uint64_t)read32(TIMER * DEVICE + TIMER_HIGH) << 32;
    for (uint32_t i = 0; i < job->output_count; i++) {
        job->outputs[i].received = read32(job->outputs[i].device * DEVICE + RECEIVED);
    }
    return TRANSFERS_DONE;
}
