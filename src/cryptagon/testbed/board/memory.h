// The memory behind the AXI4 ports: it answers after a latency, and watches that the masters keep the protocol (ARM IHI 0022).
#ifndef CRYPTAGON_MEMORY_H
#define CRYPTAGON_MEMORY_H

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "board.h"
#include "stalls.h"

struct Timing {
    uint32_t latency = 20;  // bus cycles from an address to its first beat of data, and from the last beat to the answer of a write
    double stall = 0;       // probability, per cycle, that a port of the memory waits
};

struct Storage {
    static constexpr uint8_t UNTOUCHED = 0xEE;
    std::vector<uint8_t> bytes;
    bool holds(uint64_t address, uint64_t length) const { return address + length <= bytes.size(); }
};

// What a master offers must stay until it is taken.
class Held {
public:
    explicit Held(std::string name) : name_(std::move(name)) {}
    void look(bool valid, bool ready, uint64_t payload);  // throws std::runtime_error

private:
    std::string name_;
    bool waiting_ = false;
    uint64_t payload_ = 0;
};

struct Burst {
    uint64_t due;  // bus cycle of its first beat, or of its answer
    uint64_t address;
    uint32_t beats;
    bool bad;  // beyond the memory
};

class ReadMemory {
public:
    ReadMemory(const ReadPort& port, Storage& storage, const Timing& timing, uint64_t seed);
    void before_edge(uint64_t cycle);
    void after_edge(uint64_t cycle);

private:
    ReadPort port_;
    Storage& storage_;
    Timing timing_;
    Stall stall_;
    Held address_{"a read address"};
    std::deque<Burst> bursts_;
    bool offered_ = false;
};

class WriteMemory {
public:
    WriteMemory(const WritePort& port, Storage& storage, const Timing& timing, uint64_t seed);
    void before_edge(uint64_t cycle);
    void after_edge(uint64_t cycle);

private:
    void store(Burst& burst);

    WritePort port_;
    Storage& storage_;
    Timing timing_;
    Stall stall_;
    Held address_{"a write address"}, data_{"a beat to write"};
    std::deque<Burst> bursts_, answers_;
};

#endif
