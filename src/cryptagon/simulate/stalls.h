// What keeps a port from moving: chance, the same on every machine for the same seed; stalls of single cycles and bursts; pauses before an item.
#ifndef CRYPTAGON_STALLS_H
#define CRYPTAGON_STALLS_H

#include <cstdint>
#include <vector>

// xorshift64*: the same stalls for the same seed on every machine.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 0x2545F4914F6CDD1DULL) {
        if (!state_) state_ = 1;
        for (int i = 0; i < 8; i++) next();
    }
    double fraction() { return (next() >> 11) * 0x1.0p-53; }
    uint32_t below(uint32_t bound) { return (next() >> 32) % bound; }
    uint8_t byte() { return next() >> 56; }

private:
    uint64_t next() {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return state_ * 0x2545F4914F6CDD1DULL;
    }
    uint64_t state_;
};

// Stalls of single cycles, and now and then a burst.
class Stall {
public:
    Stall(double probability, uint32_t burst, uint64_t seed) : probability_(probability), burst_(burst), random_(seed) {}
    bool operator()() {
        if (left_) return left_--;
        if (probability_ <= 0 || random_.fraction() >= probability_) return false;
        if (burst_ > 1 && random_.below(16) == 0) left_ = random_.below(burst_);
        return true;
    }

private:
    double probability_;
    uint32_t burst_, left_ = 0;
    Random random_;
};

// A pause before each item, of one of the lengths given; none where none is.
class Pause {
public:
    Pause(const std::vector<uint32_t>& cycles, uint64_t seed) : cycles_(cycles), random_(seed) { draw(); }
    void draw() { left_ = cycles_.empty() ? 0 : cycles_[random_.below(cycles_.size())]; }
    bool pausing() const { return left_; }
    bool operator()() { return left_ && left_--; }

private:
    std::vector<uint32_t> cycles_;
    uint32_t left_ = 0;
    Random random_;
};

#endif
