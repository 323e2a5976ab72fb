// timing CIRCUIT RESULT PERIOD_PS WATCHDOG EVERY WINDOW: sends the items of the circuit's streams through it at one clock period. Stops at the first wrong
// output, and when nothing has passed through any port for WATCHDOG cycles though answers are missing. Of every EVERY cycles the first WINDOW run with delays. The result is JSON; the exit code is 0 whether or not the outputs were right.
#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <iostream>

#include "circuit.h"
#include "simulator.h"

namespace {

constexpr int RESET_CYCLES = 4;
constexpr int QUIET_CYCLES = 64;  // after the last answer nothing more may come

std::string hex(const Bits& bits) {
    std::string digits;
    for (size_t low = (bits.size() + 3) / 4 * 4; low > 0; low -= 4) {
        int digit = 0;
        for (size_t bit = low - 4; bit < low && bit < bits.size(); bit++) digit |= bits[bit] << (bit - low + 4);
        digits += "0123456789abcdef"[digit];
    }
    return digits;
}

struct Fault {
    std::string kind, stream, expected, got;
    size_t item = 0;
};

class Bench {
  public:
    Bench(Circuit& circuit, uint64_t period, Sampling sampling)
        : circuit_(circuit), simulator_(circuit, period, sampling), at_(circuit.streams.size()) {}

    void run(uint64_t watchdog) {
        for (int cycle = 0; cycle < RESET_CYCLES; cycle++) {
            drive(true);
            simulator_.clock();
        }
        int quiet = 0;
        drive(false);
        while (fault_.kind.empty() && quiet < QUIET_CYCLES) {
            if (!answered() && simulator_.cycle() - last_transfer_ > watchdog) {
                fault_ = {"no answer", waiting(), "", "", 0};
                return;
            }
            // What passes at an edge is what the ports show before it.
            std::vector<bool> passes;
            for (const Stream& stream : circuit_.streams) passes.push_back(simulator_.port(stream.valid) && simulator_.port(stream.ready));
            for (size_t number = 0; number < passes.size(); number++)
                if (passes[number]) transfer(number);
            simulator_.clock();
            drive(false);
            quiet = answered() ? quiet + 1 : 0;
        }
    }

    void write(std::ostream& out, double seconds) const {
        const Lateness& lateness = simulator_.lateness();
        const Settling& settling = simulator_.settling();
        out << "{\"ok\": " << (fault_.kind.empty() ? "true" : "false") << ", \"cycles\": " << simulator_.cycle() << ", \"timed_cycles\": " << simulator_.timed_cycles()
            << ", \"longest_wait\": " << longest_wait_
            << ", \"events\": " << simulator_.events() << ", \"seconds\": " << seconds << ",\n \"fault\": {\"kind\": \"" << fault_.kind
            << "\", \"stream\": \"" << fault_.stream << "\", \"item\": " << fault_.item << ", \"expected\": \"" << fault_.expected
            << "\", \"got\": \"" << fault_.got << "\"},\n \"late_captures\": " << lateness.captures << ", \"late_cycle\": " << lateness.first_cycle
            << ", \"late_register\": " << lateness.first_register << ",\n \"settled\": " << (settling.settled ? "true" : "false")
            << ", \"latest_ps\": " << settling.latest_ps << ", \"latest_register\": " << settling.latest_register
            << ", \"hold_slack_ps\": " << settling.hold_slack_ps << "}\n";
    }

  private:
    void drive(bool reset) {
        simulator_.set_port(circuit_.reset, reset);
        for (size_t number = 0; number < circuit_.streams.size(); number++) {
            const Stream& stream = circuit_.streams[number];
            if (!stream.to_design) {
                simulator_.set_port(stream.ready, !reset);
                continue;
            }
            const bool valid = !reset && at_[number] < stream.items.size();
            simulator_.set_port(stream.valid, valid);
            for (size_t bit = 0; valid && bit < stream.data.size(); bit++)
                simulator_.set_port(stream.data[bit], stream.items[at_[number]].value[bit]);
        }
        simulator_.settle_ideal();
    }

    void transfer(size_t number) {
        const Stream& stream = circuit_.streams[number];
        const size_t item = at_[number]++;
        longest_wait_ = std::max(longest_wait_, simulator_.cycle() - last_transfer_);
        last_transfer_ = simulator_.cycle();
        if (stream.to_design) return;
        Bits got;
        for (uint32_t net : stream.data) got.push_back(simulator_.port(net));
        if (stream.feeds >= 0) {
            circuit_.streams.at(stream.feeds).items.push_back({got, {}});
            return;
        }
        if (item >= stream.items.size()) {
            fault_ = {"one answer too many", stream.name, "", hex(got), item};
            return;
        }
        const Item& expected = stream.items[item];
        for (size_t bit = 0; bit < got.size(); bit++)
            if (expected.known[bit] && got[bit] != expected.value[bit]) fault_ = {"wrong answer", stream.name, hex(expected.value), hex(got), item};
    }

    bool answered() const { return waiting().empty(); }

    std::string waiting() const {
        for (size_t number = 0; number < circuit_.streams.size(); number++)
            if (!circuit_.streams[number].to_design && at_[number] < circuit_.streams[number].items.size()) return circuit_.streams[number].name;
        return "";
    }

    Circuit& circuit_;  // what feeds an input becomes items of it
    Simulator simulator_;
    std::vector<size_t> at_;
    Fault fault_;
    uint64_t last_transfer_ = 0, longest_wait_ = 0;  // cycles
};

}  // namespace

int main(int count, char** arguments) try {
    if (count != 7) throw std::runtime_error("usage: timing CIRCUIT RESULT PERIOD_PS WATCHDOG EVERY WINDOW");
    std::ifstream input(arguments[1]);
    Circuit circuit = read_circuit(input);
    Bench bench(circuit, std::stoull(arguments[3]), {std::stoull(arguments[5]), std::stoull(arguments[6])});
    const auto start = std::chrono::steady_clock::now();
    bench.run(std::stoull(arguments[4]));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::ofstream result(arguments[2]);
    bench.write(result, seconds.count());
    return result.flush() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 1;
}
