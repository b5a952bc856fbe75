// What kernels in CUDA C++ call that the language lacks: vectors of any length, masks, halves, loads of special kinds.
// Every text is compiled behind this one. Words that kernels of other languages share mean here what they mean there.

#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1208
#error "NVRTC 12.8 or later is needed: those before do not find members of vectors"
#endif

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long long ulong; // of 64 bits on every system, which a long is not on Windows
typedef long long int64;

struct launch_part { uint first_y, first_z, more_y, more_z; }; // of a launch that takes several; zeros where it is one

#define INLINE __device__ __forceinline__
#define EACH _Pragma("unroll") for (int i = 0; i < N; ++i)

// A kernel that was launched before the one ahead of it in its stream has ended waits for that, and for what it wrote;
// then it lets the one behind begin, so that no more than two overlap. It reads and writes nothing before.
INLINE void wait_for_earlier() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait; griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// Vectors: lanes are s[0] and so on; those of two are x and y too, those of four x to w.

template <class T, int N> struct lanes { T s[N]; };
template <class T> struct lanes<T, 2> { union { T s[2]; struct { T x, y; }; }; };
template <class T> struct lanes<T, 4> { union { T s[4]; struct { T x, y, z, w; }; }; };

template <class T, int N> struct vec;
template <class T, int N> struct some { typedef vec<T, N> type; };
template <class T> struct some<T, 1> { typedef T type; }; // one lane is a number

template <class T> struct same { typedef T type; }; // an argument of this type is converted, and decides nothing

template <class T, int N> struct alignas(sizeof(T) * N) vec : lanes<T, N> {
  typedef T element;
  static constexpr int count = N;
  typedef typename some<T, N / 2>::type half_of_it;
  using lanes<T, N>::s;

  vec() = default;
  vec(const vec &) = default;
  vec &operator=(const vec &) & = default; // lanes that were taken from a vector cannot be assigned to
  INLINE vec(T value) { EACH s[i] = value; }
  template <class A, class B, class... More> INLINE vec(const A &a, const B &b, const More &...more) {
    put<0>(a, b, more...);
  }

  template <int... lane> INLINE vec<T, sizeof...(lane)> take() const { return vec<T, sizeof...(lane)>(s[lane]...); }
  INLINE half_of_it low() const { return every_lane<0, 1>(); }
  INLINE half_of_it high() const { return every_lane<N / 2, 1>(); }
  INLINE half_of_it even() const { return every_lane<0, 2>(); }
  INLINE half_of_it odd() const { return every_lane<1, 2>(); }
  INLINE void set_low(half_of_it value) { set_every<0, 1>(value); }
  INLINE void set_high(half_of_it value) { set_every<N / 2, 1>(value); }
  INLINE void set_even(half_of_it value) { set_every<0, 2>(value); }
  INLINE void set_odd(half_of_it value) { set_every<1, 2>(value); }

private:
  template <int at> INLINE void put() { static_assert(at == N, "a vector is made of as many lanes as it has"); }
  template <int at, class A, class... More> INLINE void put(const A &a, const More &...more) {
    s[at] = a;
    put<at + 1>(more...);
  }
  template <int at, int M, class... More> INLINE void put(const vec<T, M> &a, const More &...more) {
    _Pragma("unroll") for (int i = 0; i < M; ++i) s[at + i] = a.s[i];
    put<at + M>(more...);
  }
  template <int first, int step> INLINE half_of_it every_lane() const {
    half_of_it half;
    _Pragma("unroll") for (int i = 0; i < N / 2; ++i) reinterpret_cast<T *>(&half)[i] = s[first + i * step];
    return half;
  }
  template <int first, int step> INLINE void set_every(half_of_it half) {
    _Pragma("unroll") for (int i = 0; i < N / 2; ++i) s[first + i * step] = reinterpret_cast<const T *>(&half)[i];
  }
};

// Arithmetic lane by lane, in the type of the lanes; a number stands for a vector of it.

