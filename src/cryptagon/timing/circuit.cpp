// Lines of words, numbers decimal unless said:
//   nets COUNT
//   gate OUTPUT TABLE(hex) ARCS {NET WIRE CELL 0}
//   register OUTPUT CLOCK_TO_OUTPUT VALUE NET WIRE SETUP HOLD CONTROL CONTROL     (data, enable, reset)
//   ram GATE CONTROL {NET WIRE SETUP HOLD}x5                                      (enable, address, data)
//   CONTROL is "-" or: ACTIVE NET WIRE SETUP HOLD
//   reset NET
//   stream > or < NAME VALID READY BITS {NET}                                     (least significant first)
//   feeds OUTPUT INPUT                                                            (streams, counted from 0)
//   item STREAM VALUE(hex) KNOWN(hex)                                             (in order; STREAM counts from 0)
#include "circuit.h"

#include <sstream>
#include <stdexcept>

namespace {

Arc read_arc(std::istream& words) {
    Arc arc;
    words >> arc.net >> arc.wire_ps >> arc.cell_ps >> arc.hold_ps;
    return arc;
}

Control read_control(std::istream& words) {
    std::string active;
    words >> active;
    if (active == "-") return {};
    return {true, static_cast<uint8_t>(std::stoi(active)), read_arc(words)};
}

Bits read_bits(std::istream& words, size_t width) {
    std::string digits;
    words >> digits;
    Bits bits(width, 0);
    for (size_t bit = 0; bit < width && bit / 4 < digits.size(); bit++) {
        const char digit = digits[digits.size() - 1 - bit / 4];
        const int value = digit <= '9' ? digit - '0' : digit - 'a' + 10;
        bits[bit] = value >> bit % 4 & 1;
    }
    return bits;
}

Gate read_gate(std::istream& words) {
    Gate gate;
    size_t arcs = 0;
    words >> gate.output >> std::hex >> gate.table >> std::dec >> arcs;
    while (gate.arcs.size() < arcs) gate.arcs.push_back(read_arc(words));
    return gate;
}

Register read_register(std::istream& words) {
    Register found;
    int value = 0;
    words >> found.output >> found.clock_to_output_ps >> value;
    found.value = static_cast<uint8_t>(value);
    found.data = read_arc(words);
    found.enable = read_control(words);
    found.reset = read_control(words);
    return found;
}

RamBit read_ram(std::istream& words) {
    RamBit found;
    words >> found.gate;
    found.enable = read_control(words);
    for (Arc& arc : found.address) arc = read_arc(words);
    found.data = read_arc(words);
    return found;
}

Stream read_stream(std::istream& words) {
    Stream found;
    std::string direction;
    size_t bits = 0;
    words >> direction >> found.name >> found.valid >> found.ready >> bits;
    found.to_design = direction == ">";
    found.data.resize(bits);
    for (uint32_t& net : found.data) words >> net;
    return found;
}

void read_feeds(Circuit& circuit, std::istream& words) {
    size_t output = 0;
    words >> output;
    words >> circuit.streams.at(output).feeds;
}

void read_item(Circuit& circuit, std::istream& words) {
    size_t number = 0;
    words >> number;
    Stream& stream = circuit.streams.at(number);
    Bits value = read_bits(words, stream.data.size());
    stream.items.push_back({value, read_bits(words, stream.data.size())});
}

}  // namespace

Circuit read_circuit(std::istream& input) {
    Circuit circuit;
    for (std::string line; std::getline(input, line);) {
        std::istringstream words(line);
        std::string what;
        words >> what;
        if (what == "nets") words >> circuit.nets;
        else if (what == "reset") words >> circuit.reset;
        else if (what == "gate") circuit.gates.push_back(read_gate(words));
        else if (what == "register") circuit.registers.push_back(read_register(words));
        else if (what == "ram") circuit.rams.push_back(read_ram(words));
        else if (what == "stream") circuit.streams.push_back(read_stream(words));
        else if (what == "feeds") read_feeds(circuit, words);
        else if (what == "item") read_item(circuit, words);
        else throw std::runtime_error("no such line: " + line);
        if (words.fail()) throw std::runtime_error("a word is missing: " + line);
    }
    return circuit;
}
