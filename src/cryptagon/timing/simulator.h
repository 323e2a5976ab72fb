// The circuit in time. A wire delays what it carries; a gate's output changes its path's delay after the pin that moves it, and a pulse
// shorter than that is swallowed (inertial delay). A register takes what its pins held one setup time before the clock's edge.
// What begins or ends at a port takes no time, as static timing counts no such path.
// Of a long run only some cycles may be simulated so; in the others registers take at once what the gates settle to.
#pragma once
#include <cstdint>
#include <vector>

#include "circuit.h"
#include "queue.h"

struct Lateness {
    uint64_t captures = 0;           // registers that took another value than they should have
    uint64_t first_cycle = 0;        // of the first of them
    uint32_t first_register = 0;
};

// How long before the next edge everything was settled, over all cycles so far; of use where the clock is slow enough for it.
struct Settling {
    uint64_t latest_ps = 0;          // after an edge, setup time included: the least period at which no register takes a wrong value
    uint32_t latest_register = 0;    // RAM bits are counted on after the registers
    int64_t hold_slack_ps = INT64_MAX;
    bool settled = true;             // no event was left over at an edge
};

// Which cycles run with delays: the first `window` of every `every`.
struct Sampling {
    uint64_t every = 1, window = 1;
    bool timed(uint64_t cycle) const { return cycle % every < window; }
};

class Simulator {
  public:
    Simulator(const Circuit& circuit, uint64_t period_ps, Sampling sampling);

    void set_port(uint32_t net, uint8_t value);     // takes effect at once
    uint8_t port(uint32_t net) const { return ideal_[net]; }
    void settle_ideal();                            // after the last set_port of a cycle
    void clock();                                   // on to the next edge, and over it

    const Lateness& lateness() const { return lateness_; }
    const Settling& settling() const { return settling_; }
    uint64_t cycle() const { return cycle_; }
    uint64_t timed_cycles() const { return timed_cycles_; }
    uint64_t events() const { return events_; }

  private:
    enum class Owner : uint8_t { gate, register_, ram };
    enum Kind : uint32_t { arrival, gate_output, register_output };

    struct Pin {
        uint32_t owner;
        uint32_t delay;  // on the wire; and the setup time before a register
        uint32_t cell;   // the path through a gate
        int32_t hold;    // setup and hold time of a register, less than which after an edge nothing may arrive
        uint32_t stamp;
        Owner kind;
        uint8_t place;   // in the gate's table
        uint8_t value;
    };
    struct GateState {
        uint64_t table;
        uint32_t output;
        uint32_t stamp;
        uint8_t index;
        uint8_t target;
        bool pending;
    };
    struct RegisterState {
        uint32_t data, enable, reset;  // pins; 0 for none
        uint8_t value;                 // held
        uint8_t next;                  // to be taken at the next edge
        uint64_t changed;              // when `next` last changed
    };
    struct RamState {
        uint32_t enable, data, address;  // pins; that of the first of four address bits
        uint64_t changed;
    };

    // Of a gate, for settling: `count` nets from `first` of ideal_inputs_.
    struct Inputs {
        uint32_t first, count;
    };

    void connect();
    uint32_t add_pin(const Arc& arc, Owner kind, uint32_t owner, uint8_t place);
    void take_ideal();
    void clock_at_once();
    void run_until(uint64_t time);
    void take(const Event& event);
    void change(uint32_t net, uint8_t value);
    void change_at_once(uint32_t net, uint8_t value);
    void arrive(uint32_t pin, uint8_t value, bool at_once);
    void evaluate(uint32_t gate, uint32_t delay, bool at_once);
    void note_arrival(const Pin& pin, bool at_once);
    uint8_t next_value(const Register& circuit, const RegisterState& state) const;
    uint8_t ideal_next(const Register& circuit, uint8_t held) const;
    void capture();
    void write_rams();
    uint64_t ideal_table(const RamBit& circuit) const;
    void late(uint32_t number);
    void note_settling(uint64_t changed, uint32_t number);

    const Circuit& circuit_;
    const uint64_t period_;
    const Sampling sampling_;
    uint64_t now_ = 0, edge_ = 0, cycle_ = 0, timed_cycles_ = 0, events_ = 0;
    Queue queue_;
    std::vector<Pin> pins_;                      // number 0 stands for none
    std::vector<uint32_t> fanout_, fanout_start_;  // pins by net
    std::vector<GateState> gates_;
    std::vector<Inputs> inputs_;                 // by gate
    std::vector<uint32_t> ideal_inputs_;
    std::vector<RegisterState> registers_;
    std::vector<RamState> rams_;
    std::vector<uint8_t> nets_;                  // in time
    std::vector<uint8_t> ideal_;                 // settled, for the values that the registers hold
    std::vector<std::pair<uint32_t, uint8_t>> at_once_;
    Lateness lateness_;
    Settling settling_;
};
