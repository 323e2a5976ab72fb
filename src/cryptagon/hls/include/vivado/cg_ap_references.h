/* Parts of an integer that can be read and written: bits, slices, and integers beside each other. Included by ap_int.h alone. */

/* The bits hi down to lo of an integer. */
template <int N, bool S> struct cg_range {
    cg_ap<N, S> &of;
    int hi, lo;

    cg_range(cg_ap<N, S> &of, int hi, int lo) : of(of), hi(hi), lo(lo) {}
    cg_range(const cg_range &) = default;

    cg_ap<N, false> value() const { return of.part(hi, lo); }
    cg_ap<N, false> get() const { return value(); }
    int length() const { return hi - lo >= 0 ? hi - lo + 1 : lo - hi + 1; }
    void put(unsigned _BitInt(N) bits) const { of = cg_ap<N, S>::of(cg_with_slice<N>(of.pattern(), hi, lo, bits)); }

    operator cg_native_t<N, false>() const { return value(); }
    template <cg_operand T> const cg_range &operator=(const T &other) const { put(cg_ap<N, false>(other).data); return *this; }
    const cg_range &operator=(const cg_range &other) const { put(other.value().data); return *this; }
    template <cg_operand T> const cg_range &operator+=(const T &other) const { return *this = value() + other; }
    template <cg_operand T> const cg_range &operator-=(const T &other) const { return *this = value() - other; }
    template <cg_operand T> const cg_range &operator&=(const T &other) const { return *this = value() & other; }
    template <cg_operand T> const cg_range &operator|=(const T &other) const { return *this = value() | other; }
    template <cg_operand T> const cg_range &operator^=(const T &other) const { return *this = value() ^ other; }
    template <cg_operand T> const cg_range &operator<<=(const T &other) const { return *this = value() << other; }
    template <cg_operand T> const cg_range &operator>>=(const T &other) const { return *this = value() >> other; }
    cg_ap<N, false> operator~() const { return ~value(); }
    bool operator!() const { return !value(); }

    int to_int() const { return value().to_int(); }
    unsigned to_uint() const { return value().to_uint(); }
    long to_long() const { return value().to_long(); }
    unsigned long to_ulong() const { return value().to_ulong(); }
    long long to_int64() const { return value().to_int64(); }
    unsigned long long to_uint64() const { return value().to_uint64(); }
    bool or_reduce() const { return value().or_reduce(); }
    bool xor_reduce() const { return value().xor_reduce(); }
    bool and_reduce() const { return value().data == cg_slice<N>(~(unsigned _BitInt(N))0, length() - 1, 0); }
    bool nor_reduce() const { return !or_reduce(); }
    bool xnor_reduce() const { return !xor_reduce(); }
    bool nand_reduce() const { return !and_reduce(); }
};

/* One bit of an integer: a bool where it is read. */
template <int N, bool S> struct cg_bit {
    cg_ap<N, S> &of;
    int index;

    cg_bit(cg_ap<N, S> &of, int index) : of(of), index(index) {}
    cg_bit(const cg_bit &) = default;

    cg_ap<1, false> value() const { return of.test(index); }
    int length() const { return 1; }
    void put(unsigned _BitInt(1) bit) const { of.set_bit(index, (bool)bit); }

    operator bool() const { return of.test(index); }
    bool to_bool() const { return of.test(index); }
    bool get() const { return of.test(index); }
    bool operator~() const { return !of.test(index); }
    template <cg_own T> const cg_bit &operator=(const T &other) const { of.set_bit(index, cg_ap<cg_kind<T>::width, false>(other).data != 0); return *this; }
    const cg_bit &operator=(bool other) const { of.set_bit(index, other); return *this; }
    const cg_bit &operator=(const cg_bit &other) const { of.set_bit(index, (bool)other); return *this; }
    template <int M, bool Z> const cg_bit &operator=(const cg_bit<M, Z> &other) const { of.set_bit(index, (bool)other); return *this; }
    template <cg_operand T> const cg_bit &operator^=(const T &other) const { of.set_bit(index, (bool)((bool)*this ^ other)); return *this; }
    template <cg_operand T> const cg_bit &operator&=(const T &other) const { of.set_bit(index, (bool)((bool)*this & other)); return *this; }
    template <cg_operand T> const cg_bit &operator|=(const T &other) const { of.set_bit(index, (bool)((bool)*this | other)); return *this; }
};

