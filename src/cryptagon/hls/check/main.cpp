// Runs the top `testbench` until nothing has moved for a while; the exit code is 0 when every expected item came and no other.
// Arguments: how often a port pauses (of 256; 0), cycles without a transfer that end the run while items are missing (1000000).
#include <cstdio>
#include <cstdlib>

#include "Vtestbench.h"
#include "verilated.h"

static const long AFTERWARDS = 2000;  // cycles in which an item too many would show

double sc_time_stamp() { return 0; }

static bool clock_cycle(Vtestbench &top) {
    top.clk = 0;
    top.eval();
    bool moved = top.moved;
    top.clk = 1;
    top.eval();
    return moved;
}

int main(int argc, char **argv) {
    VerilatedContext *context = Verilated::threadContextp();
    context->commandArgs(argc, argv);
    Vtestbench top;
    top.stall = argc > 1 ? std::atoi(argv[1]) : 0;
    const long patience = argc > 2 ? std::atol(argv[2]) : 1000000;
    top.rst = 1;
    for (int i = 0; i < 3; i++) clock_cycle(top);
    top.rst = 0;
    for (long still = 0; still < (top.done && AFTERWARDS < patience ? AFTERWARDS : patience); still++) {
        if (clock_cycle(top)) still = 0;
    }
    const bool passed = top.done && !top.failed;
    if (!top.done) std::printf("missing: an expected item did not come\n");
    std::printf("%s\n", passed ? "PASS" : "FAIL");
    top.final();
    return passed ? 0 : 1;
}
