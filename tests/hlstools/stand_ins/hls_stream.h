/* A stand-in for the streams of Vitis HLS, for tests: a read of an empty one ends the program, where the tool warns and goes on. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

#include <deque>

namespace hls {
template <class T>
class stream {
    std::deque<T> items;
    stream(const stream &) = delete;

  public:
    stream() {}
    bool empty() const { return items.empty(); }
    void write(const T &item) { items.push_back(item); }
    T read() {
        if (items.empty()) {
            fprintf(stderr, "read of an empty stream\n");
            exit(3);
        }
        T item = items.front();
        items.pop_front();
        return item;
    }
};
}  // namespace hls
