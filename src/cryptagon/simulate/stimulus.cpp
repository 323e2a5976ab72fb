// The files of the testbench: the stimulus comes in as text, the outcome leaves as JSON.
//
//   messages N                          the number of messages
//   > PORT MESSAGE VALUE                an item to offer; VALUE is hexadecimal, most significant digit first
//   < PORT MESSAGE VALUE KNOWN          the next item to expect over all outputs; only the bits set in KNOWN are compared
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "engine.h"

namespace {

int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    throw std::runtime_error(std::string("not a hexadecimal digit: ") + c);
}

Bytes from_hex(const std::string& hex, const Port& port) {
    Bytes bytes(port.bytes, 0);
    if (hex.size() > 2 * port.bytes) throw std::runtime_error(std::string("a value is wider than port ") + port.name);
    for (size_t i = 0; i < hex.size(); i++) bytes[i / 2] |= digit(hex[hex.size() - 1 - i]) << (i % 2 ? 4 : 0);
    return bytes;
}

std::string to_hex(const Bytes& bytes) {
    static const char digits[] = "0123456789abcdef";
    std::string hex;
    for (size_t i = bytes.size(); i-- > 0;) hex += {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
    return hex;
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string state_json(const PortState& state) {
    std::ostringstream out;
    out << "{\"port\": " << quoted(state.port) << ", \"to_design\": " << (state.to_design ? "true" : "false")
        << ", \"valid\": " << (state.valid ? "true" : "false") << ", \"ready\": " << (state.ready ? "true" : "false")
        << ", \"message\": " << state.message << ", \"index\": " << state.index << ", \"remaining\": " << state.remaining << "}";
    return out.str();
}

std::string fault_json(const Fault& fault) {
    std::ostringstream out;
    out << "{\"kind\": " << quoted(fault.kind) << ", \"port\": " << quoted(fault.port) << ", \"due\": " << quoted(fault.due) << ", \"message\": " << fault.message
        << ", \"index\": " << fault.index << ", \"cycle\": " << fault.cycle << ", \"resets\": " << fault.resets << ", \"expected\": " << quoted(to_hex(fault.expected))
        << ", \"known\": " << quoted(to_hex(fault.known)) << ", \"got\": " << quoted(to_hex(fault.got)) << ", \"ports\": [";
    for (size_t i = 0; i < fault.ports.size(); i++) out << (i ? ", " : "") << state_json(fault.ports[i]);
    out << "]}";
    return out.str();
}

size_t find_port(const Design& design, const std::string& name) {
    for (size_t i = 0; i < design.ports.size(); i++) {
        if (name == design.ports[i].name) return i;
    }
    throw std::runtime_error("no port is called " + name);
}

}  // namespace

Bytes width_mask(const Port& port) {
    Bytes mask(port.bytes, 0);
    for (unsigned bit = 0; bit < port.width; bit++) mask[bit / 8] |= 1 << (bit % 8);
    return mask;
}

Stimulus read_stimulus(const std::string& path, const Design& design) {
    std::ifstream file(path);
    std::string word, port, value, known;
    Stimulus stimulus;
    stimulus.offers.resize(design.ports.size());
    if (!(file >> word >> stimulus.messages) || word != "messages") throw std::runtime_error("the stimulus does not begin with its number of messages");
    std::map<std::pair<size_t, uint32_t>, uint32_t> count;
    uint32_t message;
    while (file >> word >> port >> message >> value) {
        const size_t number = find_port(design, port);
        if (message >= stimulus.messages) throw std::runtime_error("a message is beyond the number of messages");
        Item item{message, count[{number, message}]++, from_hex(value, design.ports[number]), {}};
        if (word == ">") {
            stimulus.offers[number].push_back(item);
            continue;
        }
        if (!(file >> known)) throw std::runtime_error("the stimulus is cut short");
        item.known = from_hex(known, design.ports[number]);
        stimulus.outputs.push_back({number, item});
    }
    if (!file.eof()) throw std::runtime_error("a line of the stimulus cannot be read");
    return stimulus;
}

void write_outcome(const std::string& path, const Outcome& outcome) {
    std::ofstream out(path);
    out << "{\"ok\": " << (outcome.ok ? "true" : "false") << ", \"cycles\": " << outcome.cycles << ", \"transfers\": " << outcome.transfers
        << ", \"seconds\": " << outcome.seconds << ", \"fault\": " << (outcome.ok ? "null" : fault_json(outcome.fault)) << ", \"messages\": [";
    for (size_t i = 0; i < outcome.messages.size(); i++) {
        const Stamps& stamps = outcome.messages[i];
        out << (i ? ", " : "") << "[" << stamps.first_input << ", " << stamps.last_input << ", " << stamps.first_output << ", "
            << stamps.last_output << "]";
    }
    out << "]}\n";
    if (!out.flush()) throw std::runtime_error("the outcome could not be written to " + path);
}
