/* A stand-in for the ap_int.h of AMD's HLS, as much of it as generated C++ uses. It needs clang, whose _BitInt(N) holds the bits.
 *
 * Widths of results are those of UG1399 (Vitis HLS User Guide), "Arbitrary Precision Integer Library": a shift keeps the width of what is
 * shifted, a sum has a bit more than its operands, a product the bits of both, a difference is signed; what is assigned is cut.
 */
#ifndef AP_INT_H
#define AP_INT_H

#include <stdlib.h>

template <int W, bool S> struct ap_bits;
template <int W> struct ap_bits<W, true> { typedef _BitInt(W + 1) type; }; /* a bit more: clang has no signed type of one bit */
template <int W> struct ap_bits<W, false> { typedef unsigned _BitInt(W) type; };

constexpr int ap_most(int a, int b) { return a > b ? a : b; }
constexpr int ap_wide(int a, bool as, int b, bool bs) { return ap_most(a + (bs && !as), b + (as && !bs)); }

template <int W, bool S> struct ap_int_base {
    typename ap_bits<W, S>::type value;

    ap_int_base() : value(0) {}
    ap_int_base(int x) : value((typename ap_bits<W, S>::type)x) {}
    ap_int_base(unsigned x) : value((typename ap_bits<W, S>::type)x) {}
    ap_int_base(long x) : value((typename ap_bits<W, S>::type)x) {}
    ap_int_base(unsigned long x) : value((typename ap_bits<W, S>::type)x) {}
    ap_int_base(unsigned long long x) : value((typename ap_bits<W, S>::type)x) {}
    template <int V, bool T> ap_int_base(const ap_int_base<V, T> &x) : value((typename ap_bits<W, S>::type)x.value) {}
    ap_int_base(const char *digits, int radix) : value(0) {
        for (; *digits; digits++) value = value * radix + (*digits <= '9' ? *digits - '0' : *digits - 'a' + 10);
    }

    operator unsigned long long() const { return (unsigned long long)value; }
    ap_int_base operator~() const { return made(~value); }
    ap_int_base<W + 1, true> operator-() const {
        ap_int_base<W + 1, true> result;
        result.value = -(typename ap_bits<W + 1, true>::type)value;
        return result;
    }
    ap_int_base operator<<(int n) const { return n >= W ? ap_int_base() : made(value << n); }
    ap_int_base operator>>(int n) const { return n >= W ? ap_int_base() : made(value >> n); }
    template <int V, bool T> ap_int_base &operator|=(const ap_int_base<V, T> &x) {
        value |= (typename ap_bits<W, S>::type)x.value;
        return *this;
    }
    static ap_int_base made(typename ap_bits<W, S>::type x) {
        ap_int_base result;
        result.value = x;
        return result;
    }
};

#define AP_OPERATION(OPERATOR, WIDTH, SIGNED)                                                                   \
    template <int A, bool AS, int B, bool BS>                                                                   \
    ap_int_base<WIDTH, SIGNED> operator OPERATOR(const ap_int_base<A, AS> &a, const ap_int_base<B, BS> &b) {    \
        typedef typename ap_bits<WIDTH, SIGNED>::type wide;                                                     \
        return ap_int_base<WIDTH, SIGNED>::made((wide)a.value OPERATOR(wide) b.value);                          \
    }                                                                                                           \
    template <int A, bool AS, int B = 32, bool BS = true>                                                       \
    ap_int_base<WIDTH, SIGNED> operator OPERATOR(const ap_int_base<A, AS> &a, int b) {                          \
        return a OPERATOR ap_int_base<B, BS>(b);                                                                \
    }                                                                                                           \
    template <int B, bool BS, int A = 32, bool AS = true>                                                       \
    ap_int_base<WIDTH, SIGNED> operator OPERATOR(int a, const ap_int_base<B, BS> &b) {                          \
        return ap_int_base<A, AS>(a) OPERATOR b;                                                                \
    }

AP_OPERATION(^, ap_wide(A, AS, B, BS), (AS || BS))
AP_OPERATION(&, ap_wide(A, AS, B, BS), (AS || BS))
AP_OPERATION(|, ap_wide(A, AS, B, BS), (AS || BS))
AP_OPERATION(+, ap_wide(A, AS, B, BS) + 1, (AS || BS))
AP_OPERATION(-, ap_wide(A, AS, B, BS) + 1, true)
AP_OPERATION(*, A + B, (AS || BS))

template <int W> struct ap_uint : ap_int_base<W, false> {
    using ap_int_base<W, false>::ap_int_base;
    ap_uint() {}
    template <int V, bool T> ap_uint(const ap_int_base<V, T> &x) : ap_int_base<W, false>(x) {}
};

#endif
