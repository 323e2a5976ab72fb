/* hls::vector<T, N> after UG1399 (v2023.2, "HLS Vector Library"): N elements, on which operators work one by one. */
#ifndef CRYPTAGON_HLS_VECTOR_H
#define CRYPTAGON_HLS_VECTOR_H

#pragma clang system_header

#include <assert.h>

#pragma clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))

#define CG_EACH _Pragma("clang loop unroll(full)") for (unsigned long i = 0; i < N; i++)

namespace hls {

template <class T, unsigned long N> class vector {
    T elements[N];

  public:
    static constexpr unsigned long size() { return N; }

    vector() = default;
    vector(const T &value) { CG_EACH elements[i] = value; }
    template <class First, class Second, class... Others>
    vector(First first, Second second, Others... others) : elements{T(first), T(second), T(others)...} {}

    T &operator[](unsigned long i) { return elements[i]; }
    const T &operator[](unsigned long i) const { return elements[i]; }
    T *begin() { return elements; }
    const T *begin() const { return elements; }
    T *end() { return elements + N; }
    const T *end() const { return elements + N; }

    vector operator-() const { vector made; CG_EACH made[i] = -elements[i]; return made; }
    vector operator~() const { vector made; CG_EACH made[i] = ~elements[i]; return made; }

#define CG_ELEMENTWISE(sign) \
    vector &operator sign##=(const vector &other) { CG_EACH elements[i] = elements[i] sign other[i]; return *this; } \
    friend vector operator sign(vector left, const vector &right) { return left sign##= right; } \
    template <class V> requires(__is_convertible_to(V, T)) friend vector operator sign(vector left, const V &right) { return left sign##= vector(T(right)); } \
    template <class V> requires(__is_convertible_to(V, T)) friend vector operator sign(const V &left, const vector &right) { return vector(T(left)) sign##= right; }
    CG_ELEMENTWISE(+)
    CG_ELEMENTWISE(-)
    CG_ELEMENTWISE(*)
    CG_ELEMENTWISE(/)
    CG_ELEMENTWISE(%)
    CG_ELEMENTWISE(&)
    CG_ELEMENTWISE(|)
    CG_ELEMENTWISE(^)
    CG_ELEMENTWISE(<<)
    CG_ELEMENTWISE(>>)
#undef CG_ELEMENTWISE

    bool operator==(const vector &other) const { bool same = true; CG_EACH same &= elements[i] == other[i]; return same; }
    bool operator!=(const vector &other) const { return !(*this == other); }

#define CG_REDUCED(name, sign) T name() const { T made = elements[0]; CG_EACH if (i) made = made sign elements[i]; return made; }
    CG_REDUCED(reduce_add, +)
    CG_REDUCED(reduce_mult, *)
    CG_REDUCED(reduce_and, &)
    CG_REDUCED(reduce_or, |)
    CG_REDUCED(reduce_xor, ^)
#undef CG_REDUCED
};

}

#undef CG_EACH

#pragma clang attribute pop

#endif
