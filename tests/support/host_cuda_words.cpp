// The functions of C that CUDA C++ has for every type, above the prelude.

#define __device__
#define __forceinline__ inline __attribute__((always_inline))

typedef __SIZE_TYPE__ size_t;
#define FOR_EACH_REAL(name)                                                                                            \
  inline float name(float x) { return __builtin_##name##f(x); }                                                        \
  inline double name(double x) { return __builtin_##name(x); }
#define FOR_EACH_PAIR(name)                                                                                            \
  inline float name(float x, float y) { return __builtin_##name##f(x, y); }                                            \
  inline double name(double x, double y) { return __builtin_##name(x, y); }
namespace host {
FOR_EACH_REAL(fabs) FOR_EACH_REAL(sqrt) FOR_EACH_REAL(exp) FOR_EACH_REAL(log) FOR_EACH_REAL(erf) FOR_EACH_PAIR(fmin) FOR_EACH_PAIR(fmax)
inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
inline bool isfinite(float x) { return __builtin_isfinite(x); }
inline bool isfinite(double x) { return __builtin_isfinite(x); }
inline bool isnan(float x) { return __builtin_isnan(x); }
inline bool isnan(double x) { return __builtin_isnan(x); }
inline float rsqrt(float x) { return 1 / sqrt(x); }
inline double rsqrt(double x) { return 1 / sqrt(x); }
#define FOR_PAIRS_OF(T)                                                                                                \
  inline T min(T x, T y) { return y < x ? y : x; }                                                                     \
  inline T max(T x, T y) { return x < y ? y : x; }
FOR_PAIRS_OF(int) FOR_PAIRS_OF(unsigned) FOR_PAIRS_OF(long long) FOR_PAIRS_OF(unsigned long long) FOR_PAIRS_OF(float)
FOR_PAIRS_OF(double)

typedef _Float16 half;
inline half fabs(half x) { return x < 0 ? -x : x; }
inline half fma(half x, half y, half z) { return static_cast<half>(fma(double(x), double(y), double(z))); }
inline half fmin(half x, half y) { return y < x ? y : x; }
inline half fmax(half x, half y) { return x < y ? y : x; }
inline half min(half x, half y) { return fmin(x, y); }
inline half max(half x, half y) { return fmax(x, y); }
}
namespace cuda_on_host {
using host::half;
using host::erf, host::exp, host::fabs, host::fma, host::fmax, host::fmin, host::isfinite, host::isnan, host::log, host::max, host::min, host::rsqrt, host::sqrt;
