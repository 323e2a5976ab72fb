#include "memory.h"

#include <cstring>
#include <stdexcept>

namespace {

constexpr size_t BURSTS = 8;  // addresses that a port holds
constexpr uint8_t OKAY = 0, DECERR = 3;
constexpr uint64_t BOUNDARY = 4096;

Burst burst_of(uint64_t due, uint32_t address, uint8_t len, const Storage& storage) {
    const uint32_t beats = len + 1u, bytes = 8 * beats;
    if (address % 8) throw std::runtime_error("a burst begins at " + std::to_string(address) + ", which is no multiple of 8");
    if (address / BOUNDARY != (address + bytes - 1) / BOUNDARY) {
        throw std::runtime_error("a burst of " + std::to_string(beats) + " beats at " + std::to_string(address) + " crosses 4 KB");
    }
    return {due, address, beats, !storage.holds(address, bytes)};
}

}  // namespace

void Held::look(bool valid, bool ready, uint64_t payload) {
    if (waiting_ && !valid) throw std::runtime_error(name_ + " was taken back before it was taken");
    if (waiting_ && payload != payload_) throw std::runtime_error(name_ + " changed before it was taken");
    waiting_ = valid && !ready;
    payload_ = payload;
}

ReadMemory::ReadMemory(const ReadPort& port, Storage& storage, const Timing& timing, uint64_t seed)
    : port_(port), storage_(storage), timing_(timing), stall_(timing.stall, 16, seed) {}

void ReadMemory::before_edge(uint64_t cycle) {
    address_.look(*port_.arvalid, *port_.arready, uint64_t(*port_.araddr) << 8 | *port_.arlen);
    if (offered_ && *port_.rready) {
        Burst& burst = bursts_.front();
        burst.address += 8;
        if (!--burst.beats) bursts_.pop_front();
        offered_ = false;
    }
    if (*port_.arvalid && *port_.arready) bursts_.push_back(burst_of(cycle + timing_.latency, *port_.araddr, *port_.arlen, storage_));
}

void ReadMemory::after_edge(uint64_t cycle) {
    *port_.arready = bursts_.size() < BURSTS && !stall_();
    if (!offered_) offered_ = !bursts_.empty() && cycle >= bursts_.front().due && !stall_();
    *port_.rvalid = offered_;
    if (!offered_) return;
    const Burst& burst = bursts_.front();
    *port_.rresp = burst.bad ? DECERR : OKAY;
    *port_.rdata = 0;
    if (!burst.bad) memcpy(port_.rdata, &storage_.bytes[burst.address], 8);
}

WriteMemory::WriteMemory(const WritePort& port, Storage& storage, const Timing& timing, uint64_t seed)
    : port_(port), storage_(storage), timing_(timing), stall_(timing.stall, 16, seed) {}

void WriteMemory::before_edge(uint64_t cycle) {
    address_.look(*port_.awvalid, *port_.awready, uint64_t(*port_.awaddr) << 8 | *port_.awlen);
    data_.look(*port_.wvalid, *port_.wready, *port_.wdata ^ uint64_t(*port_.wstrb) << 32 ^ *port_.wlast);
    if (*port_.bvalid && *port_.bready) answers_.pop_front();
    if (*port_.wvalid && *port_.wready) {
        Burst& burst = bursts_.front();  // wready says that there is one
        store(burst);
        if (!burst.beats) {
            answers_.push_back({cycle + timing_.latency, 0, 0, burst.bad});
            bursts_.pop_front();
        }
    }
    if (*port_.awvalid && *port_.awready) bursts_.push_back(burst_of(0, *port_.awaddr, *port_.awlen, storage_));
}

void WriteMemory::store(Burst& burst) {
    if ((burst.beats == 1) != bool(*port_.wlast)) throw std::runtime_error("WLAST is not at the last beat of a burst");
    for (int i = 0; i < 8 && !burst.bad; i++) {
        if (*port_.wstrb >> i & 1) storage_.bytes[burst.address + i] = *port_.wdata >> 8 * i;
    }
    burst.address += 8;
    burst.beats--;
}

void WriteMemory::after_edge(uint64_t cycle) {
    *port_.awready = bursts_.size() < BURSTS && !stall_();
    *port_.wready = !bursts_.empty() && !stall_();
    *port_.bvalid = !answers_.empty() && cycle >= answers_.front().due;
    if (*port_.bvalid) *port_.bresp = answers_.front().bad ? DECERR : OKAY;
}
