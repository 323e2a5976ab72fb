// An AsyncFifo under random clocks, offers and pauses: fifo_bench SEED EPISODES. It prints "ok CYCLES", or what went wrong.
//
// Each side looks at the FIFO right after its clock rises, the flip-flops inside look when it rises again: what is unsettled in between
// (CrossingFlop in simulation) may look different to the two.
#include <verilated.h>

#include <cmath>
#include <cstdio>
#include <deque>
#include <stdexcept>
#include <string>

#include "Vtestbed.h"
#include "clock.h"

namespace {

constexpr size_t DEPTH = 16;
constexpr uint64_t CYCLES = 3000;     // of the slower side, an episode
constexpr uint64_t SETTLED = 60;      // cycles of the slower side after which all that was written must have come
constexpr double SLOWEST_MHZ = 20, SPAN = 25;

struct Episode {
    double in_mhz, out_mhz, offers, takes;
    explicit Episode(Random& random) {
        in_mhz = SLOWEST_MHZ * std::pow(SPAN, random.fraction());
        // One in three: the same crystal's nominal frequency, so that edges walk slowly past each other.
        out_mhz = random.below(3) ? SLOWEST_MHZ * std::pow(SPAN, random.fraction()) : in_mhz;
        offers = random.below(2) ? 1 : random.fraction();
        takes = random.below(2) ? 1 : random.fraction();
    }
};

class Bench {
public:
    Bench(uint64_t seed, VerilatedContext& context) : random_(seed), seed_(seed), context_(context), fifo_(&context, "fifo") {}

    uint64_t episode() {
        const Episode how(random_);
        Clock in(how.in_mhz, ++seed_), out(how.out_mhz, ++seed_);
        in_ = &in;
        out_ = &out;
        begin();
        offers_ = how.offers;
        takes_ = how.takes;
        pass(CYCLES);
        takes_ = 0, offers_ = 1;  // it must take exactly what it has room for
        pass(DEPTH + SETTLED);
        if (inside_.size() != DEPTH) fail("it is full with " + std::to_string(inside_.size()) + " words");
        takes_ = 1, offers_ = 0;
        pass(DEPTH + SETTLED);
        if (!inside_.empty()) fail(std::to_string(inside_.size()) + " words stay inside");
        return in.cycles() + out.cycles();
    }

private:
    [[noreturn]] static void fail(const std::string& what) { throw std::runtime_error(what); }

    void begin() {
        inside_.clear();
        offers_ = takes_ = 0;
        fifo_.in_valid = fifo_.out_ready = 0;
        fifo_.in_rst = fifo_.out_rst = 1;
        pass(4);
        fifo_.in_rst = fifo_.out_rst = 0;
        pass(4);
    }

    void pass(uint64_t cycles) {
        const uint64_t in = in_->cycles() + cycles, out = out_->cycles() + cycles;
        while (in_->cycles() < in || out_->cycles() < out) step();
    }

    void step() {
        const uint64_t now = std::min(in_->next(), out_->next());
        const bool in_edge = in_->next() == now, out_edge = out_->next() == now;
        const bool in_rose = in_edge && in_->pass(), out_rose = out_edge && out_->pass();
        if (in_rose && fifo_.in_valid && seen_ready_) put();
        if (out_rose && seen_valid_ && fifo_.out_ready) take();
        context_.time(base_ + now);
        fifo_.in_clk = in_->level();
        fifo_.out_clk = out_->level();
        fifo_.eval();
        if (in_rose) offer();
        if (out_rose) look();
        fifo_.eval();
        last_ = base_ + now;
    }

    void put() {
        if (inside_.size() == DEPTH) fail("a word is taken where there is no room");
        inside_.push_back(fifo_.in_data);
    }

    void take() {
        if (inside_.empty()) fail("a word comes that nobody wrote");
        if (fifo_.out_data != inside_.front()) fail("a word is not the one that is due");
        inside_.pop_front();
    }

    // What is offered stays until it is taken; the FIFO does not rely on that of its reader's ready.
    void offer() {
        if (!fifo_.in_valid || seen_ready_) {
            fifo_.in_valid = random_.fraction() < offers_;
            fifo_.in_data = uint64_t(random_.below(1u << 31)) << 32 | random_.below(1u << 31);
        }
        seen_ready_ = fifo_.in_ready && !fifo_.in_rst;
    }

    void look() {
        seen_valid_ = fifo_.out_valid && !fifo_.out_rst;
        fifo_.out_ready = random_.fraction() < takes_;
    }

    Random random_;
    uint64_t seed_, base_ = 0, last_ = 0;
    VerilatedContext& context_;
    Vtestbed fifo_;
    Clock *in_ = nullptr, *out_ = nullptr;
    double offers_ = 0, takes_ = 0;
    std::deque<uint64_t> inside_;
    bool seen_ready_ = false, seen_valid_ = false;

public:
    void next_base() { base_ = last_ + 1000; }
};

}  // namespace

int main(int, char** argv) {
    const uint64_t seed = std::stoull(argv[1]), episodes = std::stoull(argv[2]);
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(int(seed % 0x7ffffffe) + 1);
    Bench bench(1000 * seed, context);
    uint64_t cycles = 0;
    try {
        for (uint64_t i = 0; i < episodes; i++, bench.next_base()) cycles += bench.episode();
        printf("ok %llu\n", static_cast<unsigned long long>(cycles));
    } catch (const std::runtime_error& fault) {
        printf("%s\n", fault.what());
    }
}
