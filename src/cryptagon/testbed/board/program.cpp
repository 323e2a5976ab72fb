#include "program.h"

#include <stdexcept>

// The program is C for any board; here it is compiled as C++, so that errors of the machine pass through it.
#include "../program/transfers.c"

namespace {

std::vector<DmaTransfer> dma(const std::vector<Transfer>& transfers) {
    std::vector<DmaTransfer> found;
    for (const Transfer& one : transfers) found.push_back({one.device, one.address, one.bytes, 0, 0});
    return found;
}

void check(Outcome outcome, uint32_t device) {
    const std::string name = "the DMA channel of register block " + std::to_string(device);
    if (outcome == TRANSFER_REFUSED) throw std::runtime_error(name + " refuses its address or its length");
    if (outcome == TRANSFER_FAILED) throw std::runtime_error(name + " met an error of the memory");
    if (outcome == TRANSFER_HANGS) throw std::runtime_error(name + " does not end: no item moves any more");
}

}  // namespace

Report run(Machine& machine, const Job& job) {
    machine.count_anew();
    std::vector<DmaTransfer> inputs = dma(job.inputs), outputs = dma(job.outputs);
    DmaJob all{inputs.data(), outputs.data(), uint32_t(inputs.size()), uint32_t(outputs.size()), 0, 0};
    check(run_job(&all), all.at_fault);
    Report report;
    report.ticks = all.ticks;
    for (const DmaTransfer& one : outputs) report.outputs.push_back({one.received, bool(one.marked)});
    report.unit_cycles = machine.moves().last_out - machine.moves().first_in + 1;
    return report;
}