#define OPERATOR(op)                                                                                                   \
  template <class T, int N> INLINE vec<T, N> operator op(vec<T, N> a, vec<T, N> b) {                                   \
    EACH a.s[i] = T(a.s[i] op b.s[i]);                                                                                 \
    return a;                                                                                                          \
  }                                                                                                                    \
  template <class T, int N> INLINE vec<T, N> operator op(vec<T, N> a, typename same<T>::type b) {                      \
    return a op vec<T, N>(b);                                                                                          \
  }                                                                                                                    \
  template <class T, int N> INLINE vec<T, N> operator op(typename same<T>::type a, vec<T, N> b) {                      \
    return vec<T, N>(a) op b;                                                                                          \
  }                                                                                                                    \
  template <class T, int N> INLINE vec<T, N> &operator op##=(vec<T, N> &a, vec<T, N> b) { return a = a op b; }         \
  template <class T, int N> INLINE vec<T, N> &operator op##=(vec<T, N> &a, typename same<T>::type b) {                 \
    return a = a op vec<T, N>(b);                                                                                      \
  }
OPERATOR(+) OPERATOR(-) OPERATOR(*) OPERATOR(/) OPERATOR(&) OPERATOR(|) OPERATOR(^) OPERATOR(<<) OPERATOR(>>)
template <class T, int N> INLINE vec<T, N> operator-(vec<T, N> a) { EACH a.s[i] = T(-a.s[i]); return a; }
template <class T, int N> INLINE vec<T, N> operator~(vec<T, N> a) { EACH a.s[i] = T(~a.s[i]); return a; }

// Comparisons are integers as wide as the lanes: all bits where one holds, none elsewhere.

template <int size> struct integer_of;
template <> struct integer_of<1> { typedef signed char type; };
template <> struct integer_of<2> { typedef short type; };
template <> struct integer_of<4> { typedef int type; };
template <> struct integer_of<8> { typedef int64 type; };
template <class T> using mask = typename integer_of<sizeof(T)>::type;

#define COMPARISON(op)                                                                                                 \
  template <class T, int N> INLINE vec<mask<T>, N> operator op(vec<T, N> a, vec<T, N> b) {                             \
    vec<mask<T>, N> found;                                                                                             \
    EACH found.s[i] = mask<T>(a.s[i] op b.s[i] ? -1 : 0);                                                              \
    return found;                                                                                                      \
  }                                                                                                                    \
  template <class T, int N> INLINE vec<mask<T>, N> operator op(vec<T, N> a, typename same<T>::type b) {                \
    return a op vec<T, N>(b);                                                                                          \
  }                                                                                                                    \
  template <class T, int N> INLINE vec<mask<T>, N> operator op(typename same<T>::type a, vec<T, N> b) {                \
    return vec<T, N>(a) op b;                                                                                          \
  }
COMPARISON(<) COMPARISON(>) COMPARISON(<=) COMPARISON(>=) COMPARISON(==) COMPARISON(!=) COMPARISON(&&) COMPARISON(||)

// value where the mask holds, otherwise elsewhere; both are computed.
template <class T> INLINE T choose(bool mask, T value, typename same<T>::type otherwise) {
  return mask ? value : otherwise;
}
template <class M, class T, int N>
INLINE vec<T, N> choose(vec<M, N> mask, vec<T, N> value, typename same<vec<T, N>>::type otherwise) {
  static_assert(sizeof(M) == sizeof(T), "a mask is as wide as what it chooses from");
  EACH value.s[i] = mask.s[i] < 0 ? value.s[i] : otherwise.s[i];
  return value;
}
INLINE bool every(bool mask) { return mask; }
template <class M, int N> INLINE bool every(vec<M, N> mask) {
  bool all = true;
  EACH all = all && mask.s[i] < 0;
  return all;
}

// Types: conversions round to nearest, to integers toward zero; bits_of converts nothing.

template <class R, class A> INLINE R convert(A a) { return static_cast<R>(a); }
template <class R, class T, int N> INLINE R convert(vec<T, N> a) {
  static_assert(R::count == N, "a conversion keeps the number of lanes");
  R converted;
  EACH converted.s[i] = static_cast<typename R::element>(a.s[i]);
  return converted;
}
template <class R, class A> INLINE R bits_of(A a) {
  static_assert(sizeof(R) == sizeof(A), "bits stay as many as they are");
  return __builtin_bit_cast(R, a);
}

