// The circuit as cryptagon.timing.program writes it (see read_circuit in circuit.cpp for the format): nets, gates, registers, RAM bits and streams.
#pragma once
#include <array>
#include <cstdint>
#include <istream>
#include <string>
#include <vector>

struct Arc {
    uint32_t net = 0;
    uint32_t wire_ps = 0;  // from the driver to the pin
    uint32_t cell_ps = 0;  // to the gate's output, or the setup time
    uint32_t hold_ps = 0;
};

struct Gate {
    uint32_t output = 0;
    uint64_t table = 0;
    std::vector<Arc> arcs;
};

struct Control {
    bool present = false;
    uint8_t active = 1;
    Arc arc;
};

struct Register {
    uint32_t output = 0;
    uint32_t clock_to_output_ps = 0;
    uint8_t value = 0;  // at the start, and after reset
    Arc data;
    Control enable, reset;
};

struct RamBit {
    uint32_t gate = 0;
    Control enable;
    std::array<Arc, 4> address;
    Arc data;
};

using Bits = std::vector<uint8_t>;  // least significant first

struct Item {
    Bits value, known;
};

struct Stream {
    std::string name;
    bool to_design = false;
    uint32_t valid = 0, ready = 0;
    std::vector<uint32_t> data;
    std::vector<Item> items;
    int feeds = -1;  // of an output, the input on which its items come back through a FIFO outside; -1 for none
};

struct Circuit {
    uint32_t nets = 0;
    std::vector<Gate> gates;  // each after those that drive it
    std::vector<Register> registers;
    std::vector<RamBit> rams;
    std::vector<Stream> streams;
    uint32_t reset = 0;
};

Circuit read_circuit(std::istream& input);
