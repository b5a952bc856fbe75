// substitution m=16 n=16 float32 a=row b=row lower: items=64 height=1 width=1 rows=2
float quotient(float a, float b)
{
  const float r = 1 / b;
  return isnormal(r) ? a * r : a / b;
}
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
substitute_tiles(
    const int m, const int n,
    __global const float *restrict a, const ulong a_offset, const int a_row, const int a_col,
    __global float *restrict b, const ulong b_offset, const int b_row, const int b_col, const float alpha)
{
  __local float next[18] __attribute__((aligned(4)));
  __local float solved[18] __attribute__((aligned(4)));
  __local float triangle[68] __attribute__((aligned(4)));
  const int item = get_local_id(0);
  const size_t group = get_group_id(0);
  const int groups = (n + 7) / 8, first = (int)(group % groups) * 8;
  const int row = item / 8, col = item % 8;
  float t0_0 = row < m && first + col < n ? alpha * b[b_offset + (size_t)row * b_row + (size_t)(first + col)] : 0;
  float t1_0 = row + 8 < m && first + col < n
      ? alpha * b[b_offset + (size_t)(row + 8) * b_row + (size_t)(first + col)] : 0;
  const int i0 = item / 2, j0 = item % 2;
  float value0;
  value0 = i0 < m && j0 < m && i0 >= j0 ? a[a_offset + (size_t)i0 * a_row + (size_t)j0] : i0 == j0 ? 1 : 0;
  if (j0 < 2 && i0 < 16) triangle[j0 * 17 + i0] = value0;
  if (row >= 0 && row < 2) {
    *(next + row * 9 + col) = t0_0;
  }
  if (row + 8 >= 0 && row + 8 < 2) {
    *(next + (row + 8) * 9 + col) = t1_0;
  }
  for (int k = 0; k < m; k += 2) {
    const int start = k + 2, now = k / 2 % 2 * 2;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    value0 = i0 < m && start + j0 < m && i0 >= start + j0
        ? a[a_offset + (size_t)i0 * a_row + (size_t)(start + j0)] : i0 == start + j0 ? 1 : 0;
    for (int j = item; j < 8; j += 64) {
      float x0 = next[j];
      float x1 = next[j + 9];
      x0 = quotient(x0, triangle[now * 17 + k]);
      solved[j] = x0;
      {
        const float left = triangle[now * 17 + k + 1];
        x1 -= left * x0;
      }
      x1 = quotient(x1, triangle[(now + 1) * 17 + k + 1]);
      solved[j + 9] = x1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = item; e < 16; e += 64) {
      const int r = e / 8, j = e % 8;
      if (k + r < m && first + j < n)
          { b[b_offset + (size_t)(k + r) * b_row + (size_t)(first + j)] = solved[r * 9 + j]; }
    }
    if (row >= start) {
      #pragma unroll 4
      for (int s = 0; s < 2; ++s) {
        const float x = *(solved + s * 9 + col);
        const float a0 = *(triangle + (now + s) * 17 + row);
        t0_0 -= a0 * x;
        const float a1 = *(triangle + (now + s) * 17 + row + 8);
        t1_0 -= a1 * x;
      }
    }
    else if (row + 8 >= start) {
      #pragma unroll 4
      for (int s = 0; s < 2; ++s) {
        const float x = *(solved + s * 9 + col);
        const float a1 = *(triangle + (now + s) * 17 + row + 8);
        t1_0 -= a1 * x;
      }
    }
    if (j0 < 2 && i0 < 16) triangle[(2 - now + j0) * 17 + i0] = value0;
    if (row >= start && row < start + 2) {
      *(next + (row - start) * 9 + col) = t0_0;
    }
    if (row + 8 >= start && row + 8 < start + 2) {
      *(next + (row + 8 - start) * 9 + col) = t1_0;
    }
  }
}
