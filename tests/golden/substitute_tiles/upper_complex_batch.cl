// substitution m=45 n=9 items=3 complex64 a=any b=row upper batched: items=64 height=4 width=2 rows=4
float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
float2 scale(float2 a, float2 b) {
  return a.y == 0 ? (float2)(a.x * b.x, a.x * b.y) : times(a, b);
}
float2 conj(float2 a) {
  return (float2)(a.x, -a.y);
}
float2 divide(float2 a, float2 b)
{
  if (fabs(b.x) >= fabs(b.y)) {
    const float r = b.y / b.x, d = b.x + b.y * r;
    return (float2)((a.x + a.y * r) / d, (a.y - a.x * r) / d);
  }
  const float r = b.x / b.y, d = b.x * r + b.y;
  return (float2)((a.x * r + a.y) / d, (a.y * r - a.x) / d);
}
float2 quotient(float2 a, float2 b)
{
  const float2 r = divide((float2)(1, 0), b);
  return isnormal(fmax(fabs(r.x), fabs(r.y))) ? times(a, r) : divide(a, b);
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
substitute_tiles(
    const int m, const int n,
    __global const float2 *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float2 *restrict b, const ulong b_offset, const int b_row, const int b_col, const float2 alpha,
        const int items, const ulong a_step, const ulong b_step)
{
  __local float2 next[72] __attribute__((aligned(32)));
  __local float2 solved[72] __attribute__((aligned(32)));
  __local float2 triangle[544] __attribute__((aligned(32)));
  const int item = get_local_id(0);
  const size_t group = get_group_id(0);
  const int groups = (n + 15) / 16, first = (int)(group % groups) * 16;
  a += group / groups * a_step;
  b += group / groups * b_step;
  const int row = (item / 8) * 4, col = (item % 8) * 2;
  float4 t0_0 = (float4)(row < m && first + col < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - row) * b_row + (size_t)(first + col)]) : (float2)(0),
      row < m && first + col + 1 < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - row) * b_row + (size_t)(first + col + 1)]) : (float2)(0));
  float4 t0_1 = (float4)(row + 1 < m && first + col < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 1)) * b_row + (size_t)(first + col)]) : (float2)(0),
      row + 1 < m && first + col + 1 < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 1)) * b_row + (size_t)(first + col + 1)]) : (float2)(0));
  float4 t0_2 = (float4)(row + 2 < m && first + col < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 2)) * b_row + (size_t)(first + col)]) : (float2)(0),
      row + 2 < m && first + col + 1 < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 2)) * b_row + (size_t)(first + col + 1)]) : (float2)(0));
  float4 t0_3 = (float4)(row + 3 < m && first + col < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 3)) * b_row + (size_t)(first + col)]) : (float2)(0),
      row + 3 < m && first + col + 1 < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 3)) * b_row + (size_t)(first + col + 1)]) : (float2)(0));
  float4 t1_0 = (float4)(row + 32 < m && first + col < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 32)) * b_row + (size_t)(first + col)]) : (float2)(0),
      row + 32 < m && first + col + 1 < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 32)) * b_row + (size_t)(first + col + 1)]) : (float2)(0));
  float4 t1_1 = (float4)(row + 33 < m && first + col < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 33)) * b_row + (size_t)(first + col)]) : (float2)(0),
      row + 33 < m && first + col + 1 < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 33)) * b_row + (size_t)(first + col + 1)]) : (float2)(0));
  float4 t1_2 = (float4)(row + 34 < m && first + col < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 34)) * b_row + (size_t)(first + col)]) : (float2)(0),
      row + 34 < m && first + col + 1 < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 34)) * b_row + (size_t)(first + col + 1)]) : (float2)(0));
  float4 t1_3 = (float4)(row + 35 < m && first + col < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 35)) * b_row + (size_t)(first + col)]) : (float2)(0),
      row + 35 < m && first + col + 1 < n
      ? scale(alpha, b[b_offset + (size_t)(m - 1 - (row + 35)) * b_row + (size_t)(first + col + 1)]) : (float2)(0));
  const int i0 = item % 64, j0 = item / 64;
  float2 value0;
  value0 = i0 < m && j0 < m && i0 >= j0 ? a[a_offset + (size_t)(m - 1 - i0) * a_row + (size_t)(m - 1 - j0) * a_col]
      : i0 == j0 ? (float2)(1, 0) : (float2)(0);
  const int i1 = (item + 64) % 64, j1 = (item + 64) / 64;
  float2 value1;
  value1 = i1 < m && j1 < m && i1 >= j1 ? a[a_offset + (size_t)(m - 1 - i1) * a_row + (size_t)(m - 1 - j1) * a_col]
      : i1 == j1 ? (float2)(1, 0) : (float2)(0);
  const int i2 = (item + 128) % 64, j2 = (item + 128) / 64;
  float2 value2;
  value2 = i2 < m && j2 < m && i2 >= j2 ? a[a_offset + (size_t)(m - 1 - i2) * a_row + (size_t)(m - 1 - j2) * a_col]
      : i2 == j2 ? (float2)(1, 0) : (float2)(0);
  const int i3 = (item + 192) % 64, j3 = (item + 192) / 64;
  float2 value3;
  value3 = i3 < m && j3 < m && i3 >= j3 ? a[a_offset + (size_t)(m - 1 - i3) * a_row + (size_t)(m - 1 - j3) * a_col]
      : i3 == j3 ? (float2)(1, 0) : (float2)(0);
  triangle[j0 * 68 + i0] = value0;
  triangle[j1 * 68 + i1] = value1;
  triangle[j2 * 68 + i2] = value2;
  triangle[j3 * 68 + i3] = value3;
  if (row >= 0 && row < 4) {
    *(__local float4 *)(__local float *)(next + row * 18 + col) = t0_0;
    *(__local float4 *)(__local float *)(next + (row + 1) * 18 + col) = t0_1;
    *(__local float4 *)(__local float *)(next + (row + 2) * 18 + col) = t0_2;
    *(__local float4 *)(__local float *)(next + (row + 3) * 18 + col) = t0_3;
  }
  if (row + 32 >= 0 && row + 32 < 4) {
    *(__local float4 *)(__local float *)(next + (row + 32) * 18 + col) = t1_0;
    *(__local float4 *)(__local float *)(next + (row + 32 + 1) * 18 + col) = t1_1;
    *(__local float4 *)(__local float *)(next + (row + 32 + 2) * 18 + col) = t1_2;
    *(__local float4 *)(__local float *)(next + (row + 32 + 3) * 18 + col) = t1_3;
  }
  for (int k = 0; k < m; k += 4) {
    const int start = k + 4, now = k / 4 % 2 * 4;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    value0 = i0 < m && start + j0 < m && i0 >= start + j0
        ? a[a_offset + (size_t)(m - 1 - i0) * a_row + (size_t)(m - 1 - (start + j0)) * a_col]
        : i0 == start + j0 ? (float2)(1, 0) : (float2)(0);
    value1 = i1 < m && start + j1 < m && i1 >= start + j1
        ? a[a_offset + (size_t)(m - 1 - i1) * a_row + (size_t)(m - 1 - (start + j1)) * a_col]
        : i1 == start + j1 ? (float2)(1, 0) : (float2)(0);
    value2 = i2 < m && start + j2 < m && i2 >= start + j2
        ? a[a_offset + (size_t)(m - 1 - i2) * a_row + (size_t)(m - 1 - (start + j2)) * a_col]
        : i2 == start + j2 ? (float2)(1, 0) : (float2)(0);
    value3 = i3 < m && start + j3 < m && i3 >= start + j3
        ? a[a_offset + (size_t)(m - 1 - i3) * a_row + (size_t)(m - 1 - (start + j3)) * a_col]
        : i3 == start + j3 ? (float2)(1, 0) : (float2)(0);
    for (int j = item; j < 16; j += 64) {
      float2 x0 = next[j];
      float2 x1 = next[j + 18];
      float2 x2 = next[j + 36];
      float2 x3 = next[j + 54];
      x0 = quotient(x0, triangle[now * 68 + k]);
      solved[j] = x0;
      {
        const float2 left = triangle[now * 68 + k + 1];
        x1.even -= left.x * x0.even - left.y * x0.odd;
        x1.odd -= left.x * x0.odd + left.y * x0.even;
      }
      x1 = quotient(x1, triangle[(now + 1) * 68 + k + 1]);
      solved[j + 18] = x1;
      {
        const float2 left = triangle[now * 68 + k + 2];
        x2.even -= left.x * x0.even - left.y * x0.odd;
        x2.odd -= left.x * x0.odd + left.y * x0.even;
      }
      {
        const float2 left = triangle[(now + 1) * 68 + k + 2];
        x2.even -= left.x * x1.even - left.y * x1.odd;
        x2.odd -= left.x * x1.odd + left.y * x1.even;
      }
      x2 = quotient(x2, triangle[(now + 2) * 68 + k + 2]);
      solved[j + 36] = x2;
      {
        const float2 left = triangle[now * 68 + k + 3];
        x3.even -= left.x * x0.even - left.y * x0.odd;
        x3.odd -= left.x * x0.odd + left.y * x0.even;
      }
      {
        const float2 left = triangle[(now + 1) * 68 + k + 3];
        x3.even -= left.x * x1.even - left.y * x1.odd;
        x3.odd -= left.x * x1.odd + left.y * x1.even;
      }
      {
        const float2 left = triangle[(now + 2) * 68 + k + 3];
        x3.even -= left.x * x2.even - left.y * x2.odd;
        x3.odd -= left.x * x2.odd + left.y * x2.even;
      }
      x3 = quotient(x3, triangle[(now + 3) * 68 + k + 3]);
      solved[j + 54] = x3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = item; e < 64; e += 64) {
      const int r = e / 16, j = e % 16;
      if (k + r < m && first + j < n)
          { b[b_offset + (size_t)(m - 1 - (k + r)) * b_row + (size_t)(first + j)] = solved[r * 18 + j]; }
    }
    if (row >= start) {
      #pragma unroll 4
      for (int s = 0; s < 4; ++s) {
        const float4 x = *(__local const float4 *)(__local float *)(solved + s * 18 + col);
        const float8 a0 = *(__local const float8 *)(__local float *)(triangle + (now + s) * 68 + row);
        t0_0.even -= a0.s0 * x.even - a0.s1 * x.odd;
        t0_0.odd -= a0.s0 * x.odd + a0.s1 * x.even;
        t0_1.even -= a0.s2 * x.even - a0.s3 * x.odd;
        t0_1.odd -= a0.s2 * x.odd + a0.s3 * x.even;
        t0_2.even -= a0.s4 * x.even - a0.s5 * x.odd;
        t0_2.odd -= a0.s4 * x.odd + a0.s5 * x.even;
        t0_3.even -= a0.s6 * x.even - a0.s7 * x.odd;
        t0_3.odd -= a0.s6 * x.odd + a0.s7 * x.even;
        const float8 a1 = *(__local const float8 *)(__local float *)(triangle + (now + s) * 68 + row + 32);
        t1_0.even -= a1.s0 * x.even - a1.s1 * x.odd;
        t1_0.odd -= a1.s0 * x.odd + a1.s1 * x.even;
        t1_1.even -= a1.s2 * x.even - a1.s3 * x.odd;
        t1_1.odd -= a1.s2 * x.odd + a1.s3 * x.even;
        t1_2.even -= a1.s4 * x.even - a1.s5 * x.odd;
        t1_2.odd -= a1.s4 * x.odd + a1.s5 * x.even;
        t1_3.even -= a1.s6 * x.even - a1.s7 * x.odd;
        t1_3.odd -= a1.s6 * x.odd + a1.s7 * x.even;
      }
    }
    else if (row + 32 >= start) {
      #pragma unroll 4
      for (int s = 0; s < 4; ++s) {
        const float4 x = *(__local const float4 *)(__local float *)(solved + s * 18 + col);
        const float8 a1 = *(__local const float8 *)(__local float *)(triangle + (now + s) * 68 + row + 32);
        t1_0.even -= a1.s0 * x.even - a1.s1 * x.odd;
        t1_0.odd -= a1.s0 * x.odd + a1.s1 * x.even;
        t1_1.even -= a1.s2 * x.even - a1.s3 * x.odd;
        t1_1.odd -= a1.s2 * x.odd + a1.s3 * x.even;
        t1_2.even -= a1.s4 * x.even - a1.s5 * x.odd;
        t1_2.odd -= a1.s4 * x.odd + a1.s5 * x.even;
        t1_3.even -= a1.s6 * x.even - a1.s7 * x.odd;
        t1_3.odd -= a1.s6 * x.odd + a1.s7 * x.even;
      }
    }
    triangle[(4 - now + j0) * 68 + i0] = value0;
    triangle[(4 - now + j1) * 68 + i1] = value1;
    triangle[(4 - now + j2) * 68 + i2] = value2;
    triangle[(4 - now + j3) * 68 + i3] = value3;
    if (row >= start && row < start + 4) {
      *(__local float4 *)(__local float *)(next + (row - start) * 18 + col) = t0_0;
      *(__local float4 *)(__local float *)(next + (row + 1 - start) * 18 + col) = t0_1;
      *(__local float4 *)(__local float *)(next + (row + 2 - start) * 18 + col) = t0_2;
      *(__local float4 *)(__local float *)(next + (row + 3 - start) * 18 + col) = t0_3;
    }
    if (row + 32 >= start && row + 32 < start + 4) {
      *(__local float4 *)(__local float *)(next + (row + 32 - start) * 18 + col) = t1_0;
      *(__local float4 *)(__local float *)(next + (row + 32 + 1 - start) * 18 + col) = t1_1;
      *(__local float4 *)(__local float *)(next + (row + 32 + 2 - start) * 18 + col) = t1_2;
      *(__local float4 *)(__local float *)(next + (row + 32 + 3 - start) * 18 + col) = t1_3;
    }
  }
}
