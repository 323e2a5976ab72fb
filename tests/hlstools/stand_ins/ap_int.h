/* A stand-in for the integers of Vitis HLS, for tests: the widths and types of results are those of its documentation, so that code that counts on
 * narrower ones, or on one type where there are two, is wrong here too. Written after UG1399 (2023.2), section "C++ arbitrary precision types". */
#pragma once

#include <stdint.h>
#include <stdlib.h>

#include <type_traits>

constexpr int ap_max(int a, int b) { return a > b ? a : b; }

template <int W, bool S>
struct ap_base {
    static constexpr int width = W, words = W / 32 + 1;
    static constexpr bool is_signed = S;
    uint32_t word[words];

    ap_base() : word{} {}
    template <class N, class = std::enable_if_t<std::is_integral<N>::value>>
    ap_base(N number) {
        bool negative = std::is_signed<N>::value && number < N(0);
        for (int i = 0; i < words; i++)
            word[i] = i < 2 ? uint32_t(uint64_t(int64_t(number)) >> 32 * i) : negative ? ~0u : 0u;
        if (!std::is_signed<N>::value && sizeof(N) < 8 && words > 1) word[1] = 0;
        trim();
    }
    template <int V, bool T>
    ap_base(const ap_base<V, T> &other) {
        for (int i = 0; i < words; i++) word[i] = other.at(i);
        trim();
    }
    uint32_t at(int i) const { return i < words ? word[i] : S && word[words - 1] >> 31 ? ~0u : 0u; }
    bool negative() const { return S && word[words - 1] >> 31; }
    void trim() {
        const int left = W % 32;
        uint32_t mask = (uint32_t(1) << left) - 1;
        bool sign = S && (left ? word[words - 1] >> (left - 1) & 1 : word[words - 2] >> 31);
        word[words - 1] = (word[words - 1] & mask) | (sign ? ~mask : 0);
    }
    bool bit(int i) const { return at(i / 32) >> i % 32 & 1; }
    int to_int() const { return int(at(0)); }
    unsigned to_uint() const { return at(0); }
    int64_t to_int64() const { return int64_t(to_uint64()); }
    uint64_t to_uint64() const { return uint64_t(at(1)) << 32 | at(0); }

    uint32_t from(int i, int by) const { /* bits of words i and the next, `by` further up */
        uint64_t both = uint64_t(i + 1 < 0 ? 0 : at(i + 1)) << 32 | (i < 0 ? 0 : at(i));
        return uint32_t(both >> by);
    }
    ap_base left(int by) const {
        ap_base found;
        const int whole = (by + 31) / 32;
        for (int i = 0; i < words; i++) found.word[i] = from(i - whole, whole * 32 - by);
        found.trim();
        return found;
    }
    ap_base right(int by) const {
        ap_base found;
        for (int i = 0; i < words; i++) found.word[i] = from(i + by / 32, by % 32);
        found.trim();
        return found;
    }
    ap_base<W, S> operator~() const {
        ap_base found;
        for (int i = 0; i < words; i++) found.word[i] = ~word[i];
        found.trim();
        return found;
    }
    ap_base<W + 1, true> operator-() const { return ap_base<1, false>() - *this; }
    bool operator!() const { return *this == 0; }
};

template <int W> struct ap_int;
template <int W>
struct ap_uint : ap_base<W, false> {
    using ap_base<W, false>::ap_base;
    ap_uint() {}
    template <int V, bool T> ap_uint(const ap_base<V, T> &other) : ap_base<W, false>(other) {}
};
template <int W>
struct ap_int : ap_base<W, true> {
    using ap_base<W, true>::ap_base;
    ap_int() {}
    template <int V, bool T> ap_int(const ap_base<V, T> &other) : ap_base<W, true>(other) {}
};

