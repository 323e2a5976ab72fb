/* ap_uint<N> and ap_int<N>, integers of any width after UG1399 (v2023.2, "Arbitrary Precision Data Types"), over _BitInt(N).
 *
 * Results of + - * / % & | ^ are as wide as no value needs more; a shift is as wide as its left operand; an assignment cuts off.
 * A comparison takes what is narrower than 32 bits as int, as C does. An item of a stream has one field, `data`. */
#ifndef CRYPTAGON_AP_INT_H
#define CRYPTAGON_AP_INT_H

#pragma clang system_header

#include <stdint.h>

#ifndef AP_INT_MAX_W
#define AP_INT_MAX_W 1024
#endif

template <int N, bool S> struct cg_ap;
template <int N> using ap_uint = cg_ap<N, false>;
template <int N> using ap_int = cg_ap<N, true>;
template <int N, bool S = true> using ap_int_base = cg_ap<N, S>;

/* What is inlined counts to the line that calls it. */
#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))

constexpr int cg_max(int a, int b) { return a > b ? a : b; }
constexpr int cg_min(int a, int b) { return a < b ? a : b; }

/* The type that holds N bits. C has no signed integer of one bit: two hold it. */
template <int N, bool S> struct cg_raw { typedef unsigned _BitInt(N) type; };
template <int N> struct cg_raw<N, true> { typedef _BitInt(N) type; };
template <> struct cg_raw<1, true> { typedef _BitInt(2) type; };

/* The type of C that a value becomes where C needs one: the smallest of enough bits, 64 at most. */
template <int BYTES, bool S> struct cg_native { typedef unsigned long long type; };
template <int BYTES> struct cg_native<BYTES, true> { typedef long long type; };
template <> struct cg_native<1, false> { typedef unsigned char type; };
template <> struct cg_native<1, true> { typedef signed char type; };
template <> struct cg_native<2, false> { typedef unsigned short type; };
template <> struct cg_native<2, true> { typedef short type; };
template <> struct cg_native<3, false> { typedef unsigned type; };
template <> struct cg_native<3, true> { typedef int type; };
template <> struct cg_native<4, false> { typedef unsigned type; };
template <> struct cg_native<4, true> { typedef int type; };
template <int N, bool S> using cg_native_t = typename cg_native<(N + 7) / 8, S>::type;

template <int N, bool S> struct cg_range;
template <int N, bool S> struct cg_bit;
template <class A, class B> struct cg_concat;

/* What an operand is: its bits and sign; `own` where it is one of these types and none of C. */
template <class T> struct cg_kind { static constexpr bool operand = false, own = false; };
template <int N, bool S, bool OWN> struct cg_is {
    static constexpr int width = N;
    static constexpr bool sign = S, operand = true, own = OWN;
    typedef cg_ap<N, S> value;
};
template <int N, bool S> struct cg_kind<cg_ap<N, S>> : cg_is<N, S, true> {};
template <int N, bool S> struct cg_kind<cg_range<N, S>> : cg_is<N, false, true> {};
template <class A, class B> struct cg_kind<cg_concat<A, B>> : cg_is<cg_concat<A, B>::width, false, true> {};
template <int N, bool S> struct cg_kind<cg_bit<N, S>> : cg_is<1, false, false> {};
template <> struct cg_kind<bool> : cg_is<1, false, false> {};
template <> struct cg_kind<char> : cg_is<8, true, false> {};
template <> struct cg_kind<signed char> : cg_is<8, true, false> {};
template <> struct cg_kind<unsigned char> : cg_is<8, false, false> {};
template <> struct cg_kind<short> : cg_is<16, true, false> {};
template <> struct cg_kind<unsigned short> : cg_is<16, false, false> {};
template <> struct cg_kind<int> : cg_is<32, true, false> {};
template <> struct cg_kind<unsigned> : cg_is<32, false, false> {};
template <> struct cg_kind<long> : cg_is<64, true, false> {};
template <> struct cg_kind<unsigned long> : cg_is<64, false, false> {};
template <> struct cg_kind<long long> : cg_is<64, true, false> {};
template <> struct cg_kind<unsigned long long> : cg_is<64, false, false> {};
template <int N> struct cg_kind<unsigned _BitInt(N)> : cg_is<N, false, false> {};
template <int N> struct cg_kind<_BitInt(N)> : cg_is<N, true, false> {};
template <class T> requires __is_enum(T) struct cg_kind<T> : cg_kind<__underlying_type(T)> {};

