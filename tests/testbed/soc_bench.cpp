// The system of a ULX3S under two clocks: soc_bench BUS_MHZ CORE_MHZ MOST_CYCLES. It prints what comes on the serial line, whose bits take
// four cycles of the bus clock, until a line that begins with "testbed: end"; 1 where that does not come in time.
#include <verilated.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vtestbed.h"
#include "clock.h"

namespace {

constexpr int BIT = 4, RESET_CYCLES = 64;

// Takes the line once in each cycle of the bus clock.
class Serial {
public:
    // True where a byte is there.
    bool take(bool level) {
        if (!receiving_) {
            receiving_ = !level;
            cycle_ = 0;
            return false;
        }
        cycle_++;
        const int bit = cycle_ / BIT;
        if (cycle_ % BIT == BIT / 2 && bit >= 1 && bit <= 8) byte_ = byte_ >> 1 | (level ? 0x80 : 0);
        if (cycle_ % BIT == BIT / 2 && bit == 9) receiving_ = false;
        return !receiving_;
    }
    char byte() const { return char(byte_); }

private:
    bool receiving_ = false;
    int cycle_ = 0;
    uint8_t byte_ = 0;
};

bool run(VerilatedContext& context, Vtestbed& top, Clock& bus, Clock& core, uint64_t most) {
    Serial serial;
    std::string line;
    top.rst = 1;
    top.button = 1;
    while (bus.cycles() < most) {
        const uint64_t now = std::min(bus.next(), core.next());
        const bool bus_edge = bus.next() == now, core_edge = core.next() == now;
        const bool bus_rose = bus_edge && bus.pass();
        if (core_edge) core.pass();
        if (bus_rose && bus.cycles() == RESET_CYCLES) top.rst = 0;
        if (bus_rose && !top.rst && serial.take(top.line)) {
            line += serial.byte();
            if (serial.byte() == '\n') {
                fputs(line.c_str(), stdout);
                if (line.rfind("testbed: end", 0) == 0) return true;
                line.clear();
            }
        }
        context.time(now);
        top.bus_clk = bus.level();
        top.core_clk = core.level();
        top.eval();
    }
    printf("%s\nno end in %llu cycles\n", line.c_str(), (unsigned long long)most);
    return false;
}

}  // namespace

int main(int, char** argv) {
    VerilatedContext context;
    context.randReset(2);
    Vtestbed top{&context, "testbed"};
    Clock bus(atof(argv[1]), 1), core(atof(argv[2]), 2);
    return run(context, top, bus, core, strtoull(argv[3], nullptr, 10)) ? 0 : 1;
}
