/* What UG1399 (v2023.2, "HLS Direct I/O") calls ap_hs: an argument with valid and ready, which each is here. */
#ifndef CRYPTAGON_HLS_DIRECTIO_H
#define CRYPTAGON_HLS_DIRECTIO_H

#pragma clang system_header

#include <hls_stream.h>

namespace hls {

template <class T> using ap_hs = stream<T>;

}

#endif
