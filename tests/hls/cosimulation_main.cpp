// Runs the top `Designs` until nothing has moved for a while. Arguments: probability of a stall (of 256), cycles without movement that end the run.
#include <cstdlib>

#include "VDesigns.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

static bool clock_cycle(VDesigns &top) {
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
    VDesigns top;
    top.stall = std::atoi(argv[1]);
    const long patience = std::atol(argv[2]);
    top.rst = 1;
    for (int i = 0; i < 3; i++) clock_cycle(top);
    top.rst = 0;
    for (long still = 0; still < patience; still++) {
        if (clock_cycle(top)) still = 0;
    }
    top.final();
    return 0;
}
