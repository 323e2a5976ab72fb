#include "machine.h"

#include <stdexcept>

namespace {

constexpr uint32_t RESET_CYCLES = 8;      // of either clock
constexpr uint32_t LONGEST_ACCESS = 1000;  // bus cycles

}  // namespace

Machine::Machine(const Board& board, Storage& storage, const Settings& settings)
    : board_(board), settings_(settings), bus_(settings.bus_mhz, 2 * settings.seed), core_(settings.core_mhz, 2 * settings.seed + 1) {
    uint64_t seed = 1000 * settings.seed;
    for (const ReadPort& port : board.readers) readers_.push_back(std::make_unique<ReadMemory>(port, storage, settings.timing, ++seed));
    for (const WritePort& port : board.writers) writers_.push_back(std::make_unique<WriteMemory>(port, storage, settings.timing, ++seed));
    reset();
}

void Machine::reset() {
    const LitePort& lite = board_.lite;
    for (uint8_t* wire : {lite.awvalid, lite.wvalid, lite.bready, lite.arvalid, lite.rready}) *wire = 0;
    for (const ReadPort& port : board_.readers) *port.arready = *port.rvalid = 0;
    for (const WritePort& port : board_.writers) *port.awready = *port.wready = *port.bvalid = 0;
    *board_.rst = 1;
    const uint64_t bus = bus_.cycles() + RESET_CYCLES, core = core_.cycles() + RESET_CYCLES;
    while (bus_.cycles() < bus || core_.cycles() < core) step();
    *board_.rst = 0;
    const uint64_t settled = core_.cycles() + RESET_CYCLES;
    while (core_.cycles() < settled) bus_cycle();
}

void Machine::count_anew() {
    moves_ = {};
    moved_ = bus_.cycles();
}

// To the next edge of either clock, or of both where they fall together.
void Machine::step() {
    const uint64_t now = std::min(bus_.next(), core_.next());
    const bool bus_edge = bus_.next() == now, core_edge = core_.next() == now;
    bus_rose_ = bus_edge && bus_.pass();
    const bool core_rose = core_edge && core_.pass();
    if (core_rose && *board_.item_in && !moves_.first_in) moves_.first_in = core_.cycles();
    if (core_rose && *board_.item_out) moves_.last_out = core_.cycles();
    if (core_rose && (*board_.item_in || *board_.item_out)) moved_ = bus_.cycles();
    if (bus_rose_ && !*board_.rst) {
        const LitePort& lite = board_.lite;
        aw_taken_ |= *lite.awvalid && *lite.awready;
        w_taken_ |= *lite.wvalid && *lite.wready;
        ar_taken_ |= *lite.arvalid && *lite.arready;
        for (auto& one : readers_) one->before_edge(bus_.cycles());
        for (auto& one : writers_) one->before_edge(bus_.cycles());
    }
    board_.set_time(now);
    *board_.bus_clk = bus_.level();
    *board_.core_clk = core_.level();
    board_.eval();
    if (bus_rose_ && !*board_.rst) {
        for (auto& one : readers_) one->after_edge(bus_.cycles());
        for (auto& one : writers_) one->after_edge(bus_.cycles());
    }
}

void Machine::bus_cycle() {
    do step();
    while (!bus_rose_);
}

void Machine::idle(uint32_t cycles) {
    while (cycles--) bus_cycle();
}

// Until the answer is there; it is taken with the edge after.
void Machine::wait_for(const uint8_t* valid, const char* what, uint32_t address) {
    const LitePort& lite = board_.lite;
    for (uint32_t i = 0; i < LONGEST_ACCESS; i++) {
        bus_cycle();
        if (aw_taken_) *lite.awvalid = 0;
        if (w_taken_) *lite.wvalid = 0;
        if (ar_taken_) *lite.arvalid = 0;
        if (*valid) return;
    }
    throw std::runtime_error(std::string("no answer to ") + what + " register " + std::to_string(address));
}

void Machine::write(uint32_t address, uint32_t value) {
    const LitePort& lite = board_.lite;
    idle(settings_.access / 2);
    *lite.awaddr = address;
    *lite.wdata = value;
    *lite.wstrb = 15;
    *lite.awvalid = *lite.wvalid = *lite.bready = 1;
    aw_taken_ = w_taken_ = false;
    wait_for(lite.bvalid, "writing", address);
    const uint8_t answer = *lite.bresp;
    bus_cycle();
    *lite.bready = 0;
    if (answer) throw std::runtime_error("writing register " + std::to_string(address) + " was answered by an error");
    idle(settings_.access - settings_.access / 2);
}

uint32_t Machine::read(uint32_t address) {
    const LitePort& lite = board_.lite;
    idle(settings_.access / 2);
    *lite.araddr = address;
    *lite.arvalid = *lite.rready = 1;
    ar_taken_ = false;
    wait_for(lite.rvalid, "reading", address);
    const uint32_t value = *lite.rdata;
    const uint8_t answer = *lite.rresp;
    bus_cycle();
    *lite.rready = 0;
    if (answer) throw std::runtime_error("reading register " + std::to_string(address) + " was answered by an error");
    idle(settings_.access - settings_.access / 2);
    return value;
}