template <int V, bool S, int W, bool T>
auto operator+(const ap_base<V, S> &a, const ap_base<W, T> &b) {
    ap_base<ap_max(V + (T && !S), W + (S && !T)) + 1, S || T> found;
    uint64_t carry = 0;
    for (int i = 0; i < found.words; i++) found.word[i] = uint32_t(carry += uint64_t(a.at(i)) + b.at(i)), carry >>= 32;
    found.trim();
    return found;
}
template <int V, bool S, int W, bool T>
auto operator-(const ap_base<V, S> &a, const ap_base<W, T> &b) {
    ap_base<ap_max(V + (T && !S), W + (S && !T)) + 1, true> found;
    uint64_t carry = 1;
    for (int i = 0; i < found.words; i++) found.word[i] = uint32_t(carry += uint64_t(a.at(i)) + uint32_t(~b.at(i))), carry >>= 32;
    found.trim();
    return found;
}
template <int V, bool S, int W, bool T>
auto operator*(const ap_base<V, S> &a, const ap_base<W, T> &b) {
    ap_base<V + W, S || T> found;
    for (int i = 0; i < found.words; i++) {
        uint64_t carry = 0;
        for (int j = 0; i + j < found.words; j++) {
            carry += uint64_t(a.at(i)) * b.at(j) + found.word[i + j];
            found.word[i + j] = uint32_t(carry);
            carry >>= 32;
        }
    }
    found.trim();
    return found;
}
template <int V, int W>
ap_base<V, false> operator%(const ap_base<V, false> &a, const ap_base<W, false> &b) {
    ap_base<W + 1, false> rest;
    for (int i = V - 1; i >= 0; i--) {
        rest = rest.left(1);
        if (a.bit(i)) rest.word[0] |= 1;
        if (!(rest < b)) rest = ap_base<W + 1, false>(rest - b);
    }
    return rest;
}
template <int V, int W>
ap_base<V, false> operator/(const ap_base<V, false> &a, const ap_base<W, false> &b) {
    ap_base<W + 1, false> rest;
    ap_base<V, false> found;
    for (int i = V - 1; i >= 0; i--) {
        rest = rest.left(1);
        if (a.bit(i)) rest.word[0] |= 1;
        if (!(rest < b)) rest = ap_base<W + 1, false>(rest - b), found.word[i / 32] |= uint32_t(1) << i % 32;
    }
    return found;
}
#define AP_LOGIC(sign)                                                                                                 \
    template <int V, bool S, int W, bool T>                                                                            \
    auto operator sign(const ap_base<V, S> &a, const ap_base<W, T> &b) {                                               \
        ap_base<ap_max(V + (T && !S), W + (S && !T)), S || T> found;                                                   \
        for (int i = 0; i < found.words; i++) found.word[i] = a.at(i) sign b.at(i);                                    \
        found.trim();                                                                                                  \
        return found;                                                                                                  \
    }
AP_LOGIC(&) AP_LOGIC(|) AP_LOGIC(^)
template <int V, bool S, int W, bool T>
int ap_compared(const ap_base<V, S> &a, const ap_base<W, T> &b) {
    if (a.negative() != b.negative()) return a.negative() ? -1 : 1;
    for (int i = ap_max(a.words, b.words) - 1; i >= 0; i--)
        if (a.at(i) != b.at(i)) return a.at(i) < b.at(i) ? -1 : 1;
    return 0;
}
#define AP_COMPARISON(sign)                                                                                            \
    template <int V, bool S, int W, bool T>                                                                            \
    bool operator sign(const ap_base<V, S> &a, const ap_base<W, T> &b) { return ap_compared(a, b) sign 0; }
AP_COMPARISON(==) AP_COMPARISON(!=) AP_COMPARISON(<) AP_COMPARISON(>) AP_COMPARISON(<=) AP_COMPARISON(>=)
template <int V, bool S, class N, class = std::enable_if_t<std::is_integral<N>::value>>
ap_base<V, S> operator<<(const ap_base<V, S> &a, N by) { return a.left(int(by)); }
template <int V, bool S, class N, class = std::enable_if_t<std::is_integral<N>::value>>
ap_base<V, S> operator>>(const ap_base<V, S> &a, N by) { return a.right(int(by)); }

/* An integer of C beside one of these is one of these. */
template <class N> using ap_of = ap_base<std::is_same<N, bool>::value ? 1 : 8 * int(sizeof(N)), std::is_signed<N>::value>;
#define AP_MIXED(sign)                                                                                                 \
    template <int V, bool S, class N, class = std::enable_if_t<std::is_integral<N>::value>>                            \
    auto operator sign(const ap_base<V, S> &a, N b) { return a sign ap_of<N>(b); }                                     \
    template <int V, bool S, class N, class = std::enable_if_t<std::is_integral<N>::value>>                            \
    auto operator sign(N a, const ap_base<V, S> &b) { return ap_of<N>(a) sign b; }
AP_MIXED(+) AP_MIXED(-) AP_MIXED(*) AP_MIXED(&) AP_MIXED(|) AP_MIXED(^)
AP_MIXED(==) AP_MIXED(!=) AP_MIXED(<) AP_MIXED(>) AP_MIXED(<=) AP_MIXED(>=)
#define AP_ASSIGNED(sign)                                                                                              \
    template <int W, class B> ap_uint<W> &operator sign##=(ap_uint<W> &a, const B &b) { return a = ap_uint<W>(a sign b); } \
    template <int W, class B> ap_int<W> &operator sign##=(ap_int<W> &a, const B &b) { return a = ap_int<W>(a sign b); }
AP_ASSIGNED(+) AP_ASSIGNED(-) AP_ASSIGNED(*) AP_ASSIGNED(/) AP_ASSIGNED(%)
AP_ASSIGNED(&) AP_ASSIGNED(|) AP_ASSIGNED(^) AP_ASSIGNED(<<) AP_ASSIGNED(>>)
template <int W> ap_uint<W> &operator++(ap_uint<W> &a) { return a += 1; }
template <int W> ap_uint<W> &operator--(ap_uint<W> &a) { return a -= 1; }
template <int W> ap_uint<W> operator++(ap_uint<W> &a, int) { ap_uint<W> old = a; a += 1; return old; }
template <int W> ap_uint<W> operator--(ap_uint<W> &a, int) { ap_uint<W> old = a; a -= 1; return old; }
