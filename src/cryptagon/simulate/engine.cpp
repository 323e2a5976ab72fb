#include "engine.h"
#include "stalls.h"

#include <chrono>
#include <cmath>
#include <cstring>
#include <deque>

namespace {

constexpr uint64_t RESET_CYCLES = 4;
constexpr uint64_t DRAIN_CYCLES = 1200;  // after the last answer, in which nothing more may come
constexpr uint64_t PERIOD = 10;

struct Side {
    const Port* port;
    size_t number;
    Stall stall;
    Pause pause;
    Random noise;         // what an idle input shows
    Bytes mask;           // the bits that the port has
    size_t next = 0;      // item to offer, for inputs
    bool offered = false;
    std::deque<Bytes> fifo;  // what the design has given, and takes again
    Bytes last;           // the inverse of the item that an input gave last
    bool idle_before = false;
    Bytes idle;           // on the data wires of an input while it offers nothing
    bool waiting = false; // an output that was valid and not ready in the cycle before
    Bytes before;         // its data then
    Bytes probed;         // its data while no output was ready
    bool probed_valid = false;
};

class Engine {
public:
    Engine(const Design& design, const Stimulus& stimulus, const Options& options) : design_(design), stimulus_(stimulus), options_(options) {
        for (size_t i = 0; i < design.ports.size(); i++) {
            const Port& port = design.ports[i];
            (port.to_design ? inputs_ : outputs_).push_back(side_of(port, i));
        }
        for (Side& side : inputs_) if (!strcmp(side.port->name, "key")) key_ = &side;
    }

    Outcome run() {
        const auto start = std::chrono::steady_clock::now();
        begin(RESET_CYCLES);
        const uint64_t cycles = run_to_the_end();
        if (options_.resets && outcome_.ok) reset_in_mid_run(cycles);
        if (wave_) design_.close_waveform();
        outcome_.cycles = now_;
        outcome_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return outcome_;
    }

private:
    const std::vector<Item>& offers(const Side& side) const { return stimulus_.offers[side.number]; }
    bool exhausted(const Side& side) const { return side.next == offers(side).size(); }
    bool all_answered() const { return answered_ == stimulus_.outputs.size(); }

    bool done() const {
        for (const Side& side : inputs_) if (!exhausted(side)) return false;
        return all_answered();
    }

    Side side_of(const Port& port, size_t number) const {
        const double probability = port.to_design ? options_.input_stall : options_.output_stall;
        const auto pauses = options_.pauses.find(port.name);
        const uint64_t seed = options_.seed * 64 + number;
        return Side{.port = &port,
                    .number = number,
                    .stall = Stall(probability, options_.burst, seed),
                    .pause = Pause(pauses == options_.pauses.end() ? std::vector<uint32_t>{} : pauses->second, ~seed),
                    .noise = Random(seed ^ 0x5555555555555555ULL),
                    .mask = width_mask(port),
                    .last = Bytes(port.bytes, 0),
                    .idle = Bytes(port.bytes, 0)};
    }

    void begin(uint64_t reset_cycles) {
        rewind();
        *design_.rst = 1;
        for (uint64_t i = 0; i < reset_cycles; i++) {
            settle();
            rise();
        }
        *design_.rst = 0;
    }

    // One cycle of reset must do, whatever is offered and taken in it: that is no transfer. `held`: nothing is taken in it.
    void begin_anew(bool held) {
        resets_++;
        *design_.rst = 1;
        drive_inputs();
        drive_outputs();
        for (Side& side : outputs_) *side.port->ready = *side.port->ready && !held;
        settle();
        rise();
        *design_.rst = 0;
        rewind();
    }

    // Takes the messages from the first one on.
    void rewind() {
        for (Side& side : inputs_) {
            side.next = 0;
            side.fifo.clear();
            side.offered = false;
            side.pause.draw();
            *side.port->valid = 0;
        }
        for (Side& side : outputs_) {
            side.waiting = false;
            side.pause.draw();
            *side.port->ready = 0;
        }
        outcome_.messages.assign(stimulus_.messages, Stamps());
        answered_ = 0;
        updating_ = updating_before_ = false;
        quiet_ = 0;
        if (design_.key_update) *design_.key_update = 0;
    }

