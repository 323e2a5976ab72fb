// Runs the top `testbench` until nothing has moved for a while; the exit code is 0 when every expected item came and no other.
// Arguments: how often a port pauses (of 256; 0), cycles without a transfer that end the run while items are missing (1000000),
// resets in mid-run (0): behind a run that was right, so many are begun and broken off by a reset, and one more goes to its end,
// the cycles after which the next transfer is a run's last, and the processor seconds after which it ends (0: any number of both).
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "Vtestbench.h"
#include "verilated.h"

static const long AFTERWARDS = 2000;  // cycles in which an item too many would show

double sc_time_stamp() { return 0; }

static const long LOOK = 1 << 12;  // cycles between two looks at the time

static long most = 0, seconds = 0;
static bool cut = false;  // the last run was ended though items were missing

static bool clock_cycle(Vtestbench &top) {
    top.clk = 0;
    top.eval();
    bool moved = top.moved;
    top.clk = 1;
    top.eval();
    return moved;
}

static bool is_late() { return seconds && std::clock() / CLOCKS_PER_SEC >= seconds; }

static void reset(Vtestbench &top, int cycles) {
    top.rst = 1;
    for (int i = 0; i < cycles; i++) clock_cycle(top);
    top.rst = 0;
}

// Returns the cycles up to the last transfer; says so when it was long enough before all items came. What is to be WHOLE ends with an item.
static long run_to_the_end(Vtestbench &top, long patience, bool whole) {
    long cycles = 0, last = 0;
    cut = false;
    for (long still = 0; still < (top.done && AFTERWARDS < patience ? AFTERWARDS : patience); still++) {
        cycles++;
        const bool moved = clock_cycle(top), enough = (moved || !whole) && most && cycles >= most;
        if (moved) still = 0;
        if (moved) last = cycles;
        if ((cut = !top.done && (enough || (cycles % LOOK == 0 && is_late())))) break;
    }
    if (cut) std::printf("cut %ld %d\n", cycles, static_cast<int>(top.resets));
    return last;
}

// How many cycles a run has before it is broken off: up to `longest`, with as many moments between 10 and 100 as between 100 and 1,000.
static long moment(long longest) { return static_cast<long>(std::pow(longest + 1.0, (VL_RANDOM_I() >> 8) / 16777216.0)); }

// One cycle of reset must do.
static void begin_anew(Vtestbench &top) {
    top.resets = top.resets + 1;
    reset(top, 1);
}

// Every other run that is broken off has no pauses.
static void reset_in_mid_run(Vtestbench &top, int resets, long longest, long patience) {
    const int stall = top.stall;
    if (most && longest > most) longest = most;
    for (int number = 0; number < resets && !is_late(); number++) {
        begin_anew(top);
        top.stall = number % 2 ? 0 : stall;
        for (long left = moment(longest); left > 0 && !(left % LOOK == 0 && is_late()); left--) clock_cycle(top);
    }
    top.stall = stall;
    begin_anew(top);
    run_to_the_end(top, patience, false);
}

int main(int argc, char **argv) {
    VerilatedContext *context = Verilated::threadContextp();
    context->commandArgs(argc, argv);
    Vtestbench top;
    top.stall = argc > 1 ? std::atoi(argv[1]) : 0;
    const long patience = argc > 2 ? std::atol(argv[2]) : 1000000;
    const int resets = argc > 3 ? std::atoi(argv[3]) : 0;
    most = argc > 4 ? std::atol(argv[4]) : 0;
    seconds = argc > 5 ? std::atol(argv[5]) : 0;
    top.resets = 0;
    reset(top, 3);
    const long cycles = run_to_the_end(top, patience, true);
    if (resets && (top.done || cut) && !top.failed) reset_in_mid_run(top, resets, cycles, patience);
    const bool passed = (top.done || cut) && !top.failed;
    std::printf("%s\n", passed ? "PASS" : "FAIL");
    top.final();
    return passed ? 0 : 1;
}
