// Drives one design through a stimulus: stalls, comparison, checks of the handshake, watchdog.
#ifndef CRYPTAGON_ENGINE_H
#define CRYPTAGON_ENGINE_H

#include <map>
#include <string>
#include <vector>

#include "bench.h"

using Bytes = std::vector<uint8_t>;

struct Options {
    std::string stimulus, result, waveform;
    uint64_t seed = 1;
    double input_stall = 0, output_stall = 0;  // probability, per cycle and port
    uint32_t burst = 1;                        // longest burst of stalls, in cycles
    std::map<std::string, std::vector<uint32_t>> pauses;  // by port: cycles before an item, one of them by chance for each item
    uint64_t watchdog = 10000;                 // cycles without a transfer that count as a hang
    uint64_t waveform_from = 0;                // first cycle in the waveform
    uint32_t resets = 0;                       // how often the run is begun again and broken off by a reset, before a last one goes to its end
    bool isolate = false;                      // a message is offered only after the one before it has been answered
    bool probe = true;                         // look for a valid that depends on ready
};

struct Item {
    uint32_t message;
    uint32_t index;  // among the message's items on this port
    Bytes value;
    Bytes known;  // the bits that are compared; empty for an item to offer
};

struct Expected {
    size_t port;
    Item item;
};

struct Stimulus {
    std::vector<std::vector<Item>> offers;  // by port
    std::vector<Expected> outputs;          // over all outputs, in order
    uint32_t messages = 0;
};

struct PortState {
    std::string port;
    bool to_design, valid, ready;
    int64_t message, index;  // of the item it waits for; -1 where none is left
    size_t remaining;
};

struct Fault {
    std::string kind, port, due;  // due: the port of the item that message and index name
    int64_t message = -1, index = -1;
    uint64_t cycle = 0;
    uint32_t resets = 0;  // in mid-run, before it; what went before the first of them was right
    Bytes expected, known, got;
    std::vector<PortState> ports;
};

struct Stamps {
    int64_t first_input = -1, last_input = -1, first_output = -1, last_output = -1;
};

struct Outcome {
    bool ok = true;
    Fault fault;
    uint64_t cycles = 0, transfers = 0;
    double seconds = 0;
    std::vector<Stamps> messages;
};

// The bits of `bytes` that the port has.
Bytes width_mask(const Port& port);

// Throws std::runtime_error, saying what is wrong with the file.
Stimulus read_stimulus(const std::string& path, const Design& design);
void write_outcome(const std::string& path, const Outcome& outcome);
Outcome drive(const Design& design, const Stimulus& stimulus, const Options& options);

#endif