/* A part of a concatenation: an integer where it lies, a value of its own, or one of the parts above. */
template <int N, bool S> struct cg_place {
    cg_ap<N, S> &of;
    cg_ap<N, false> value() const { return of; }
    int length() const { return N; }
    void put(unsigned _BitInt(N) bits) const { of = cg_ap<N, S>::of(bits); }
};
template <int N> struct cg_held {
    cg_ap<N, false> held;
    cg_ap<N, false> value() const { return held; }
    int length() const { return N; }
};
template <class T> struct cg_width_of;
template <int N, bool S> struct cg_width_of<cg_place<N, S>> { static constexpr int width = N; };
template <int N> struct cg_width_of<cg_held<N>> { static constexpr int width = N; };
template <int N, bool S> struct cg_width_of<cg_range<N, S>> { static constexpr int width = N; };
template <int N, bool S> struct cg_width_of<cg_bit<N, S>> { static constexpr int width = 1; };
template <class A, class B> struct cg_width_of<cg_concat<A, B>> { static constexpr int width = cg_concat<A, B>::width; };

/* The bits of `high` above those of `low`. */
template <class A, class B> struct cg_concat {
    static constexpr int width = cg_width_of<A>::width + cg_width_of<B>::width;
    typedef unsigned _BitInt(width) bits;
    A high;
    B low;

    cg_concat(A high, B low) : high(high), low(low) {}
    cg_concat(const cg_concat &) = default;

    cg_ap<width, false> value() const {
        return cg_ap<width, false>::of((bits)((bits)high.value().data << low.length()) | (bits)low.value().data);
    }
    cg_ap<width, false> get() const { return value(); }
    int length() const { return high.length() + low.length(); }
    void put(bits given) const {
        high.put((unsigned _BitInt(cg_width_of<A>::width))(given >> low.length()));
        low.put((unsigned _BitInt(cg_width_of<B>::width))given);
    }

    operator cg_native_t<width, false>() const { return value(); }
    template <cg_operand T> const cg_concat &operator=(const T &other) const { put(cg_ap<width, false>(other).data); return *this; }
    const cg_concat &operator=(const cg_concat &other) const { put(other.value().data); return *this; }
    cg_ap<width, false> operator~() const { return ~value(); }
    int to_int() const { return value().to_int(); }
    unsigned to_uint() const { return value().to_uint(); }
    unsigned long to_ulong() const { return value().to_ulong(); }
    unsigned long long to_uint64() const { return value().to_uint64(); }
    bool or_reduce() const { return value().or_reduce(); }
    bool xor_reduce() const { return value().xor_reduce(); }
    bool and_reduce() const { return value().and_reduce(); }
};

template <int N, bool S> cg_place<N, S> cg_part(cg_ap<N, S> &x) { return {x}; }
template <int N, bool S> cg_held<N> cg_part(const cg_ap<N, S> &x) { return {x}; }
template <int N, bool S> cg_held<N> cg_part(cg_ap<N, S> &&x) { return {x}; }
template <int N, bool S> cg_range<N, S> cg_part(const cg_range<N, S> &x) { return x; }
template <int N, bool S> cg_bit<N, S> cg_part(const cg_bit<N, S> &x) { return x; }
template <class A, class B> cg_concat<A, B> cg_part(const cg_concat<A, B> &x) { return x; }
inline cg_held<1> cg_part(bool x) { return {x}; }
template <class A, class B> cg_concat<A, B> cg_beside(A high, B low) { return {high, low}; }

template <class T> concept cg_joined = cg_own<__remove_cvref(T)> || requires(__remove_cvref(T) x) { x.of; x.index; };
template <class A, class B> requires(cg_joined<A> && (cg_joined<B> || __is_same(__remove_cvref(B), bool)))
auto operator,(A &&high, B &&low) { return cg_beside(cg_part(static_cast<A &&>(high)), cg_part(static_cast<B &&>(low))); }
template <class B> requires(cg_joined<B>) auto operator,(bool high, B &&low) { return cg_beside(cg_part(high), cg_part(static_cast<B &&>(low))); }

template <int N, bool S> template <class B> auto cg_ap<N, S>::concat(B &&other) { return cg_beside(cg_part(*this), cg_part(static_cast<B &&>(other))); }
template <int N, bool S> template <class B> auto cg_ap<N, S>::concat(B &&other) const { return cg_beside(cg_part(*this), cg_part(static_cast<B &&>(other))); }