// Functions lane by lane.

#define FUNCTION1(f) template <class T, int N> INLINE vec<T, N> f(vec<T, N> a) { EACH a.s[i] = f(a.s[i]); return a; }
#define FUNCTION2(f)                                                                                                   \
  template <class T, int N> INLINE vec<T, N> f(vec<T, N> a, typename same<vec<T, N>>::type b) {                        \
    EACH a.s[i] = f(a.s[i], b.s[i]);                                                                                   \
    return a;                                                                                                          \
  }
FUNCTION1(fabs) FUNCTION1(sqrt) FUNCTION1(log) FUNCTION2(fmin) FUNCTION2(fmax) FUNCTION2(min) FUNCTION2(max)
template <class T, int N> INLINE vec<T, N> fma(vec<T, N> a, vec<T, N> b, vec<T, N> c) {
  EACH c.s[i] = fma(a.s[i], b.s[i], c.s[i]);
  return c;
}
INLINE bool isnormal(float x) { return fabs(x) >= 0x1p-126f && fabs(x) <= 0x1.fffffep127f; }
INLINE bool isnormal(double x) { return fabs(x) >= 0x1p-1022 && fabs(x) <= 0x1.fffffffffffffp1023; }

// Memory whose address is a multiple of an element's size; where it is one of a piece's, it travels by pieces of 16 bytes.

template <class T, int N> struct pieces {
  static constexpr int each = sizeof(T) * N < 16 ? N : 16 / sizeof(T), count = N / each;
  typedef vec<T, each> type;
  static INLINE bool aligned(const T *at) { return reinterpret_cast<ulong>(at) % sizeof(type) == 0; }
};
template <int N, class T> INLINE vec<T, N> load_lanes(const T *from) {
  typedef pieces<T, N> by;
  vec<T, N> a;
  if (by::aligned(from)) {
    _Pragma("unroll") for (int p = 0; p < by::count; ++p) {
      const typename by::type piece = reinterpret_cast<const typename by::type *>(from)[p];
      _Pragma("unroll") for (int i = 0; i < by::each; ++i) a.s[p * by::each + i] = piece.s[i];
    }
  } else {
    EACH a.s[i] = from[i];
  }
  return a;
}
template <class T, int N> INLINE void store_lanes(T *to, vec<T, N> a) {
  typedef pieces<T, N> by;
  if (by::aligned(to)) {
    _Pragma("unroll") for (int p = 0; p < by::count; ++p) {
      typename by::type piece;
      _Pragma("unroll") for (int i = 0; i < by::each; ++i) piece.s[i] = a.s[p * by::each + i];
      reinterpret_cast<typename by::type *>(to)[p] = piece;
    }
  } else {
    EACH to[i] = a.s[i];
  }
}

// What only instructions of the device do; from here on the text is for it alone.

// Memory of the work-group beyond what a text may declare, whose bytes the launch gives.
extern __shared__ __align__(1024) uchar dynamic_local[];
template <class T> INLINE T &local_at(uint offset) { return *reinterpret_cast<T *>(dynamic_local + offset); }

// A power and a quotient without what the exact ones do for subnormal numbers.
INLINE float power_of_two(float x) { asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(x)); return x; }
INLINE float rough_quotient(float x, float y) { return __fdividef(x, y); }

// The element as it is now in memory that work-groups of the device change.
INLINE uint load_word(const uint *from) {
  uint word;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
  return word;
}
INLINE ulong load_word(const ulong *from) {
  ulong word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(from) : "memory");
  return word;
}
INLINE vec<ulong, 2> load_word(const vec<ulong, 2> *from) {
  vec<ulong, 2> word;
  asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(word.s[0]), "=l"(word.s[1]) : "l"(from) : "memory");
  return word;
}
template <int size> struct word_of;
template <> struct word_of<4> { typedef uint type; };
template <> struct word_of<8> { typedef ulong type; };
template <> struct word_of<16> { typedef vec<ulong, 2> type; };
template <class T> INLINE T load_anew(const T *from) {
  return bits_of<T>(load_word(reinterpret_cast<const typename word_of<sizeof(T)>::type *>(from)));
}

