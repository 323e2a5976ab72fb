#include "simulator.h"

#include <algorithm>

Simulator::Simulator(const Circuit& circuit, uint64_t period_ps, Sampling sampling)
    : circuit_(circuit), period_(period_ps), sampling_(sampling), pins_(1), nets_(circuit.nets), ideal_(circuit.nets) {
    connect();
    settle_ideal();
    take_ideal();
}

uint32_t Simulator::add_pin(const Arc& arc, Owner kind, uint32_t owner, uint8_t place) {
    const bool gate = kind == Owner::gate;
    const uint32_t delay = arc.wire_ps + (gate ? 0 : arc.cell_ps);
    pins_.push_back({owner, delay, gate ? arc.cell_ps : 0, static_cast<int32_t>(arc.cell_ps + arc.hold_ps), 0, kind, place, 0});
    fanout_.push_back(arc.net);  // for now the net, pin by pin
    return static_cast<uint32_t>(pins_.size() - 1);
}

void Simulator::connect() {
    for (uint32_t g = 0; g < circuit_.gates.size(); g++) {
        const Gate& gate = circuit_.gates[g];
        gates_.push_back({gate.table, gate.output, 0, 0, 0, false});
        inputs_.push_back({static_cast<uint32_t>(ideal_inputs_.size()), static_cast<uint32_t>(gate.arcs.size())});
        for (const Arc& arc : gate.arcs) ideal_inputs_.push_back(arc.net);
        for (uint8_t place = 0; place < gate.arcs.size(); place++) add_pin(gate.arcs[place], Owner::gate, g, place);
    }
    for (uint32_t r = 0; r < circuit_.registers.size(); r++) {
        const Register& found = circuit_.registers[r];
        auto control = [&](const Control& one) { return one.present ? add_pin(one.arc, Owner::register_, r, 0) : 0; };
        const uint32_t data = add_pin(found.data, Owner::register_, r, 0);
        const uint32_t enable = control(found.enable);
        registers_.push_back({data, enable, control(found.reset), found.value, found.value, 0});
    }
    for (uint32_t r = 0; r < circuit_.rams.size(); r++) {
        const RamBit& found = circuit_.rams[r];
        const uint32_t enable = found.enable.present ? add_pin(found.enable.arc, Owner::ram, r, 0) : 0;
        const uint32_t data = add_pin(found.data, Owner::ram, r, 0);
        const auto address = static_cast<uint32_t>(pins_.size());
        for (const Arc& arc : found.address) add_pin(arc, Owner::ram, r, 0);
        rams_.push_back({enable, data, address, 0});
    }
    const std::vector<uint32_t> net_of = std::move(fanout_);
    fanout_start_.assign(circuit_.nets + 1, 0);
    for (uint32_t net : net_of) fanout_start_[net + 1]++;
    for (uint32_t net = 0; net < circuit_.nets; net++) fanout_start_[net + 1] += fanout_start_[net];
    fanout_.resize(net_of.size());
    std::vector<uint32_t> place(fanout_start_.begin(), fanout_start_.end() - 1);
    for (uint32_t pin = 1; pin < pins_.size(); pin++) fanout_[place[net_of[pin - 1]]++] = pin;
}

// Everything settled, as after the configuration of the device or before a window.
void Simulator::take_ideal() {
    queue_.clear();
    nets_ = ideal_;
    for (GateState& gate : gates_) {
        gate.index = 0;
        gate.pending = false;
    }
    for (uint32_t net = 0; net < circuit_.nets; net++)
        for (uint32_t place = fanout_start_[net]; place < fanout_start_[net + 1]; place++) {
            Pin& pin = pins_[fanout_[place]];
            pin.value = nets_[net];
            if (pin.kind == Owner::gate) gates_[pin.owner].index |= pin.value << pin.place;
        }
    for (GateState& gate : gates_) gate.target = gate.table >> gate.index & 1;
    for (uint32_t r = 0; r < registers_.size(); r++) registers_[r].next = next_value(circuit_.registers[r], registers_[r]);
}

