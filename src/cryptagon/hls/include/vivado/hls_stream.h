/* hls::stream<T> after UG1399 (v2023.2, "HLS Stream Library"): an argument of the top function is a stream with valid and ready, one between tasks
 * is a FIFO; such a one is given its number by what reads the source.
 * `empty` and `read_nb` ask whether an item is offered now; what is written must not hang on that. */
#ifndef CRYPTAGON_HLS_STREAM_H
#define CRYPTAGON_HLS_STREAM_H

#pragma clang system_header

#include <stdint.h>
#include <stdio.h>

/* What has no body cannot become hardware: the compiler refuses a call of it, and says why. */
extern "C" {
void hls_local_stream(void);
void hls_stream_full(void);
void hls_stream_size(void);
int cg_channel_port(int channel); /* what the wrapper of tasks knows of a stream between them */
}

/* What is inlined counts to the line that calls it. */
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))

namespace hls {

/* The item's type, by which the functions of the ports are found; they come after the source. */
template <class T> struct cg_item {};
struct cg_port { int number; };
struct cg_channel { int number; };

template <class T> class cg_stream {
    int port;

  public:
    typedef T element_type;

    cg_stream(int port) : port(port) {}
    T read() { T item; cg_stream_get(port, &item, cg_item<T>()); return item; }
    void read(T &item) { cg_stream_get(port, &item, cg_item<T>()); }
    void operator>>(T &item) { cg_stream_get(port, &item, cg_item<T>()); }
    bool read_nb(T &item) {
        bool offered = cg_stream_has(port, cg_item<T>());
        if (offered) cg_stream_get(port, &item, cg_item<T>());
        return offered;
    }
    bool empty() { return !cg_stream_has(port, cg_item<T>()); }
    void write(const T &item) { cg_stream_put(port, item, cg_item<T>()); }
    void operator<<(const T &item) { cg_stream_put(port, item, cg_item<T>()); }
};

}

#pragma clang attribute pop

namespace hls {

template <class T, int DEPTH = 0> class stream;

template <class T> class stream<T, 0> : public cg_stream<T> {
  public:
    stream() : cg_stream<T>(-1) { hls_local_stream(); }
    stream(const char *) : cg_stream<T>(-1) { hls_local_stream(); }
    stream(cg_port port) : cg_stream<T>(port.number) {}
    stream(cg_channel channel, const char * = "") : cg_stream<T>(cg_channel_port(channel.number)) {}
    stream(const stream &) = delete;
    stream &operator=(const stream &) = delete;

    bool write_nb(const T &) { hls_stream_full(); return false; }
    bool full() { hls_stream_full(); return false; }
    unsigned size() { hls_stream_size(); return 0; }
};

template <class T, int DEPTH> class stream : public stream<T> {
  public:
    using stream<T>::stream;
};

}

#endif
