// Time, the two clocks, the memory, and the processor's accesses to the registers.
#ifndef CRYPTAGON_MACHINE_H
#define CRYPTAGON_MACHINE_H

#include <memory>

#include "board.h"
#include "clock.h"
#include "memory.h"

struct Settings {
    double bus_mhz = 100, core_mhz = 100;
    uint64_t seed = 1;
    uint32_t access = 20;  // bus cycles of an access to a register beside those on the bus itself, half of them before it
    uint64_t watchdog = 20000;
    Timing timing;
};

// Cycles of the unit's clock at which items moved, counted from the reset; 0 for none.
struct Moves {
    uint64_t first_in = 0, last_out = 0;
};

class Machine {
public:
    Machine(const Board& board, Storage& storage, const Settings& settings);

    // To the next rising edge of the bus clock. Throws std::runtime_error where the protocol is broken.
    void bus_cycle();
    // As the processor does them: in order, one at a time. Throw std::runtime_error for an answer that is an error.
    void write(uint32_t address, uint32_t value);
    uint32_t read(uint32_t address);

    uint64_t bus_cycles() const { return bus_.cycles(); }
    uint64_t idle_cycles() const { return bus_.cycles() - moved_; }  // of the bus, since an item moved at the unit
    const Moves& moves() const { return moves_; }
    void count_anew();  // the moves

private:
    void reset();
    void step();
    void idle(uint32_t cycles);
    void wait_for(const uint8_t* valid, const char* what, uint32_t address);

    Board board_;
    Settings settings_;
    Clock bus_, core_;
    std::vector<std::unique_ptr<ReadMemory>> readers_;
    std::vector<std::unique_ptr<WriteMemory>> writers_;
    bool bus_rose_ = false;
    bool aw_taken_ = false, w_taken_ = false, ar_taken_ = false;
    uint64_t moved_ = 0;
    Moves moves_;
};

#endif