// Halves. Conversions to them and from them are written in texts, but for those of an int.

template <class T> struct only_int {};
template <> struct only_int<int> { typedef int type; };

struct half {
  ushort bits;
  half() = default;
  template <class A, class = typename only_int<A>::type>
  INLINE half(A value) : half(static_cast<float>(value)) {} // exact up to 2048, as texts have them
  INLINE explicit half(float value) { asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value)); }
  INLINE explicit half(double value) { asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(value)); }
  template <class R> INLINE explicit operator R() const {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return static_cast<R>(value);
  }
};
#define HALVES(name, instruction)                                                                                      \
  INLINE half name(half a, half b) {                                                                                   \
    asm(instruction ".f16 %0, %1, %2;" : "=h"(a.bits) : "h"(a.bits), "h"(b.bits));                                     \
    return a;                                                                                                          \
  }                                                                                                                    \
  template <int N> INLINE vec<half, N> name(vec<half, N> a, vec<half, N> b) {                                          \
    uint(&x)[N / 2] = reinterpret_cast<uint(&)[N / 2]>(a.s), (&y)[N / 2] = reinterpret_cast<uint(&)[N / 2]>(b.s);      \
    _Pragma("unroll") for (int i = 0; i < N / 2; ++i)                                                                  \
        asm(instruction ".f16x2 %0, %1, %2;" : "=r"(x[i]) : "r"(x[i]), "r"(y[i]));                                     \
    return a;                                                                                                          \
  }
HALVES(operator+, "add.rn") HALVES(operator-, "sub.rn") HALVES(operator*, "mul.rn")
INLINE half operator/(half a, half b) { return half(static_cast<float>(a) / static_cast<float>(b)); }
INLINE half operator-(half a) { a.bits ^= 0x8000; return a; }
INLINE half fabs(half a) { a.bits &= 0x7fff; return a; }
#define OF_FLOATS(f) INLINE half f(half a, half b) { return half(f(static_cast<float>(a), static_cast<float>(b))); }
OF_FLOATS(fmin) OF_FLOATS(fmax) OF_FLOATS(min) OF_FLOATS(max)
INLINE half sqrt(half a) { return half(sqrt(static_cast<float>(a))); }
INLINE half fma(half a, half b, half c) {
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(c.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
  return c;
}
template <int N> INLINE vec<half, N> fma(vec<half, N> a, vec<half, N> b, vec<half, N> c) {
  uint(&x)[N / 2] = reinterpret_cast<uint(&)[N / 2]>(a.s), (&y)[N / 2] = reinterpret_cast<uint(&)[N / 2]>(b.s);
  uint(&z)[N / 2] = reinterpret_cast<uint(&)[N / 2]>(c.s);
  _Pragma("unroll") for (int i = 0; i < N / 2; ++i)
      asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(z[i]) : "r"(x[i]), "r"(y[i]), "r"(z[i]));
  return c;
}
#define COMPARED(op) INLINE bool operator op(half a, half b) { return static_cast<float>(a) op static_cast<float>(b); }
COMPARED(<) COMPARED(>) COMPARED(<=) COMPARED(>=) COMPARED(==) COMPARED(!=)
INLINE half &operator+=(half &a, half b) { return a = a + b; }
INLINE half &operator-=(half &a, half b) { return a = a - b; }
INLINE half &operator*=(half &a, half b) { return a = a * b; }

template <int N> INLINE typename some<float, N>::type load_halves(const half *from) {
  if constexpr (N == 1) return static_cast<float>(*from);
  else return convert<vec<float, N>>(load_lanes<N>(from));
}
INLINE void store_halves(half *to, float a) { *to = half(a); }
template <int N> INLINE void store_halves(half *to, vec<float, N> a) { store_lanes(to, convert<vec<half, N>>(a)); }
