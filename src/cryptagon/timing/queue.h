// Events in the order of their times, those of one time in the order in which they came: a ring of one list a picosecond.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

struct Event {
    uint32_t what;   // who it concerns
    uint32_t stamp;  // lowest bit: the new value; the rest tells whether the event still counts
    uint32_t next;
};

class Queue {
  public:
    static constexpr uint64_t SPAN = 1 << 15;  // no delay may be longer, in ps

    Queue() : events_(1), first_(SPAN, 0), last_(SPAN, 0) {}

    bool empty() const { return count_ == 0; }

    // Forgets all events.
    void clear() {
        if (empty()) return;
        events_.resize(1);
        free_.clear();
        first_.assign(SPAN, 0);
        used_.fill(0);
        count_ = 0;
    }

    void push(uint64_t now, uint64_t delay, uint32_t what, uint32_t stamp) {
        if (delay >= SPAN) throw std::runtime_error("a delay is longer than the event queue");
        const uint64_t slot = (now + delay) % SPAN;
        const uint32_t event = make({what, stamp, 0});
        if (first_[slot]) events_[last_[slot]].next = event;
        else first_[slot] = event;
        last_[slot] = event;
        used_[slot / 64] |= uint64_t{1} << slot % 64;
        count_++;
    }

    // The time of the next event; `limit` if there is none before it. Nothing may lie before `now`.
    uint64_t next_time(uint64_t now, uint64_t limit) const {
        if (empty()) return limit;
        uint64_t slot = now % SPAN;
        uint64_t word = used_[slot / 64] & ~uint64_t{0} << slot % 64;
        for (uint64_t base = slot / 64;; word = used_[base % WORDS]) {
            if (word) {
                const uint64_t found = base % WORDS * 64 + std::countr_zero(word);
                return std::min(limit, now + (found + SPAN - slot) % SPAN);
            }
            base++;
        }
    }

    // Takes the first event of that time, which must have one.
    Event pop(uint64_t time) {
        const uint64_t slot = time % SPAN;
        const uint32_t number = first_[slot];
        const Event event = events_[number];
        first_[slot] = event.next;
        if (!event.next) used_[slot / 64] &= ~(uint64_t{1} << slot % 64);
        free_.push_back(number);
        count_--;
        return event;
    }

    bool has(uint64_t time) const { return first_[time % SPAN] != 0; }

  private:
    static constexpr uint64_t WORDS = SPAN / 64;

    uint32_t make(Event event) {
        if (free_.empty()) {
            events_.push_back(event);
            return static_cast<uint32_t>(events_.size() - 1);
        }
        const uint32_t number = free_.back();
        free_.pop_back();
        events_[number] = event;
        return number;
    }

    std::vector<Event> events_;  // number 0 stands for none
    std::vector<uint32_t> free_, first_, last_;
    std::array<uint64_t, WORDS> used_{};
    uint64_t count_ = 0;
};
