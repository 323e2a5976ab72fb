#include "program.h"

#include <stdexcept>

namespace {

enum Register : uint32_t { ADDRESS = 0, LENGTH = 4, CONTROL = 8, RECEIVED = 12 };
enum Status : uint32_t { BUSY = 1, REFUSED = 2, FAILED = 4, MARKED = 8 };
enum TimerRegister : uint32_t { TIMER_CONTROL = 0, TIMER_LOW = 4, TIMER_HIGH = 8 };
constexpr uint32_t TIMER = 0, DEVICE = 16;  // the timer's register block; bytes of a block
constexpr uint32_t START = 1, STOP = 0;

void start(Machine& machine, const Transfer& transfer) {
    const uint32_t base = transfer.device * DEVICE;
    machine.write(base + ADDRESS, transfer.address);
    machine.write(base + LENGTH, transfer.bytes);
    machine.write(base + CONTROL, START);
}

std::string name_of(const Transfer& transfer) { return "the DMA channel of register block " + std::to_string(transfer.device); }

uint32_t finish(Machine& machine, const Transfer& transfer, uint64_t watchdog) {
    for (;;) {
        const uint32_t status = machine.read(transfer.device * DEVICE + CONTROL);
        if (status & REFUSED) throw std::runtime_error(name_of(transfer) + " refuses its address or its length");
        if (status & FAILED) throw std::runtime_error(name_of(transfer) + " met an error of the memory");
        if (!(status & BUSY)) return status;
        if (machine.idle_cycles() > watchdog) throw std::runtime_error(name_of(transfer) + " does not end: no item moves any more");
    }
}

uint64_t timer(Machine& machine) {
    const uint64_t low = machine.read(TIMER * DEVICE + TIMER_LOW);
    return low | uint64_t(machine.read(TIMER * DEVICE + TIMER_HIGH)) << 32;
}

}  // namespace

Report run(Machine& machine, const Job& job, uint64_t watchdog) {
    Report report;
    machine.count_anew();
    machine.write(TIMER * DEVICE + TIMER_CONTROL, START);
    for (const Transfer& one : job.outputs) start(machine, one);
    for (const Transfer& one : job.inputs) start(machine, one);
    std::vector<uint32_t> status;
    for (const Transfer& one : job.outputs) status.push_back(finish(machine, one, watchdog));
    machine.write(TIMER * DEVICE + TIMER_CONTROL, STOP);
    for (const Transfer& one : job.inputs) finish(machine, one, watchdog);
    report.ticks = timer(machine);
    for (size_t i = 0; i < job.outputs.size(); i++) {
        report.outputs.push_back({machine.read(job.outputs[i].device * DEVICE + RECEIVED), bool(status[i] & MARKED)});
    }
    report.unit_cycles = machine.moves().last_out - machine.moves().first_in + 1;
    return report;
}
