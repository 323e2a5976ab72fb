/* Items of AXI4-Stream with side channels after UG1399 (v2023.2, "AXI4-Stream Interfaces with Side-Channels"). A channel of no bits has one,
 * which carries nothing. */
#ifndef CRYPTAGON_AP_AXI_SDATA_H
#define CRYPTAGON_AP_AXI_SDATA_H

#pragma clang system_header

#include "ap_int.h"

template <int D, int U, int TI, int TD> struct ap_axiu {
    ap_uint<D> data;
    ap_uint<(D + 7) / 8> keep;
    ap_uint<(D + 7) / 8> strb;
    ap_uint<(U > 0 ? U : 1)> user;
    ap_uint<1> last;
    ap_uint<(TI > 0 ? TI : 1)> id;
    ap_uint<(TD > 0 ? TD : 1)> dest;
};
template <int D, int U, int TI, int TD> struct ap_axis {
    ap_int<D> data;
    ap_uint<(D + 7) / 8> keep;
    ap_uint<(D + 7) / 8> strb;
    ap_uint<(U > 0 ? U : 1)> user;
    ap_uint<1> last;
    ap_uint<(TI > 0 ? TI : 1)> id;
    ap_uint<(TD > 0 ? TD : 1)> dest;
};

/* Those of hls::axis, of which an item has data of any type; their first parameter after it is the width of `user`. */
namespace hls {
template <class T> struct cg_axis_bytes { static constexpr int count = (int)sizeof(T); };
template <int N, bool S> struct cg_axis_bytes<cg_ap<N, S>> { static constexpr int count = (N + 7) / 8; };
template <class T, int U = 0, int TI = 0, int TD = 0> struct axis {
    T data;
    ap_uint<cg_axis_bytes<T>::count> keep;
    ap_uint<cg_axis_bytes<T>::count> strb;
    ap_uint<(U > 0 ? U : 1)> user;
    ap_uint<1> last;
    ap_uint<(TI > 0 ? TI : 1)> id;
    ap_uint<(TD > 0 ? TD : 1)> dest;
};
}

#endif
