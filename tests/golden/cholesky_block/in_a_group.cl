// factorization m=64 n=64 rhs=0 items=3 complex64 cholesky factor a=col upper batched: items=64 lanes=4 vectors=1
// rows=4
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
float2 stored(__global const float2 *a, const ulong a_offset, const int a_row, const int a_col, const int i,
    const int j, const int n)
{
  if (i <= j && j < n) return a[a_offset + (size_t)i + (size_t)j * a_col];
  return i == j ? (float2)(1, 0) : (float2)(0);
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
cholesky_block(
    const int n,
    __global float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global int *restrict info, const ulong info_offset, const int first, const ulong a_step)
{
  __local float2 next[272] __attribute__((aligned(32))), solved[272] __attribute__((aligned(32)));
  const size_t matrix = get_group_id(0);
  a += matrix * a_step;
  const int item = get_local_id(0);
  const int size = ((n + 3) / 4) * 4;
  int failed = 0;
  const int row0 = (item % 8) * 4;
  const int col0 = (item / 8) * 4;
  const int row1 = (item % 8) * 4 + 32;
  const int col1 = (item / 8) * 4 + 32;
  float8 t00_0 = (float8)(stored(a, a_offset, a_row, a_col, row0, col0, n),
      stored(a, a_offset, a_row, a_col, row0, col0 + 1, n), stored(a, a_offset, a_row, a_col, row0, col0 + 2, n),
      stored(a, a_offset, a_row, a_col, row0, col0 + 3, n));
  float8 t00_1 = (float8)(stored(a, a_offset, a_row, a_col, row0 + 1, col0, n),
      stored(a, a_offset, a_row, a_col, row0 + 1, col0 + 1, n), stored(a, a_offset, a_row, a_col, row0 + 1, col0 + 2,
      n), stored(a, a_offset, a_row, a_col, row0 + 1, col0 + 3, n));
  float8 t00_2 = (float8)(stored(a, a_offset, a_row, a_col, row0 + 2, col0, n),
      stored(a, a_offset, a_row, a_col, row0 + 2, col0 + 1, n), stored(a, a_offset, a_row, a_col, row0 + 2, col0 + 2,
      n), stored(a, a_offset, a_row, a_col, row0 + 2, col0 + 3, n));
  float8 t00_3 = (float8)(stored(a, a_offset, a_row, a_col, row0 + 3, col0, n),
      stored(a, a_offset, a_row, a_col, row0 + 3, col0 + 1, n), stored(a, a_offset, a_row, a_col, row0 + 3, col0 + 2,
      n), stored(a, a_offset, a_row, a_col, row0 + 3, col0 + 3, n));
  float8 t01_0 = (float8)(stored(a, a_offset, a_row, a_col, row0, col1, n),
      stored(a, a_offset, a_row, a_col, row0, col1 + 1, n), stored(a, a_offset, a_row, a_col, row0, col1 + 2, n),
      stored(a, a_offset, a_row, a_col, row0, col1 + 3, n));
  float8 t01_1 = (float8)(stored(a, a_offset, a_row, a_col, row0 + 1, col1, n),
      stored(a, a_offset, a_row, a_col, row0 + 1, col1 + 1, n), stored(a, a_offset, a_row, a_col, row0 + 1, col1 + 2,
      n), stored(a, a_offset, a_row, a_col, row0 + 1, col1 + 3, n));
  float8 t01_2 = (float8)(stored(a, a_offset, a_row, a_col, row0 + 2, col1, n),
      stored(a, a_offset, a_row, a_col, row0 + 2, col1 + 1, n), stored(a, a_offset, a_row, a_col, row0 + 2, col1 + 2,
      n), stored(a, a_offset, a_row, a_col, row0 + 2, col1 + 3, n));
  float8 t01_3 = (float8)(stored(a, a_offset, a_row, a_col, row0 + 3, col1, n),
      stored(a, a_offset, a_row, a_col, row0 + 3, col1 + 1, n), stored(a, a_offset, a_row, a_col, row0 + 3, col1 + 2,
      n), stored(a, a_offset, a_row, a_col, row0 + 3, col1 + 3, n));
  float8 t11_0 = (float8)(stored(a, a_offset, a_row, a_col, row1, col1, n),
      stored(a, a_offset, a_row, a_col, row1, col1 + 1, n), stored(a, a_offset, a_row, a_col, row1, col1 + 2, n),
      stored(a, a_offset, a_row, a_col, row1, col1 + 3, n));
  float8 t11_1 = (float8)(stored(a, a_offset, a_row, a_col, row1 + 1, col1, n),
      stored(a, a_offset, a_row, a_col, row1 + 1, col1 + 1, n), stored(a, a_offset, a_row, a_col, row1 + 1, col1 + 2,
      n), stored(a, a_offset, a_row, a_col, row1 + 1, col1 + 3, n));
  float8 t11_2 = (float8)(stored(a, a_offset, a_row, a_col, row1 + 2, col1, n),
      stored(a, a_offset, a_row, a_col, row1 + 2, col1 + 1, n), stored(a, a_offset, a_row, a_col, row1 + 2, col1 + 2,
      n), stored(a, a_offset, a_row, a_col, row1 + 2, col1 + 3, n));
  float8 t11_3 = (float8)(stored(a, a_offset, a_row, a_col, row1 + 3, col1, n),
      stored(a, a_offset, a_row, a_col, row1 + 3, col1 + 1, n), stored(a, a_offset, a_row, a_col, row1 + 3, col1 + 2,
      n), stored(a, a_offset, a_row, a_col, row1 + 3, col1 + 3, n));
  if (row0 >= 0 && row0 < 4) {
    *(__local float8 *)(__local float *)(next + row0 * 68 + col0) = t00_0;
    *(__local float8 *)(__local float *)(next + (row0 + 1) * 68 + col0) = t00_1;
    *(__local float8 *)(__local float *)(next + (row0 + 2) * 68 + col0) = t00_2;
    *(__local float8 *)(__local float *)(next + (row0 + 3) * 68 + col0) = t00_3;
    *(__local float8 *)(__local float *)(next + row0 * 68 + col1) = t01_0;
    *(__local float8 *)(__local float *)(next + (row0 + 1) * 68 + col1) = t01_1;
    *(__local float8 *)(__local float *)(next + (row0 + 2) * 68 + col1) = t01_2;
    *(__local float8 *)(__local float *)(next + (row0 + 3) * 68 + col1) = t01_3;
  }
  if (row1 >= 0 && row1 < 4) {
    *(__local float8 *)(__local float *)(next + row1 * 68 + col1) = t11_0;
    *(__local float8 *)(__local float *)(next + (row1 + 1) * 68 + col1) = t11_1;
    *(__local float8 *)(__local float *)(next + (row1 + 2) * 68 + col1) = t11_2;
    *(__local float8 *)(__local float *)(next + (row1 + 3) * 68 + col1) = t11_3;
  }
  for (int k = 0; k < size; k += 4) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = k + item; j < size; j += 64) {
      float root0, near0;
      float root1, near1;
      float root2, near2;
      float root3, near3;
      float2 u0_1, u0_2, u0_3, u1_2, u1_3, u2_3;
      root0 = next[k].x;
      u0_1 = next[k + 1];
      u0_2 = next[k + 2];
      u0_3 = next[k + 3];
      root1 = next[k + 1 + 68].x;
      u1_2 = next[k + 2 + 68];
      u1_3 = next[k + 3 + 68];
      root2 = next[k + 2 + 136].x;
      u2_3 = next[k + 3 + 136];
      root3 = next[k + 3 + 204].x;
      if (failed == 0 && !(root0 > 0)) failed = first + k + 1;
      near0 = rsqrt(root0);
      if (root0 < INFINITY) {
        const float near_root = root0 * near0;
        const float rest = (float)0.5 * (1 - near_root * near0);
        root0 = near_root + near_root * rest;
        near0 += near0 * rest;
      }
      u0_1 *= near0;
      u0_2 *= near0;
      u0_3 *= near0;
      root1 -= u0_1.x * u0_1.x + u0_1.y * u0_1.y;
      if (failed == 0 && !(root1 > 0)) failed = first + k + 2;
      near1 = rsqrt(root1);
      if (root1 < INFINITY) {
        const float near_root = root1 * near1;
        const float rest = (float)0.5 * (1 - near_root * near1);
        root1 = near_root + near_root * rest;
        near1 += near1 * rest;
      }
      u1_2 -= times(conj(u0_1), u0_2);
      u1_2 *= near1;
      u1_3 -= times(conj(u0_1), u0_3);
      u1_3 *= near1;
      root2 -= u0_2.x * u0_2.x + u0_2.y * u0_2.y;
      root2 -= u1_2.x * u1_2.x + u1_2.y * u1_2.y;
      if (failed == 0 && !(root2 > 0)) failed = first + k + 3;
      near2 = rsqrt(root2);
      if (root2 < INFINITY) {
        const float near_root = root2 * near2;
        const float rest = (float)0.5 * (1 - near_root * near2);
        root2 = near_root + near_root * rest;
        near2 += near2 * rest;
      }
      u2_3 -= times(conj(u0_2), u0_3);
      u2_3 -= times(conj(u1_2), u1_3);
      u2_3 *= near2;
      root3 -= u0_3.x * u0_3.x + u0_3.y * u0_3.y;
      root3 -= u1_3.x * u1_3.x + u1_3.y * u1_3.y;
      root3 -= u2_3.x * u2_3.x + u2_3.y * u2_3.y;
      if (failed == 0 && !(root3 > 0)) failed = first + k + 4;
      near3 = rsqrt(root3);
      if (root3 < INFINITY) {
        const float near_root = root3 * near3;
        const float rest = (float)0.5 * (1 - near_root * near3);
        root3 = near_root + near_root * rest;
        near3 += near3 * rest;
      }
      float2 x0_0 = next[j];
      float2 x1_0 = next[j + 68];
      float2 x2_0 = next[j + 136];
      float2 x3_0 = next[j + 204];
      x0_0 *= near0;
      x1_0.even -= u0_1.x * x0_0.even - -u0_1.y * x0_0.odd;
      x1_0.odd -= u0_1.x * x0_0.odd + -u0_1.y * x0_0.even;
      x1_0 *= near1;
      x2_0.even -= u0_2.x * x0_0.even - -u0_2.y * x0_0.odd;
      x2_0.odd -= u0_2.x * x0_0.odd + -u0_2.y * x0_0.even;
      x2_0.even -= u1_2.x * x1_0.even - -u1_2.y * x1_0.odd;
      x2_0.odd -= u1_2.x * x1_0.odd + -u1_2.y * x1_0.even;
      x2_0 *= near2;
      x3_0.even -= u0_3.x * x0_0.even - -u0_3.y * x0_0.odd;
      x3_0.odd -= u0_3.x * x0_0.odd + -u0_3.y * x0_0.even;
      x3_0.even -= u1_3.x * x1_0.even - -u1_3.y * x1_0.odd;
      x3_0.odd -= u1_3.x * x1_0.odd + -u1_3.y * x1_0.even;
      x3_0.even -= u2_3.x * x2_0.even - -u2_3.y * x2_0.odd;
      x3_0.odd -= u2_3.x * x2_0.odd + -u2_3.y * x2_0.even;
      x3_0 *= near3;
      solved[j] = j == k ? (float2)(root0, 0) : x0_0;
      solved[j + 68] = j == k + 1 ? (float2)(root1, 0) : x1_0;
      solved[j + 136] = j == k + 2 ? (float2)(root2, 0) : x2_0;
      solved[j + 204] = j == k + 3 ? (float2)(root3, 0) : x3_0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int start = k + 4;
    for (int e = item; e < 4 * (n - k); e += 64) {
      const int r = e % 4, j = k + e / 4;
      if (k + r <= j && j < n) { a[a_offset + (size_t)(k + r) + (size_t)j * a_col] = solved[r * 68 + j]; }
    }
    if (row0 >= start) {
      #pragma unroll 4
      for (int s = 0; s < 4; ++s) {
        const float8 a0 = *(__local const float8 *)(__local float *)(solved + s * 68 + row0);
        const float8 b0 = *(__local const float8 *)(__local float *)(solved + s * 68 + col0);
        const float8 a1 = *(__local const float8 *)(__local float *)(solved + s * 68 + row1);
        const float8 b1 = *(__local const float8 *)(__local float *)(solved + s * 68 + col1);
        t00_0.even -= a0.s0 * b0.even - -a0.s1 * b0.odd;
        t00_0.odd -= a0.s0 * b0.odd + -a0.s1 * b0.even;
        t00_1.even -= a0.s2 * b0.even - -a0.s3 * b0.odd;
        t00_1.odd -= a0.s2 * b0.odd + -a0.s3 * b0.even;
        t00_2.even -= a0.s4 * b0.even - -a0.s5 * b0.odd;
        t00_2.odd -= a0.s4 * b0.odd + -a0.s5 * b0.even;
        t00_3.even -= a0.s6 * b0.even - -a0.s7 * b0.odd;
        t00_3.odd -= a0.s6 * b0.odd + -a0.s7 * b0.even;
        t01_0.even -= a0.s0 * b1.even - -a0.s1 * b1.odd;
        t01_0.odd -= a0.s0 * b1.odd + -a0.s1 * b1.even;
        t01_1.even -= a0.s2 * b1.even - -a0.s3 * b1.odd;
        t01_1.odd -= a0.s2 * b1.odd + -a0.s3 * b1.even;
        t01_2.even -= a0.s4 * b1.even - -a0.s5 * b1.odd;
        t01_2.odd -= a0.s4 * b1.odd + -a0.s5 * b1.even;
        t01_3.even -= a0.s6 * b1.even - -a0.s7 * b1.odd;
        t01_3.odd -= a0.s6 * b1.odd + -a0.s7 * b1.even;
        t11_0.even -= a1.s0 * b1.even - -a1.s1 * b1.odd;
        t11_0.odd -= a1.s0 * b1.odd + -a1.s1 * b1.even;
        t11_1.even -= a1.s2 * b1.even - -a1.s3 * b1.odd;
        t11_1.odd -= a1.s2 * b1.odd + -a1.s3 * b1.even;
        t11_2.even -= a1.s4 * b1.even - -a1.s5 * b1.odd;
        t11_2.odd -= a1.s4 * b1.odd + -a1.s5 * b1.even;
        t11_3.even -= a1.s6 * b1.even - -a1.s7 * b1.odd;
        t11_3.odd -= a1.s6 * b1.odd + -a1.s7 * b1.even;
      }
    }
    else if (row1 >= start) {
      #pragma unroll 4
      for (int s = 0; s < 4; ++s) {
        const float8 a1 = *(__local const float8 *)(__local float *)(solved + s * 68 + row1);
        const float8 b1 = *(__local const float8 *)(__local float *)(solved + s * 68 + col1);
        t11_0.even -= a1.s0 * b1.even - -a1.s1 * b1.odd;
        t11_0.odd -= a1.s0 * b1.odd + -a1.s1 * b1.even;
        t11_1.even -= a1.s2 * b1.even - -a1.s3 * b1.odd;
        t11_1.odd -= a1.s2 * b1.odd + -a1.s3 * b1.even;
        t11_2.even -= a1.s4 * b1.even - -a1.s5 * b1.odd;
        t11_2.odd -= a1.s4 * b1.odd + -a1.s5 * b1.even;
        t11_3.even -= a1.s6 * b1.even - -a1.s7 * b1.odd;
        t11_3.odd -= a1.s6 * b1.odd + -a1.s7 * b1.even;
      }
    }
    if (row0 >= start && row0 < start + 4) {
      *(__local float8 *)(__local float *)(next + (row0 - start) * 68 + col0) = t00_0;
      *(__local float8 *)(__local float *)(next + (row0 - start + 1) * 68 + col0) = t00_1;
      *(__local float8 *)(__local float *)(next + (row0 - start + 2) * 68 + col0) = t00_2;
      *(__local float8 *)(__local float *)(next + (row0 - start + 3) * 68 + col0) = t00_3;
      *(__local float8 *)(__local float *)(next + (row0 - start) * 68 + col1) = t01_0;
      *(__local float8 *)(__local float *)(next + (row0 - start + 1) * 68 + col1) = t01_1;
      *(__local float8 *)(__local float *)(next + (row0 - start + 2) * 68 + col1) = t01_2;
      *(__local float8 *)(__local float *)(next + (row0 - start + 3) * 68 + col1) = t01_3;
    }
    if (row1 >= start && row1 < start + 4) {
      *(__local float8 *)(__local float *)(next + (row1 - start) * 68 + col1) = t11_0;
      *(__local float8 *)(__local float *)(next + (row1 - start + 1) * 68 + col1) = t11_1;
      *(__local float8 *)(__local float *)(next + (row1 - start + 2) * 68 + col1) = t11_2;
      *(__local float8 *)(__local float *)(next + (row1 - start + 3) * 68 + col1) = t11_3;
    }
  }
  if (item == 0 && (first == 0 || info[info_offset + matrix] == 0)) {
    info[info_offset + matrix] = failed;
  }
}
