// What a text in CUDA C++ finds on the host: the device's words, halves, and work-items that wait for each other.
// The prelude's first half stands above this, the text below; no header is included, whose types would be others.

#define __global__
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(items)
#define __restrict__

struct place { uint x, y, z; };
extern "C" place threadIdx, blockIdx, blockDim, gridDim; // host_cuda_items.c moves the first two
extern "C" void wait_for_the_others();
#define __syncthreads() wait_for_the_others()

extern "C" uchar dynamic_local[]; // every array of a kernel that has more than may be declared
template <class T> inline T &local_at(uint offset) { return *reinterpret_cast<T *>(dynamic_local + offset); }

inline int atomicAdd(int *at, int more) { const int before = *at; *at += more; return before; }
inline float power_of_two(float x) { return __builtin_exp2f(x); }
inline float rough_quotient(float x, float y) { return x / y; }
inline float __int_as_float(int bits) { return bits_of<float>(bits); }
template <class T> inline T load_anew(const T *from) { return *from; }

template <int N> inline typename some<float, N>::type load_halves(const half *from) {
  if constexpr (N == 1) return static_cast<float>(*from);
  else return convert<vec<float, N>>(load_lanes<N>(from));
}
inline void store_halves(half *to, float a) { *to = static_cast<half>(a); }
template <int N> inline void store_halves(half *to, vec<float, N> a) { store_lanes(to, convert<vec<half, N>>(a)); }
template <int... I> struct numbers {};
template <int N, int... I> struct first_numbers : first_numbers<N - 1, N - 1, I...> {};
template <int... I> struct first_numbers<0, I...> { typedef numbers<I...> type; };
template <class... A, int... I> inline void call(void (*kernel)(A...), void **arguments, numbers<I...>) {
  kernel(*static_cast<A *>(arguments[I])...);
}
template <class... A> inline void call(void (*kernel)(A...), void **arguments) {
  call(kernel, arguments, typename first_numbers<sizeof...(A)>::type());
}