template <class T> concept cg_operand = cg_kind<T>::operand;
template <class T> concept cg_own = cg_kind<T>::own;
template <class T> concept cg_integral = cg_kind<T>::operand && !cg_kind<T>::own;

/* An integer from a text, known when compiling: its digits in `radix`, or after 0b, 0o, 0d, 0x; decimal otherwise. */
template <int N> consteval unsigned _BitInt(N) cg_digits(const char *text, int radix) {
    bool negative = *text == '-';
    if (*text == '-' || *text == '+') text++;
    if (text[0] == '0' && text[1]) {
        char mark = text[1] | 32;
        int told = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' && radix != 16 ? 2 : mark == 'd' && radix != 16 ? 10 : 0;
        if (told) { radix = told; text += 2; }
    }
    if (!radix) radix = 10;
    unsigned _BitInt(N + 8) sum = 0;
    for (; *text; text++) {
        if (*text == '_') continue;
        int digit = *text >= '0' && *text <= '9' ? *text - '0' : ((*text | 32) - 'a' + 10);
        if (digit < 0 || digit >= radix) throw "no digit of this radix";
        sum = sum * (unsigned _BitInt(N + 8))radix + (unsigned _BitInt(N + 8))digit;
    }
    return (unsigned _BitInt(N))(negative ? -sum : sum);
}

/* The bits of a value in reverse order. */
template <int N> constexpr unsigned _BitInt(N) cg_reversed(unsigned _BitInt(N) bits) {
    if constexpr (N == 1) return bits;
    else {
        constexpr int low = N / 2, high = N - low;
        auto swapped = (unsigned _BitInt(N))cg_reversed<high>((unsigned _BitInt(high))(bits >> low));
        return (unsigned _BitInt(N))((unsigned _BitInt(N))cg_reversed<low>((unsigned _BitInt(low))bits) << high) | swapped;
    }
}

/* The bits hi down to lo of a value; where hi is below lo, in reverse order. */
template <int N> constexpr unsigned _BitInt(N) cg_slice(unsigned _BitInt(N) bits, int hi, int lo) {
    if (hi - lo >= 0) return (unsigned _BitInt(N))(bits >> lo) & (unsigned _BitInt(N))(~(unsigned _BitInt(N))0 >> (N - 1 - (hi - lo)));
    return cg_reversed<N>((unsigned _BitInt(N))(bits << (N - 1 - lo))) & (unsigned _BitInt(N))(~(unsigned _BitInt(N))0 >> (N - 1 - (lo - hi)));
}

/* A value in which these bits are others. */
template <int N>
constexpr unsigned _BitInt(N) cg_with_slice(unsigned _BitInt(N) bits, int hi, int lo, unsigned _BitInt(N) given) {
    if (hi - lo < 0) {
        given = (unsigned _BitInt(N))(cg_reversed<N>(given) >> (N - 1 - (lo - hi)));
        int top = lo;
        lo = hi;
        hi = top;
    }
    auto mask = (unsigned _BitInt(N))((unsigned _BitInt(N))(~(unsigned _BitInt(N))0 >> (N - 1 - (hi - lo))) << lo);
    return (bits & ~mask) | ((unsigned _BitInt(N))(given << lo) & mask);
}

/* Shifts by any distance: what leaves the value is lost, and a negative distance shifts the other way. */
template <int N, bool S, class D> constexpr cg_ap<N, S> cg_left(cg_ap<N, S> value, D distance);
template <int N, bool S, class D> constexpr cg_ap<N, S> cg_right(cg_ap<N, S> value, D distance);