void Simulator::settle_ideal() {
    for (uint32_t r = 0; r < registers_.size(); r++) ideal_[circuit_.registers[r].output] = registers_[r].value;
    for (uint32_t g = 0; g < gates_.size(); g++) {
        const uint32_t* nets = ideal_inputs_.data() + inputs_[g].first;
        uint32_t index = 0;
        for (uint32_t place = 0; place < inputs_[g].count; place++) index |= ideal_[nets[place]] << place;
        ideal_[gates_[g].output] = gates_[g].table >> index & 1;
    }
}

void Simulator::set_port(uint32_t net, uint8_t value) {
    ideal_[net] = value;
    if (sampling_.timed(cycle_) && nets_[net] != value) change_at_once(net, value);
}

// What a port moves, and all that follows from it, before anything else.
void Simulator::change_at_once(uint32_t net, uint8_t value) {
    at_once_.push_back({net, value});
    for (size_t next = 0; next < at_once_.size(); next++) {
        const auto [changed, to] = at_once_[next];
        nets_[changed] = to;
        for (uint32_t place = fanout_start_[changed]; place < fanout_start_[changed + 1]; place++) {
            pins_[fanout_[place]].stamp++;  // what is still on the wire is overtaken
            arrive(fanout_[place], to, true);
        }
    }
    at_once_.clear();
}

void Simulator::change(uint32_t net, uint8_t value) {
    nets_[net] = value;
    for (uint32_t place = fanout_start_[net]; place < fanout_start_[net + 1]; place++) {
        const Pin& pin = pins_[fanout_[place]];
        queue_.push(now_, pin.delay, fanout_[place] << 2 | arrival, pin.stamp << 1 | value);
    }
}

void Simulator::arrive(uint32_t number, uint8_t value, bool at_once) {
    Pin& pin = pins_[number];
    if (pin.value == value) return;
    pin.value = value;
    if (pin.kind == Owner::gate) {
        gates_[pin.owner].index ^= 1 << pin.place;
        evaluate(pin.owner, pin.cell, at_once);
        return;
    }
    note_arrival(pin, at_once);
    if (pin.kind == Owner::ram) {
        RamState& ram = rams_[pin.owner];
        const bool writes = !ram.enable || pins_[ram.enable].value == circuit_.rams[pin.owner].enable.active;
        if (writes || number == ram.enable) ram.changed = now_;
        return;
    }
    RegisterState& state = registers_[pin.owner];
    const uint8_t next = next_value(circuit_.registers[pin.owner], state);
    if (next != state.next) state.changed = now_;
    state.next = next;
}

void Simulator::note_arrival(const Pin& pin, bool at_once) {
    if (at_once) return;
    settling_.hold_slack_ps = std::min(settling_.hold_slack_ps, static_cast<int64_t>(now_ - edge_) - pin.hold);
}

void Simulator::evaluate(uint32_t number, uint32_t delay, bool at_once) {
    GateState& gate = gates_[number];
    const uint8_t value = gate.table >> gate.index & 1;
    if (value == gate.target) return;
    gate.target = value;
    if (gate.pending) {  // back to what the output is: the pulse was too short
        gate.pending = false;
        gate.stamp++;
    } else if (at_once) {
        at_once_.push_back({gate.output, value});
    } else {
        gate.pending = true;
        queue_.push(now_, delay, number << 2 | gate_output, gate.stamp << 1 | value);
    }
}

void Simulator::take(const Event& event) {
    const uint32_t number = event.what >> 2;
    const uint8_t value = event.stamp & 1;
    events_++;
    switch (event.what & 3) {
        case arrival:
            if ((pins_[number].stamp << 1 | value) == event.stamp) arrive(number, value, false);
            break;
        case gate_output: {
            GateState& gate = gates_[number];
            if ((gate.stamp << 1 | value) != event.stamp) break;
            gate.pending = false;
            gate.stamp++;
            change(gate.output, value);
            break;
        }
        default:
            change(circuit_.registers[number].output, value);
    }
}

void Simulator::run_until(uint64_t time) {
    while ((now_ = queue_.next_time(now_, time + 1)) <= time)
        while (queue_.has(now_)) take(queue_.pop(now_));
    now_ = time;
}

uint8_t Simulator::next_value(const Register& circuit, const RegisterState& state) const {
    if (state.reset && pins_[state.reset].value == circuit.reset.active) return circuit.value;
    if (state.enable && pins_[state.enable].value != circuit.enable.active) return state.value;
    return pins_[state.data].value;
}

