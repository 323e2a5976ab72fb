/* How arguments of a top function lie in the items of streams. Included by what Cryptagon writes around such a function. */
#ifndef CRYPTAGON_TOP_H
#define CRYPTAGON_TOP_H

#pragma clang system_header

template <class T> struct cg_element { typedef T type; };
template <class T> struct cg_element<T[]> : cg_element<T> {};
template <class T, unsigned long N> struct cg_element<T[N]> : cg_element<T> {};

/* The bits of a value in an item of several; 0 where it is no integer. */
template <class T> struct cg_bits { static constexpr int count = __is_integral(T) ? 8 * sizeof(T) : 0; };
template <> struct cg_bits<bool> { static constexpr int count = 1; };
template <int N> struct cg_bits<unsigned _BitInt(N)> { static constexpr int count = N; };
template <int N> struct cg_bits<_BitInt(N)> { static constexpr int count = N; };
#ifdef CRYPTAGON_AP_INT_H
template <int N, bool S> struct cg_bits<cg_ap<N, S>> { static constexpr int count = N; };
#endif
#ifdef CRYPTAGON_AP_CINT_H
template <int N, bool S> struct cg_bits<cg_narrow<N, S>> { static constexpr int count = N; };
#endif

/* Whether a type is that of a stream, and what its items are. */
template <class T> struct cg_stream_of { static constexpr bool is = false; typedef T item; };
#ifdef CRYPTAGON_HLS_STREAM_H
template <class T, int D> struct cg_stream_of<hls::stream<T, D>> { static constexpr bool is = true; typedef T item; };
#endif

/* Element number 0 of `count` is in an item's lowest bits. */
template <class T> T cg_taken(unsigned _BitInt(cg_bits<T>::count) bits) {
    if constexpr (__is_integral(T)) return (T)bits;
    else if constexpr (cg_bits<T>::count < 32) return T((unsigned)bits);
    else return T(bits);
}
template <class T> auto cg_given(const T &value) {
    if constexpr (__is_integral(T)) return (unsigned _BitInt(cg_bits<T>::count))value;
    else return (unsigned _BitInt(cg_bits<T>::count))value.data;
}
template <class T, int COUNT> using cg_together = unsigned _BitInt(COUNT * cg_bits<T>::count);
template <class T, int COUNT> void cg_take_apart(cg_together<T, COUNT> item, T *to) {
    constexpr int bits = cg_bits<T>::count;
    _Pragma("clang loop unroll(full)") for (int i = 0; i < COUNT; i++) to[i] = cg_taken<T>((unsigned _BitInt(bits))(item >> i * bits));
}
template <class T, int COUNT> cg_together<T, COUNT> cg_put_together(const T *from) {
    constexpr int bits = cg_bits<T>::count;
    cg_together<T, COUNT> item = 0;
    _Pragma("clang loop unroll(full)") for (int i = 0; i < COUNT; i++) item |= (cg_together<T, COUNT>)cg_given(from[i]) << i * bits;
    return item;
}

#endif
