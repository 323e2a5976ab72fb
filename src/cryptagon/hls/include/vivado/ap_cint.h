/* int1 to int1024 and uint1 to uint1024 of Vivado HLS C after UG902 (v2019.2, "C Arbitrary Precision Types"). A source that includes this is read
 * as C++. What is narrower than int becomes int where it is used, as a bit-field does; what is wider keeps its width. */
#ifndef CRYPTAGON_AP_CINT_H
#define CRYPTAGON_AP_CINT_H

#pragma clang system_header
#ifdef __cplusplus

template <int N, bool S> struct cg_cint_bits { typedef unsigned _BitInt(N) type; };
template <int N> struct cg_cint_bits<N, true> { typedef _BitInt(N) type; };
template <> struct cg_cint_bits<1, true> { typedef _BitInt(2) type; };

/* What is inlined counts to the line that calls it. */
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))

template <int N, bool S> struct cg_narrow {
    typedef typename cg_cint_bits<N, S>::type raw;
    raw data;
    cg_narrow() = default;
    template <class T> static constexpr raw cut(T value) {
        if constexpr (N == 1 && S) return (raw)((value & 1) ? -1 : 0);
        else return (raw)value;
    }
    constexpr cg_narrow(long long value) : data(cut(value)) {}
    constexpr cg_narrow(unsigned long long value) : data(cut(value)) {}
    constexpr cg_narrow(int value) : data(cut(value)) {}
    constexpr cg_narrow(unsigned value) : data(cut(value)) {}
    constexpr cg_narrow(long value) : data(cut(value)) {}
    constexpr cg_narrow(unsigned long value) : data(cut(value)) {}
    constexpr operator int() const { return (int)data; }
    cg_narrow &operator++() { return *this = (int)*this + 1; }
    cg_narrow &operator--() { return *this = (int)*this - 1; }
    cg_narrow operator++(int) { cg_narrow before = *this; ++*this; return before; }
    cg_narrow operator--(int) { cg_narrow before = *this; --*this; return before; }
    template <class T> cg_narrow &operator+=(T other) { return *this = (int)*this + other; }
    template <class T> cg_narrow &operator-=(T other) { return *this = (int)*this - other; }
    template <class T> cg_narrow &operator*=(T other) { return *this = (int)*this * other; }
    template <class T> cg_narrow &operator/=(T other) { return *this = (int)*this / other; }
    template <class T> cg_narrow &operator%=(T other) { return *this = (int)*this % other; }
    template <class T> cg_narrow &operator&=(T other) { return *this = (int)*this & other; }
    template <class T> cg_narrow &operator|=(T other) { return *this = (int)*this | other; }
    template <class T> cg_narrow &operator^=(T other) { return *this = (int)*this ^ other; }
    template <class T> cg_narrow &operator<<=(T other) { return *this = (int)*this << other; }
    template <class T> cg_narrow &operator>>=(T other) { return *this = (int)*this >> other; }
};

template <int N, bool S> struct cg_cint {
    static auto of() {
        if constexpr (N < 32) return cg_narrow<N, S>();
        else return typename cg_cint_bits<N, S>::type();
    }
};
template <> struct cg_cint<8, false> { static unsigned char of(); };
template <> struct cg_cint<8, true> { static signed char of(); };
template <> struct cg_cint<16, false> { static unsigned short of(); };
template <> struct cg_cint<16, true> { static short of(); };
template <> struct cg_cint<32, false> { static unsigned of(); };
template <> struct cg_cint<32, true> { static int of(); };
template <> struct cg_cint<64, false> { static unsigned long long of(); };
template <> struct cg_cint<64, true> { static long long of(); };

#pragma clang attribute pop

/* The types, by four digits of their widths. */
#define CG_CINT(n) typedef decltype(cg_cint<n, false>::of()) uint##n; typedef decltype(cg_cint<n, true>::of()) int##n;
#define CG_CINTS(ten) CG_CINT(ten##0) CG_CINT(ten##1) CG_CINT(ten##2) CG_CINT(ten##3) CG_CINT(ten##4) CG_CINT(ten##5) CG_CINT(ten##6) CG_CINT(ten##7) CG_CINT(ten##8) CG_CINT(ten##9)
#define CG_CINTS_OF(hundred) CG_CINTS(hundred##0) CG_CINTS(hundred##1) CG_CINTS(hundred##2) CG_CINTS(hundred##3) CG_CINTS(hundred##4) CG_CINTS(hundred##5) CG_CINTS(hundred##6) CG_CINTS(hundred##7) CG_CINTS(hundred##8) CG_CINTS(hundred##9)
CG_CINT(1) CG_CINT(2) CG_CINT(3) CG_CINT(4) CG_CINT(5) CG_CINT(6) CG_CINT(7) CG_CINT(8) CG_CINT(9)
CG_CINTS(1) CG_CINTS(2) CG_CINTS(3) CG_CINTS(4) CG_CINTS(5) CG_CINTS(6) CG_CINTS(7) CG_CINTS(8) CG_CINTS(9)
CG_CINTS_OF(1) CG_CINTS_OF(2) CG_CINTS_OF(3) CG_CINTS_OF(4) CG_CINTS_OF(5) CG_CINTS_OF(6) CG_CINTS_OF(7) CG_CINTS_OF(8) CG_CINTS_OF(9)
CG_CINTS(100) CG_CINTS(101) CG_CINT(1020) CG_CINT(1021) CG_CINT(1022) CG_CINT(1023) CG_CINT(1024)
#undef CG_CINT
#undef CG_CINTS
#undef CG_CINTS_OF

#endif
#endif
