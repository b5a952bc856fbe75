// substitution m=128 n=4096 float64 a=row b=col lower: items=256 height=4 width=4 rows=4
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double quotient(double a, double b)
{
  const double r = 1 / b;
  return isnormal(r) ? a * r : a / b;
}
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
substitute_tiles(
    const int m, const int n,
    __global const double *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global double *restrict b, const ulong b_offset, const int b_row, const int b_col, const double alpha)
{
  __local double next[272] __attribute__((aligned(32)));
  __local double solved[272] __attribute__((aligned(32)));
  __local double triangle[1056] __attribute__((aligned(32)));
  const int item = get_local_id(0);
  const size_t group = get_group_id(0);
  const int groups = (n + 63) / 64, first = (int)(group % groups) * 64;
  const int row = (item % 16) * 4, col = (item / 16) * 4;
  double4 t0_0 = (double4)(row < m && first + col < n
      ? alpha * b[b_offset + (size_t)row + (size_t)(first + col) * b_col] : 0,
      row < m && first + col + 1 < n ? alpha * b[b_offset + (size_t)row + (size_t)(first + col + 1) * b_col] : 0,
      row < m && first + col + 2 < n ? alpha * b[b_offset + (size_t)row + (size_t)(first + col + 2) * b_col] : 0,
      row < m && first + col + 3 < n ? alpha * b[b_offset + (size_t)row + (size_t)(first + col + 3) * b_col] : 0);
  double4 t0_1 = (double4)(row + 1 < m && first + col < n
      ? alpha * b[b_offset + (size_t)(row + 1) + (size_t)(first + col) * b_col] : 0,
      row + 1 < m && first + col + 1 < n ? alpha * b[b_offset + (size_t)(row + 1) + (size_t)(first + col + 1) * b_col]
      : 0, row + 1 < m && first + col + 2 < n
      ? alpha * b[b_offset + (size_t)(row + 1) + (size_t)(first + col + 2) * b_col] : 0,
      row + 1 < m && first + col + 3 < n
      ? alpha * b[b_offset + (size_t)(row + 1) + (size_t)(first + col + 3) * b_col] : 0);
  double4 t0_2 = (double4)(row + 2 < m && first + col < n
      ? alpha * b[b_offset + (size_t)(row + 2) + (size_t)(first + col) * b_col] : 0,
      row + 2 < m && first + col + 1 < n ? alpha * b[b_offset + (size_t)(row + 2) + (size_t)(first + col + 1) * b_col]
      : 0, row + 2 < m && first + col + 2 < n
      ? alpha * b[b_offset + (size_t)(row + 2) + (size_t)(first + col + 2) * b_col] : 0,
      row + 2 < m && first + col + 3 < n
      ? alpha * b[b_offset + (size_t)(row + 2) + (size_t)(first + col + 3) * b_col] : 0);
  double4 t0_3 = (double4)(row + 3 < m && first + col < n
      ? alpha * b[b_offset + (size_t)(row + 3) + (size_t)(first + col) * b_col] : 0,
      row + 3 < m && first + col + 1 < n ? alpha * b[b_offset + (size_t)(row + 3) + (size_t)(first + col + 1) * b_col]
      : 0, row + 3 < m && first + col + 2 < n
      ? alpha * b[b_offset + (size_t)(row + 3) + (size_t)(first + col + 2) * b_col] : 0,
      row + 3 < m && first + col + 3 < n
      ? alpha * b[b_offset + (size_t)(row + 3) + (size_t)(first + col + 3) * b_col] : 0);
  double4 t1_0 = (double4)(row + 64 < m && first + col < n
      ? alpha * b[b_offset + (size_t)(row + 64) + (size_t)(first + col) * b_col] : 0,
      row + 64 < m && first + col + 1 < n ? alpha * b[b_offset + (size_t)(row + 64) + (size_t)(first + col + 1) * b_col]
      : 0, row + 64 < m && first + col + 2 < n
      ? alpha * b[b_offset + (size_t)(row + 64) + (size_t)(first + col + 2) * b_col] : 0,
      row + 64 < m && first + col + 3 < n
      ? alpha * b[b_offset + (size_t)(row + 64) + (size_t)(first + col + 3) * b_col] : 0);
  double4 t1_1 = (double4)(row + 65 < m && first + col < n
      ? alpha * b[b_offset + (size_t)(row + 65) + (size_t)(first + col) * b_col] : 0,
      row + 65 < m && first + col + 1 < n ? alpha * b[b_offset + (size_t)(row + 65) + (size_t)(first + col + 1) * b_col]
      : 0, row + 65 < m && first + col + 2 < n
      ? alpha * b[b_offset + (size_t)(row + 65) + (size_t)(first + col + 2) * b_col] : 0,
      row + 65 < m && first + col + 3 < n
      ? alpha * b[b_offset + (size_t)(row + 65) + (size_t)(first + col + 3) * b_col] : 0);
  double4 t1_2 = (double4)(row + 66 < m && first + col < n
      ? alpha * b[b_offset + (size_t)(row + 66) + (size_t)(first + col) * b_col] : 0,
      row + 66 < m && first + col + 1 < n ? alpha * b[b_offset + (size_t)(row + 66) + (size_t)(first + col + 1) * b_col]
      : 0, row + 66 < m && first + col + 2 < n
      ? alpha * b[b_offset + (size_t)(row + 66) + (size_t)(first + col + 2) * b_col] : 0,
      row + 66 < m && first + col + 3 < n
      ? alpha * b[b_offset + (size_t)(row + 66) + (size_t)(first + col + 3) * b_col] : 0);
  double4 t1_3 = (double4)(row + 67 < m && first + col < n
      ? alpha * b[b_offset + (size_t)(row + 67) + (size_t)(first + col) * b_col] : 0,
      row + 67 < m && first + col + 1 < n ? alpha * b[b_offset + (size_t)(row + 67) + (size_t)(first + col + 1) * b_col]
      : 0, row + 67 < m && first + col + 2 < n
      ? alpha * b[b_offset + (size_t)(row + 67) + (size_t)(first + col + 2) * b_col] : 0,
      row + 67 < m && first + col + 3 < n
      ? alpha * b[b_offset + (size_t)(row + 67) + (size_t)(first + col + 3) * b_col] : 0);
  const int i0 = item / 4, j0 = item % 4;
  double value0;
  value0 = i0 < m && j0 < m && i0 >= j0 ? a[a_offset + (size_t)i0 * a_row + (size_t)j0] : i0 == j0 ? 1 : 0;
  const int i1 = (item + 256) / 4, j1 = (item + 256) % 4;
  double value1;
  value1 = i1 < m && j1 < m && i1 >= j1 ? a[a_offset + (size_t)i1 * a_row + (size_t)j1] : i1 == j1 ? 1 : 0;
  triangle[j0 * 132 + i0] = value0;
  triangle[j1 * 132 + i1] = value1;
  if (row >= 0 && row < 4) {
    *(__local double4 *)(next + row * 68 + col) = t0_0;
    *(__local double4 *)(next + (row + 1) * 68 + col) = t0_1;
    *(__local double4 *)(next + (row + 2) * 68 + col) = t0_2;
    *(__local double4 *)(next + (row + 3) * 68 + col) = t0_3;
  }
  if (row + 64 >= 0 && row + 64 < 4) {
    *(__local double4 *)(next + (row + 64) * 68 + col) = t1_0;
    *(__local double4 *)(next + (row + 64 + 1) * 68 + col) = t1_1;
    *(__local double4 *)(next + (row + 64 + 2) * 68 + col) = t1_2;
    *(__local double4 *)(next + (row + 64 + 3) * 68 + col) = t1_3;
  }
  for (int k = 0; k < m; k += 4) {
    const int start = k + 4, now = k / 4 % 2 * 4;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    value0 = i0 < m && start + j0 < m && i0 >= start + j0
        ? a[a_offset + (size_t)i0 * a_row + (size_t)(start + j0)] : i0 == start + j0 ? 1 : 0;
    value1 = i1 < m && start + j1 < m && i1 >= start + j1
        ? a[a_offset + (size_t)i1 * a_row + (size_t)(start + j1)] : i1 == start + j1 ? 1 : 0;
    for (int j = item; j < 64; j += 256) {
      double x0 = next[j];
      double x1 = next[j + 68];
      double x2 = next[j + 136];
      double x3 = next[j + 204];
      x0 = quotient(x0, triangle[now * 132 + k]);
      solved[j] = x0;
      {
        const double left = triangle[now * 132 + k + 1];
        x1 -= left * x0;
      }
      x1 = quotient(x1, triangle[(now + 1) * 132 + k + 1]);
      solved[j + 68] = x1;
      {
        const double left = triangle[now * 132 + k + 2];
        x2 -= left * x0;
      }
      {
        const double left = triangle[(now + 1) * 132 + k + 2];
        x2 -= left * x1;
      }
      x2 = quotient(x2, triangle[(now + 2) * 132 + k + 2]);
      solved[j + 136] = x2;
      {
        const double left = triangle[now * 132 + k + 3];
        x3 -= left * x0;
      }
      {
        const double left = triangle[(now + 1) * 132 + k + 3];
        x3 -= left * x1;
      }
      {
        const double left = triangle[(now + 2) * 132 + k + 3];
        x3 -= left * x2;
      }
      x3 = quotient(x3, triangle[(now + 3) * 132 + k + 3]);
      solved[j + 204] = x3;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = item; e < 256; e += 256) {
      const int r = e % 4, j = e / 4;
      if (k + r < m && first + j < n)
          { b[b_offset + (size_t)(k + r) + (size_t)(first + j) * b_col] = solved[r * 68 + j]; }
    }
    if (row >= start) {
      #pragma unroll 4
      for (int s = 0; s < 4; ++s) {
        const double4 x = *(__local const double4 *)(solved + s * 68 + col);
        const double4 a0 = *(__local const double4 *)(triangle + (now + s) * 132 + row);
        t0_0 -= a0.s0 * x;
        t0_1 -= a0.s1 * x;
        t0_2 -= a0.s2 * x;
        t0_3 -= a0.s3 * x;
        const double4 a1 = *(__local const double4 *)(triangle + (now + s) * 132 + row + 64);
        t1_0 -= a1.s0 * x;
        t1_1 -= a1.s1 * x;
        t1_2 -= a1.s2 * x;
        t1_3 -= a1.s3 * x;
      }
    }
    else if (row + 64 >= start) {
      #pragma unroll 4
      for (int s = 0; s < 4; ++s) {
        const double4 x = *(__local const double4 *)(solved + s * 68 + col);
        const double4 a1 = *(__local const double4 *)(triangle + (now + s) * 132 + row + 64);
        t1_0 -= a1.s0 * x;
        t1_1 -= a1.s1 * x;
        t1_2 -= a1.s2 * x;
        t1_3 -= a1.s3 * x;
      }
    }
    triangle[(4 - now + j0) * 132 + i0] = value0;
    triangle[(4 - now + j1) * 132 + i1] = value1;
    if (row >= start && row < start + 4) {
      *(__local double4 *)(next + (row - start) * 68 + col) = t0_0;
      *(__local double4 *)(next + (row + 1 - start) * 68 + col) = t0_1;
      *(__local double4 *)(next + (row + 2 - start) * 68 + col) = t0_2;
      *(__local double4 *)(next + (row + 3 - start) * 68 + col) = t0_3;
    }
    if (row + 64 >= start && row + 64 < start + 4) {
      *(__local double4 *)(next + (row + 64 - start) * 68 + col) = t1_0;
      *(__local double4 *)(next + (row + 64 + 1 - start) * 68 + col) = t1_1;
      *(__local double4 *)(next + (row + 64 + 2 - start) * 68 + col) = t1_2;
      *(__local double4 *)(next + (row + 64 + 3 - start) * 68 + col) = t1_3;
    }
  }
}
