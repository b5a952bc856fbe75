// substitution m=16 n=16 float32 a=row b=row lower: items=64 height=1 width=1 rows=2
__device__ __forceinline__ float quotient(float a, float b)
{
  const float r = 1 / b;
  return isnormal(r) ? a * r : a / b;
}
extern "C" __global__ void __launch_bounds__(64)
substitute_tiles(
    const int m, const int n,
    const float *__restrict__ a, const ulong a_offset, const int a_row, const int a_col,
    float *__restrict__ b, const ulong b_offset, const int b_row, const int b_col, const float alpha,
    const launch_part launched)
{
  wait_for_earlier();
  __shared__ __align__(4) float next[18];
  __shared__ __align__(4) float solved[18];
  __shared__ __align__(4) float triangle[68];
  const int item = (ulong)threadIdx.x;
  const ulong group = (ulong)blockIdx.x;
  const int groups = (n + 7) / 8, first = (int)(group % groups) * 8;
  const int row = item / 8, col = item % 8;
  float t0_0 = row < m && first + col < n ? alpha * b[b_offset + (ulong)row * b_row + (ulong)(first + col)] : 0;
  float t1_0 = row + 8 < m && first + col < n
      ? alpha * b[b_offset + (ulong)(row + 8) * b_row + (ulong)(first + col)] : 0;
  const int i0 = item / 2, j0 = item % 2;
  float value0;
  value0 = i0 < m && j0 < m && i0 >= j0 ? a[a_offset + (ulong)i0 * a_row + (ulong)j0] : i0 == j0 ? 1 : 0;
  if (j0 < 2 && i0 < 16) triangle[j0 * 17 + i0] = value0;
  if (row >= 0 && row < 2) {
    *(next + row * 9 + col) = t0_0;
  }
  if (row + 8 >= 0 && row + 8 < 2) {
    *(next + (row + 8) * 9 + col) = t1_0;
  }
  for (int k = 0; k < m; k += 2) {
    const int start = k + 2, now = k / 2 % 2 * 2;
    __syncthreads();
    value0 = i0 < m && start + j0 < m && i0 >= start + j0
        ? a[a_offset + (ulong)i0 * a_row + (ulong)(start + j0)] : i0 == start + j0 ? 1 : 0;
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
    __syncthreads();
    for (int e = item; e < 16; e += 64) {
      const int r = e / 8, j = e % 8;
      if (k + r < m && first + j < n) { b[b_offset + (ulong)(k + r) * b_row + (ulong)(first + j)] = solved[r * 9 + j]; }
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
