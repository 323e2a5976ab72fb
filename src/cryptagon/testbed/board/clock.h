// A clock of a crystal of its own: off its nominal frequency, drifting, with jitter on each edge. Time is in picoseconds.
#ifndef CRYPTAGON_CLOCK_H
#define CRYPTAGON_CLOCK_H

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "stalls.h"

class Clock {
public:
    static constexpr double LIMIT_PPM = 100;   // how far the frequency is off, at most
    static constexpr double STEP_PPM = 0.5;    // how far it drifts in a half period, at most
    static constexpr double JITTER_PS = 30;    // of an edge, to either side

    Clock(double mhz, uint64_t seed) : half_ps_(5e5 / mhz), random_(seed) {
        off_ppm_ = spread() * LIMIT_PPM;
        ideal_ps_ = half_ps_ * (1 + random_.fraction());
        next_ps_ = std::llround(ideal_ps_);
    }

    uint64_t next() const { return next_ps_; }
    bool level() const { return level_; }
    uint64_t cycles() const { return cycles_; }

    // Goes over the edge that is due; true where it is a rising one.
    bool pass() {
        level_ = !level_;
        cycles_ += level_;
        off_ppm_ = std::clamp(off_ppm_ + spread() * STEP_PPM, -LIMIT_PPM, LIMIT_PPM);
        ideal_ps_ += half_ps_ * (1 + off_ppm_ * 1e-6);
        next_ps_ = std::max<uint64_t>(next_ps_ + 1, std::llround(ideal_ps_ + spread() * JITTER_PS));
        return level_;
    }

private:
    double spread() { return 2 * random_.fraction() - 1; }

    double half_ps_, off_ppm_ = 0, ideal_ps_ = 0;
    Random random_;
    uint64_t next_ps_ = 0, cycles_ = 0;
    bool level_ = false;
};

#endif
