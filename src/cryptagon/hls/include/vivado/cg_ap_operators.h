/* Operators of integers of any width, between themselves and with those of C. Included by ap_int.h alone. */

/* An operand as an integer of its own width; one of C as one of its bits. */
template <class T> constexpr auto cg_lifted(const T &x) {
    typedef typename cg_kind<T>::value value;
    return value(x);
}
template <int N, bool S> constexpr cg_ap<N, S> cg_lifted(const cg_ap<N, S> &x) { return x; }

template <class A, class B> concept cg_pair = cg_operand<A> && cg_operand<B> && (cg_own<A> || cg_own<B>);

/* The widths of results; `common` holds every value of both. */
template <class A, class B> struct cg_widths {
    static constexpr int a = cg_kind<A>::width, b = cg_kind<B>::width;
    static constexpr bool sa = cg_kind<A>::sign, sb = cg_kind<B>::sign, either = sa || sb;
    static constexpr int common = cg_max(a + (sb && !sa), b + (sa && !sb));
    static constexpr int quotient = a + sb, remainder = cg_min(a, b + (!sb && sa));
    typedef typename cg_raw<common + 1, either>::type wide;
};

#define CG_ARITHMETIC(operation, bits, is_signed)                                                                                          \
    template <class A, class B> requires cg_pair<A, B> constexpr auto operator operation(const A &a, const B &b) {                         \
        typedef cg_widths<A, B> w;                                                                                                         \
        typedef cg_ap<(bits), (is_signed)> result;                                                                                         \
        typedef typename cg_raw<(bits), (is_signed)>::type raw;                                                                            \
        return result((raw)((raw)cg_lifted(a).data operation(raw) cg_lifted(b).data));                                                     \
    }
CG_ARITHMETIC(+, w::common + 1, w::either)
CG_ARITHMETIC(-, w::common + 1, true)
CG_ARITHMETIC(*, w::a + w::b, w::either)
CG_ARITHMETIC(&, w::common, w::either)
CG_ARITHMETIC(|, w::common, w::either)
CG_ARITHMETIC(^, w::common, w::either)
#undef CG_ARITHMETIC

/* Computed in a bit more than both have: the least number divided by -1 is as large. */
#define CG_DIVISION(operation, bits, is_signed)                                                                                            \
    template <class A, class B> requires cg_pair<A, B> constexpr auto operator operation(const A &a, const B &b) {                         \
        typedef cg_widths<A, B> w;                                                                                                         \
        if constexpr (w::sa && w::sb)                                                                                                      \
            return cg_ap<(bits), (is_signed)>((typename w::wide)((typename w::wide)cg_lifted(a).data operation(typename w::wide)           \
                                                                     cg_lifted(b).data));                                                  \
        else {                                                                                                                             \
            typedef typename cg_raw<w::common, w::either>::type narrow;                                                                    \
            return cg_ap<(bits), (is_signed)>((narrow)((narrow)cg_lifted(a).data operation(narrow) cg_lifted(b).data));                    \
        }                                                                                                                                  \
    }
CG_DIVISION(/, w::quotient, w::either)
CG_DIVISION(%, w::remainder, w::sa)
#undef CG_DIVISION

/* As C compares: what is narrower than int as int, others by the wider of both. */
template <int N, bool S> constexpr auto cg_promoted(cg_ap<N, S> x) {
    if constexpr (N < 32) return (int)x.data;
    else return x.data;
}
#define CG_COMPARISON(operation)                                                                                                           \
    template <class A, class B> requires cg_pair<A, B> constexpr bool operator operation(const A &a, const B &b) {                         \
        return cg_promoted(cg_lifted(a)) operation cg_promoted(cg_lifted(b));                                                              \
    }
CG_COMPARISON(==)
CG_COMPARISON(!=)
CG_COMPARISON(<)
CG_COMPARISON(<=)
CG_COMPARISON(>)
CG_COMPARISON(>=)
#undef CG_COMPARISON

/* Whether a distance of so many bits always stays within N. */
constexpr bool cg_within(int distance_bits, int n) { return distance_bits < 31 && (1 << distance_bits) <= n; }

template <int N, bool S, int M> constexpr cg_ap<N, S> cg_up(cg_ap<N, S> x, unsigned _BitInt(M) by) {
    if constexpr (!cg_within(M, N))
        if (by >= (unsigned)N) return cg_ap<N, S>::of(0);
    return cg_ap<N, S>::of((unsigned _BitInt(N))(x.pattern() << by));
}
template <int N, bool S, int M> constexpr cg_ap<N, S> cg_down(cg_ap<N, S> x, unsigned _BitInt(M) by) {
    if constexpr (!cg_within(M, N))
        if (by >= (unsigned)N) return cg_ap<N, S>::of(S && x.data < 0 ? (unsigned _BitInt(N))~(unsigned _BitInt(N))0 : (unsigned _BitInt(N))0);
    return cg_ap<N, S>((typename cg_ap<N, S>::raw)(x.data >> by));
}
template <int N, bool S, class D> constexpr cg_ap<N, S> cg_left(cg_ap<N, S> x, D distance) {
    auto by = cg_lifted(distance);
    if constexpr (decltype(by)::sign_flag)
        if (by.data < 0) return cg_down(x, (typename decltype(by)::bits)-by.pattern());
    return cg_up(x, by.pattern());
}
template <int N, bool S, class D> constexpr cg_ap<N, S> cg_right(cg_ap<N, S> x, D distance) {
    auto by = cg_lifted(distance);
    if constexpr (decltype(by)::sign_flag)
        if (by.data < 0) return cg_up(x, (typename decltype(by)::bits)-by.pattern());
    return cg_down(x, by.pattern());
}
template <class A, class B> requires cg_pair<A, B> constexpr auto operator<<(const A &a, const B &b) { return cg_left(cg_lifted(a), b); }
template <class A, class B> requires cg_pair<A, B> constexpr auto operator>>(const A &a, const B &b) { return cg_right(cg_lifted(a), b); }
