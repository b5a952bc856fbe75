// gemm m=64 n=64 k=64 float32 row*row=row: tm=16 tn=16 tk=8 rm=2 rn=2 chunk=2 va=1 vb=1 pad=0 multiply=plain
__kernel __attribute__((reqd_work_group_size(8, 8, 1))) void
gemm_tile(const int m, const int n, const int k, const float alpha, const float beta, __global const float *restrict  a, const ulong a_offset, const int a_row, const int a_col, __global const float *restrict  b, const ulong b_offset, const int b_row, const int b_col, __global float *restrict  c, const ulong c_offset, const int c_row, const int c_col)
{
  __local float a_tile[128] __attribute__((aligned(64)));
  __local float b_tile[128] __attribute__((aligned(64)));
  const int x = get_local_id(0), y = get_local_id(1), item = y * 8 + x;
  const int row0 = get_group_id(1) * 16, col0 = get_group_id(0) * 16;
  float2 sum0_0 = (float2)(0);
  float2 sum1_0 = (float2)(0);
  for (int l0 = 0; l0 < k; l0 += 8) {
    for (int v = item; v < 128; v += 64) {
      const int l = v % 8 * 1, e = v / 8 * 1;
      if (row0 + 16 <= m && l0 + 8 <= k) {
        const float got = *(a + a_offset + (size_t)(row0 + e) * a_row + (size_t)(l0 + l));
        a_tile[(l) * 16 + e] = got;
      }
      else {
        a_tile[(l) * 16 + e] = row0 + e < m && l0 + l < k ? a[a_offset + (size_t)(row0 + e) * a_row + (size_t)(l0 + l)] : 0;
      }
    }
    for (int v = item; v < 128; v += 64) {
      const int e = v % 16 * 1, l = v / 16 * 1;
      if (col0 + 16 <= n && l0 + 8 <= k) {
        const float got = *(b + b_offset + (size_t)(l0 + l) * b_row + (size_t)(col0 + e));
        b_tile[(l) * 16 + e] = got;
      }
      else {
        b_tile[(l) * 16 + e] = col0 + e < n && l0 + l < k ? b[b_offset + (size_t)(l0 + l) * b_row + (size_t)(col0 + e)] : 0;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 8; ++l) {
      const float2 a0 = *(__local const float2 *)(a_tile + l * 16 + 0 + y * 2);
      const float2 b0 = *(__local const float2 *)(b_tile + l * 16 + 0 + x * 2);
      sum0_0 += a0.s0 * b0;
      sum1_0 += a0.s1 * b0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  {
    const int row = row0 + 0 + y * 2;
    {
      const int col = col0 + 0 + x * 2;
      if (row < m && col + 0 < n) c[c_offset + (size_t)(row) * c_row + (size_t)(col)] = (beta == 0 ? alpha * sum0_0.s0 : alpha * sum0_0.s0 + beta * c[c_offset + (size_t)(row) * c_row + (size_t)(col)]);
      if (row < m && col + 1 < n) c[c_offset + (size_t)(row) * c_row + (size_t)(col + 1)] = (beta == 0 ? alpha * sum0_0.s1 : alpha * sum0_0.s1 + beta * c[c_offset + (size_t)(row) * c_row + (size_t)(col + 1)]);
    }
  }
  {
    const int row = row0 + 1 + y * 2;
    {
      const int col = col0 + 0 + x * 2;
      if (row < m && col + 0 < n) c[c_offset + (size_t)(row) * c_row + (size_t)(col)] = (beta == 0 ? alpha * sum1_0.s0 : alpha * sum1_0.s0 + beta * c[c_offset + (size_t)(row) * c_row + (size_t)(col)]);
      if (row < m && col + 1 < n) c[c_offset + (size_t)(row) * c_row + (size_t)(col + 1)] = (beta == 0 ? alpha * sum1_0.s1 : alpha * sum1_0.s1 + beta * c[c_offset + (size_t)(row) * c_row + (size_t)(col + 1)]);
    }
  }
}