template <int N, bool S> struct cg_ap {
    typedef typename cg_raw<N, S>::type raw;
    typedef unsigned _BitInt(N) bits;
    static constexpr int width = N;
    static constexpr bool sign_flag = S;

    raw data;

    cg_ap() = default;
    template <int M, bool Z> constexpr cg_ap(const cg_ap<M, Z> &other) : data(cut(other.data)) {}
    template <int M, bool Z> constexpr cg_ap(const cg_range<M, Z> &other) : data(cut(other.value().data)) {}
    template <int M, bool Z> constexpr cg_ap(const cg_bit<M, Z> &other) : data(cut((bool)other)) {}
    template <class A, class B> constexpr cg_ap(const cg_concat<A, B> &other) : data(cut(other.value().data)) {}
    template <cg_integral T> constexpr cg_ap(T other) : data(cut(other)) {}
    consteval cg_ap(const char *text, int radix = 0) : data(cut(cg_digits<N>(text, radix))) {}

    /* The lowest bits of an integer, as a value of this type. */
    template <class T> static constexpr raw cut(T value) {
        if constexpr (N == 1 && S) return (raw)((value & 1) ? -1 : 0);
        else return (raw)value;
    }
    constexpr bits pattern() const { return (bits)data; }
    static constexpr cg_ap of(bits pattern) { cg_ap made{}; made.data = cut(pattern); return made; }

    constexpr operator cg_native_t<N, S>() const { return (cg_native_t<N, S>)data; }
    explicit constexpr operator bool() const requires(N > 64) { return data != 0; }
    constexpr bool operator!() const { return data == 0; }

    constexpr bool to_bool() const { return data != 0; }
    constexpr char to_char() const { return (char)data; }
    constexpr signed char to_schar() const { return (signed char)data; }
    constexpr unsigned char to_uchar() const { return (unsigned char)data; }
    constexpr short to_short() const { return (short)data; }
    constexpr unsigned short to_ushort() const { return (unsigned short)data; }
    constexpr int to_int() const { return (int)data; }
    constexpr unsigned to_uint() const { return (unsigned)data; }
    constexpr long to_long() const { return (long)data; }
    constexpr unsigned long to_ulong() const { return (unsigned long)data; }
    constexpr long long to_int64() const { return (long long)data; }
    constexpr unsigned long long to_uint64() const { return (unsigned long long)data; }

    constexpr int length() const { return N; }
    constexpr bool iszero() const { return data == 0; }
    constexpr bool is_zero() const { return data == 0; }
    constexpr bool sign() const { return S && data < 0; }

    cg_range<N, S> range(int hi, int lo) { return {*this, hi, lo}; }
    cg_range<N, S> range() { return {*this, N - 1, 0}; }
    cg_range<N, S> operator()(int hi, int lo) { return {*this, hi, lo}; }
    constexpr cg_ap<N, false> part(int hi, int lo) const { return cg_ap<N, false>::of(cg_slice<N>(pattern(), hi, lo)); }
    cg_range<N, S> range(int hi, int lo) const { return {const_cast<cg_ap &>(*this), hi, lo}; }
    cg_range<N, S> range() const { return {const_cast<cg_ap &>(*this), N - 1, 0}; }
    cg_range<N, S> operator()(int hi, int lo) const { return {const_cast<cg_ap &>(*this), hi, lo}; }

    cg_bit<N, S> operator[](int index) { return {*this, index}; }
    cg_bit<N, S> bit(int index) { return {*this, index}; }
    constexpr bool operator[](int index) const { return test(index); }
    constexpr bool bit(int index) const { return test(index); }
    constexpr bool get_bit(int index) const { return test(index); }
    constexpr bool test(int index) const { return (bool)(pattern() >> index & 1); }
    constexpr void set_bit(int index, bool value) { data = cut(cg_with_slice<N>(pattern(), index, index, (bits)value)); }
    constexpr void set(int index) { set_bit(index, true); }
    constexpr void set(int index, bool value) { set_bit(index, value); }
    constexpr void set() { data = cut(~(bits)0); }
    constexpr void clear(int index) { set_bit(index, false); }
    constexpr void clear() { data = 0; }
    constexpr void invert(int index) { set_bit(index, !test(index)); }
    constexpr void b_not() { data = cut(~pattern()); }

    constexpr cg_ap &lrotate(int n) { return *this = of((bits)(pattern() << n) | (n ? (bits)(pattern() >> (N - n)) : (bits)0)); }
    constexpr cg_ap &rrotate(int n) { return *this = of((bits)(pattern() >> n) | (n ? (bits)(pattern() << (N - n)) : (bits)0)); }
    constexpr cg_ap &rotate(int n) { return n >= 0 ? lrotate(n) : rrotate(-n); }
    constexpr cg_ap &reverse() { return *this = of(cg_reversed<N>(pattern())); }
    constexpr int countLeadingZeros() const {
        int zeros = 0;
        for (bool found = false; zeros < N && !found;) found = test(N - 1 - zeros), zeros += !found;
        return zeros;
    }

    constexpr bool and_reduce() const { return pattern() == (bits)~(bits)0; }
    constexpr bool nand_reduce() const { return !and_reduce(); }
    constexpr bool or_reduce() const { return data != 0; }
    constexpr bool nor_reduce() const { return data == 0; }
    constexpr bool xor_reduce() const { return folded<N>(pattern()); }
    constexpr bool xnor_reduce() const { return !xor_reduce(); }
    template <int M> static constexpr bool folded(unsigned _BitInt(M) value) {
        if constexpr (M == 1) return (bool)value;
        else {
            constexpr int low = (M + 1) / 2;
            return folded<low>((unsigned _BitInt(low))((unsigned _BitInt(low))value ^ (unsigned _BitInt(low))(value >> low)));
        }
    }

    template <class B> auto concat(B &&other);
    template <class B> auto concat(B &&other) const;

    constexpr cg_ap operator~() const { return of(~pattern()); }
    constexpr cg_ap operator+() const { return *this; }
    constexpr cg_ap<N + 1, true> operator-() const { return (typename cg_raw<N + 1, true>::type)0 - (typename cg_raw<N + 1, true>::type)data; }
    constexpr cg_ap &operator++() { data = cut((bits)(pattern() + (bits)1)); return *this; }
    constexpr cg_ap &operator--() { data = cut((bits)(pattern() - (bits)1)); return *this; }
    constexpr cg_ap operator++(int) { cg_ap before = *this; ++*this; return before; }
    constexpr cg_ap operator--(int) { cg_ap before = *this; --*this; return before; }
    template <cg_operand T> constexpr cg_ap &operator+=(const T &other) { return *this = *this + other; }
    template <cg_operand T> constexpr cg_ap &operator-=(const T &other) { return *this = *this - other; }
    template <cg_operand T> constexpr cg_ap &operator*=(const T &other) { return *this = *this * other; }
    template <cg_operand T> constexpr cg_ap &operator/=(const T &other) { return *this = *this / other; }
    template <cg_operand T> constexpr cg_ap &operator%=(const T &other) { return *this = *this % other; }
    template <cg_operand T> constexpr cg_ap &operator&=(const T &other) { return *this = *this & other; }
    template <cg_operand T> constexpr cg_ap &operator|=(const T &other) { return *this = *this | other; }
    template <cg_operand T> constexpr cg_ap &operator^=(const T &other) { return *this = *this ^ other; }
    template <cg_operand T> constexpr cg_ap &operator<<=(const T &other) { return *this = *this << other; }
    template <cg_operand T> constexpr cg_ap &operator>>=(const T &other) { return *this = *this >> other; }
};

#include "cg_ap_references.h"
#include "cg_ap_operators.h"

#pragma clang attribute pop

#endif