    // The cycles until all is answered; then nothing more may come.
    uint64_t run_to_the_end() {
        const uint64_t start = now_;
        uint64_t left = DRAIN_CYCLES;
        while (outcome_.ok && left) {
            cycle();
            if (done()) left--;
        }
        for (const Side& side : inputs_) if (!side.fifo.empty()) fail("something is left in the FIFO", side);
        return now_ - start - (DRAIN_CYCLES - left);
    }

    // Behind a run that was right, so that what is wrong now is so for the reset: runs that a reset breaks off in the middle of whatever the
    // design is at, up to `longest` cycles long, every second one when an output waits next; and one to the end.
    void reset_in_mid_run(uint64_t longest) {
        begin_anew(false);
        for (uint32_t i = 0; i < options_.resets && outcome_.ok; i++) {
            const bool held = i % 2;
            for (uint64_t left = moment(longest); left && outcome_.ok; left--) cycle();
            while (held && outcome_.ok && !an_output_waits() && !done()) cycle();
            if (outcome_.ok) begin_anew(held);
        }
        if (outcome_.ok) run_to_the_end();
    }

    bool an_output_waits() const {
        for (const Side& side : outputs_) if (side.waiting) return true;
        return false;
    }

    // From 1 to `longest`, with as many moments between 10 and 100 as between 100 and 1,000.
    uint64_t moment(uint64_t longest) { return static_cast<uint64_t>(std::pow(longest + 1.0, moments_.fraction())); }

    void settle() {
        *design_.clk = 0;
        design_.eval();
    }

    void rise() {
        if (!options_.waveform.empty() && now_ >= options_.waveform_from) {
            if (!wave_) design_.open_waveform(options_.waveform.c_str());
            wave_ = true;
            design_.dump_waveform(now_ * PERIOD);
        }
        *design_.clk = 1;
        design_.eval();
        if (wave_) design_.dump_waveform(now_ * PERIOD + PERIOD / 2);
        now_++;
    }

    void cycle() {
        // The last cycles before a hang is called are free of stalls, so that what is reported is the design's doing.
        calm_ = done() || quiet_ + 2 >= options_.watchdog;
        drive_inputs();
        if (options_.probe) probe_outputs();
        drive_outputs();
        settle();
        transferred_ = false;
        for (Side& side : outputs_) check_protocol(side);
        for (Side& side : outputs_) take_output(side);
        for (Side& side : inputs_) take_input(side);
        for (Side& side : inputs_) clear_fifo(side);
        if (!transferred_ && !done() && ++quiet_ >= options_.watchdog) hang();
        if (transferred_) quiet_ = 0;
        rise();
    }

    void drive_inputs() {
        drive_key_update();
        for (Side& side : inputs_) drive_input(side);
    }

    void drive_outputs() {
        for (Side& side : outputs_) *side.port->ready = (calm_ || (!side.stall() && !side.pause.pausing())) && has_room(side);
    }

    // The message that the primary input is at, or the one after the last.
    uint32_t current_message() const {
        for (const Side& side : inputs_) {
            if (side.port->primary) return exhausted(side) ? stimulus_.messages : offers(side)[side.next].message;
        }
        return stimulus_.messages;
    }

    bool key_pending() const { return key_ && !exhausted(*key_) && offers(*key_)[key_->next].message <= current_message(); }

    // key_update rises a cycle or more before the first block of its message, and stays until the key is taken.
    void drive_key_update() {
        if (!design_.key_update) return;
        updating_before_ = updating_;
        const bool may = key_pending() && may_begin(current_message());
        updating_ = may && (updating_ || calm_ || may_move(*key_));
        if (updating_ && !updating_before_) key_->pause.draw();  // one pause before key_update, another one before the key
        *design_.key_update = updating_;
    }

    bool may_begin(uint32_t message) const {
        return !options_.isolate || all_answered() || stimulus_.outputs[answered_].item.message >= message;
    }

    // Under stalls every other key is held back until its message is there, so that a block may be offered before its key is.
    bool comes_late(uint32_t message) const {
        return (options_.input_stall > 0 || !options_.pauses.empty()) && (options_.seed + message) % 2;
    }