uint8_t Simulator::ideal_next(const Register& circuit, uint8_t held) const {
    if (circuit.reset.present && ideal_[circuit.reset.arc.net] == circuit.reset.active) return circuit.value;
    if (circuit.enable.present && ideal_[circuit.enable.arc.net] != circuit.enable.active) return held;
    return ideal_[circuit.data.net];
}

void Simulator::clock() {
    const bool timed = sampling_.timed(cycle_), next = sampling_.timed(cycle_ + 1);
    if (timed) {
        run_until(edge_ + period_);
        if (!queue_.empty()) settling_.settled = false;
        timed_cycles_++;
    } else if (next) {  // a window begins with its first edge: before that, everything is settled
        now_ = edge_ + period_;
        take_ideal();
    }
    if (timed || next) {
        write_rams();
        capture();
    } else {
        clock_at_once();
    }
    edge_ += period_;
    cycle_++;
}

// An edge at which every register and every bit of RAM takes what is right.
void Simulator::clock_at_once() {
    for (const RamBit& circuit : circuit_.rams) gates_[circuit.gate].table = ideal_table(circuit);
    for (uint32_t r = 0; r < registers_.size(); r++) registers_[r].value = ideal_next(circuit_.registers[r], registers_[r].value);
}

void Simulator::capture() {
    for (uint32_t r = 0; r < registers_.size(); r++) {
        const Register& circuit = circuit_.registers[r];
        RegisterState& state = registers_[r];
        note_settling(state.changed, r);
        if (state.next != ideal_next(circuit, state.value)) late(r);
        if (state.next == state.value) continue;
        state.value = state.next;
        queue_.push(now_, circuit.clock_to_output_ps, r << 2 | register_output, state.value);
    }
    // A register that holds its value now holds the new one.
    for (uint32_t r = 0; r < registers_.size(); r++) registers_[r].next = next_value(circuit_.registers[r], registers_[r]);
}

namespace {

// The table of a bit of RAM with `data` written at its address.
template <typename Bit>
uint64_t written(uint64_t before, bool enabled, Bit address_bit, uint8_t data) {
    if (!enabled) return before;
    uint32_t address = 0;
    for (uint32_t bit = 0; bit < 4; bit++) address |= address_bit(bit) << bit;
    return (before & ~(uint64_t{1} << address)) | uint64_t{data} << address;
}

}  // namespace

uint64_t Simulator::ideal_table(const RamBit& circuit) const {
    const bool enabled = !circuit.enable.present || ideal_[circuit.enable.arc.net] == circuit.enable.active;
    auto address = [&](uint32_t bit) { return ideal_[circuit.address[bit].net]; };
    return written(gates_[circuit.gate].table, enabled, address, ideal_[circuit.data.net]);
}

void Simulator::write_rams() {
    for (uint32_t r = 0; r < rams_.size(); r++) {
        const RamBit& circuit = circuit_.rams[r];
        const RamState& state = rams_[r];
        const auto number = static_cast<uint32_t>(registers_.size() + r);
        GateState& gate = gates_[circuit.gate];
        const bool enabled = !state.enable || pins_[state.enable].value == circuit.enable.active;
        auto address = [&](uint32_t bit) { return pins_[state.address + bit].value; };
        const uint64_t taken = written(gate.table, enabled, address, pins_[state.data].value);
        note_settling(state.changed, number);
        if (taken != ideal_table(circuit)) late(number);
        gate.table = taken;
        uint32_t delay = 0;
        for (const Arc& arc : circuit_.gates[circuit.gate].arcs) delay = std::max(delay, arc.cell_ps);
        evaluate(circuit.gate, delay, false);
    }
}

void Simulator::late(uint32_t number) {
    if (!lateness_.captures++) {
        lateness_.first_cycle = cycle_;
        lateness_.first_register = number;
    }
}

void Simulator::note_settling(uint64_t changed, uint32_t number) {
    if (changed <= edge_ || changed - edge_ <= settling_.latest_ps) return;
    settling_.latest_ps = changed - edge_;
    settling_.latest_register = number;
}