    // Whether neither a stall nor a pause holds an input back in this cycle; counts the cycle.
    static bool may_move(Side& side) {
        const bool stalled = side.stall();
        return !side.pause() && !stalled;
    }

    bool may_offer(const Side& side) const {
        if (side.port->fed_by >= 0) return !side.fifo.empty();
        if (exhausted(side)) return false;
        const uint32_t message = offers(side)[side.next].message;
        if (!may_begin(message)) return false;
        if (!side.port->primary && comes_late(message) && current_message() < message) return false;
        const bool needs_key = design_.key_update && side.port->primary && key_pending();
        return !needs_key || (updating_ && updating_before_);
    }

    const Bytes& current(const Side& side) const { return side.port->fed_by >= 0 ? side.fifo.front() : offers(side)[side.next].value; }

    // The input on which the items of an output come back.
    Side* fed_from(const Side& side) {
        for (Side& input : inputs_) if (input.port->fed_by == static_cast<int>(side.number)) return &input;
        return nullptr;
    }

    bool has_room(const Side& side) {
        const Side* fed = fed_from(side);
        return !fed || fed->fifo.size() < fed->port->depth;
    }

    // With the items in the FIFO goes the one that still waits to enter it.
    void clear_fifo(Side& side) {
        if (!side.port->clear || !*side.port->clear) return;
        side.fifo.clear();
        side.offered = false;
        for (Side& output : outputs_) {
            if (static_cast<int>(output.number) == side.port->fed_by) output.waiting = false;
        }
    }

    void drive_input(Side& side) {
        if (!side.offered) side.offered = may_offer(side) && (calm_ || may_move(side));
        if (!side.offered) disguise(side);
        const Bytes& data = side.offered ? current(side) : side.idle;
        *side.port->valid = side.offered;
        memcpy(side.port->data, data.data(), data.size());
    }

    // An idle input shows the inverse of its last item in one cycle and noise in the next, so that nothing can be made of it.
    static void disguise(Side& side) {
        side.idle_before = !side.idle_before;
        for (size_t i = 0; i < side.idle.size(); i++) side.idle[i] = (side.idle_before ? side.last[i] : side.noise.byte()) & side.mask[i];
    }

    static void keep_data(const Side& side, Bytes& copy) {
        const uint8_t* data = static_cast<const uint8_t*>(side.port->data);
        copy.assign(data, data + side.port->bytes);
    }

    static bool differs(const Side& side, const Bytes& copy) { return memcmp(side.port->data, copy.data(), copy.size()) != 0; }

    static bool wrong(const Side& side, const Item& item) {
        const uint8_t* got = static_cast<const uint8_t*>(side.port->data);
        for (size_t i = 0; i < item.value.size(); i++) {
            if ((got[i] ^ item.value[i]) & item.known[i]) return true;
        }
        return false;
    }

    void probe_outputs() {
        for (Side& side : outputs_) *side.port->ready = 0;
        settle();
        for (Side& side : outputs_) {
            side.probed_valid = *side.port->valid;
            if (side.probed_valid) keep_data(side, side.probed);
        }
    }

    void check_protocol(Side& side) {
        const bool valid = *side.port->valid;
        if (options_.probe && valid != side.probed_valid) fail("valid depends on ready", side);
        if (options_.probe && valid && side.probed_valid && differs(side, side.probed)) fail("data depends on ready", side, side.probed);
        if (side.waiting && !valid) fail("valid was dropped before the transfer", side, side.before);
        if (side.waiting && valid && differs(side, side.before)) fail("data changed before the transfer", side, side.before);
        side.waiting = valid && !*side.port->ready;
        if (side.waiting) keep_data(side, side.before);
        if (side.waiting) side.pause();
    }

    void take_output(Side& side) {
        if (!*side.port->valid || !*side.port->ready || !outcome_.ok) return;
        transferred_ = true;
        side.pause.draw();
        outcome_.transfers++;
        if (Side* fed = fed_from(side)) {
            keep_data(side, fed->fifo.emplace_back());
            return;
        }
        if (all_answered() || stimulus_.outputs[answered_].port != side.number) return fail("unexpected output", side);
        const Item& item = stimulus_.outputs[answered_].item;
        if (!begun(item.message)) return fail("output before its message", side);
        if (wrong(side, item)) return fail("wrong output", side);
        Stamps& stamps = outcome_.messages[item.message];
        if (stamps.first_output < 0) stamps.first_output = now_;
        stamps.last_output = now_;
        answered_++;
    }

    // Whether something of the message has gone in; in the cycle itself counts.
    bool begun(uint32_t message) const {
        if (outcome_.messages[message].first_input >= 0) return true;
        for (const Side& side : inputs_) {
            if (side.port->primary && side.offered && *side.port->ready && offers(side)[side.next].message == message) return true;
        }
        return false;
    }

    void take_input(Side& side) {
        if (!side.offered || !*side.port->ready || !outcome_.ok) return;
        if (&side == key_ && design_.key_update && !updating_) return fail("key taken while key_update is 0", side);
        transferred_ = true;
        outcome_.transfers++;
        side.last = current(side);
        for (uint8_t& byte : side.last) byte = ~byte;
        side.idle_before = false;
        side.pause.draw();
        side.offered = false;
        if (side.port->fed_by >= 0) return side.fifo.pop_front();
        const Item& item = offers(side)[side.next++];
        if (!side.port->primary) return;
        Stamps& stamps = outcome_.messages[item.message];
        if (stamps.first_input < 0) stamps.first_input = now_;
        stamps.last_input = now_;
    }

    void fail(const char* kind, const Side& side, const Bytes& held = {}) {
        if (!outcome_.ok) return;
        outcome_.ok = false;
        Fault& fault = outcome_.fault;
        fault.kind = kind;
        fault.port = side.port->name;
        fault.cycle = now_;
        fault.resets = resets_;
        keep_data(side, fault.got);
        fault.expected = held;
        locate(fault, side);
    }

    void locate(Fault& fault, const Side& side) {
        if (side.port->to_design ? exhausted(side) : all_answered()) return;
        const Item* item = side.port->to_design ? &offers(side)[side.next] : &stimulus_.outputs[answered_].item;
        fault.due = side.port->to_design ? side.port->name : design_.ports[stimulus_.outputs[answered_].port].name;
        fault.message = item->message;
        fault.index = item->index;
        if (fault.kind != "wrong output") return;
        fault.expected = item->value;
        fault.known = item->known;
    }

    void hang() {
        if (!outcome_.ok) return;
        outcome_.ok = false;
        Fault& fault = outcome_.fault;
        fault.kind = "hang";
        fault.cycle = now_;
        fault.resets = resets_;
        if (!all_answered()) fault.message = stimulus_.outputs[answered_].item.message;
        for (const Side& side : inputs_) fault.ports.push_back(input_state(side));
        for (const Side& side : outputs_) fault.ports.push_back(output_state(side));
    }

    PortState input_state(const Side& side) const {
        PortState state{side.port->name, true, *side.port->valid != 0, *side.port->ready != 0, -1, -1, offers(side).size() - side.next};
        if (!exhausted(side)) {
            state.message = offers(side)[side.next].message;
            state.index = offers(side)[side.next].index;
        }
        return state;
    }

    PortState output_state(const Side& side) const {
        PortState state{side.port->name, false, *side.port->valid != 0, *side.port->ready != 0, -1, -1, 0};
        for (size_t i = answered_; i < stimulus_.outputs.size(); i++) {
            if (stimulus_.outputs[i].port != side.number) continue;
            if (!state.remaining++) {
                state.message = stimulus_.outputs[i].item.message;
                state.index = stimulus_.outputs[i].item.index;
            }
        }
        return state;
    }

    const Design& design_;
    const Stimulus& stimulus_;
    const Options& options_;
    std::vector<Side> inputs_, outputs_;
    Side* key_ = nullptr;
    Outcome outcome_;
    Random moments_{options_.seed};  // how far each run goes that a reset breaks off
    uint32_t resets_ = 0;            // so far, but for the first one
    uint64_t now_ = 0, quiet_ = 0;
    size_t answered_ = 0;
    bool updating_ = false, updating_before_ = false, calm_ = false, transferred_ = false, wave_ = false;
};

}  // namespace

Outcome drive(const Design& design, const Stimulus& stimulus, const Options& options) { return Engine(design, stimulus, options).run(); }
